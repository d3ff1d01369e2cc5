#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// A node that speaks TLS, with a certificate that it has made itself.
@Suite(.needsEtcd)
struct EtcdTLSTests {
    private static let trusted = "/etc/ssl/certs/ca-certificates.crt"

    private final class Node {
        let url: URL
        private let directory = TestDirectory()
        private let process: ChildProcess
        var certificate: String { directory.file("data/fixtures/client/cert.pem").path }

        init() throws {
            let (client, peer) = ("https://127.0.0.1:\(FreePort.next())", "http://127.0.0.1:\(FreePort.next())")
            url = try #require(URL(string: client))
            process = try ChildProcess([
                "timeout", "-s", "KILL", "36000", try #require(EtcdProgram.current), "--name", "n0",
                "--data-dir", directory.file("data").path, "--auto-tls", "--log-level", "error",
                "--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer,
                "--initial-advertise-peer-urls", peer, "--initial-cluster", "n0=\(peer)", "--logger=zap",
                "--log-outputs", directory.file("log").path,
            ])
        }

        deinit {
            process.stop()
            process.waitUntilExit()
        }
    }

    @Test(.noHang)
    func aCertificateThatTheSystemDoesNotTrustIsRefusedAndNamed() async throws {
        let node = try Node()
        try await eventually { FileManager.default.fileExists(atPath: node.certificate) }
        let error = await #expect(throws: DefaultsError.self) {
            try await DefaultsStore.etcd(endpoints: [node.url], prefix: "acme/", timeout: 5)
        }
        let reason = try #require(error?.reason)
        #expect(reason.contains("certificate"), "\(reason)")
    }

    /// The certificate is added to those of the system in a mount of the child's own.
    @Test(
        .noHang,
        .enabled(if: getuid() == 0, "mounting needs root; .ci/run runs as root"),
        .enabled(if: FileManager.default.fileExists(atPath: trusted), "no certificates of authorities are installed"))
    func aCertificateThatTheSystemTrustsIsUsed() async throws {
        let node = try Node()
        try await eventually { FileManager.default.fileExists(atPath: node.certificate) }
        let directory = TestDirectory()
        let script = """
            cat "$1" "$2" > "$3"
            mount --bind "$3" "$1"
            "$4" acme/ "$5" idle 2
            exec "$4" acme/ "$5" count 1
            """
        let words = [
            "unshare", "--mount", "bash", "-ec", script, "-", Self.trusted, node.certificate,
            directory.file("trusted.crt").path, EtcdChaosTests.program, node.url.absoluteString,
        ]
        let outcome = try await DefaultsStore.blocking { try ChildProcess.run(words, limit: 120) }
        let output = String(decoding: outcome.output, as: UTF8.self)
        // How often it waited while it was idle; then how many increments it made, and of how many it doesn't know.
        let numbers = output.split(whereSeparator: \.isWhitespace).prefix(3).map { Int($0) ?? -1 }
        try #require(outcome.status == 0 && numbers.count == 3, "\(output)")
        #expect(numbers[0] < 1_000 && numbers[1] > 0 && numbers[2] == 0, "\(output)")
    }
}
#endif
