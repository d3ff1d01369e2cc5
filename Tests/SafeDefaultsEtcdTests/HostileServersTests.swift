#if os(Linux)
import Foundation
@testable import SafeDefaultsEtcd
import Testing

/// Servers that speak no HTTP.
///
/// None of them sends a body without end: on Linux Foundation reads that on for good, and it can't be stopped.
@Suite
struct HostileServersTests {
    /// A server that answers each connection with the same bytes, as often as it is told to.
    private final class Server: Sendable {
        let port: Int
        private let listening: Int32
        private let first: [UInt8]
        private let repeated: [UInt8]
        private let closes: Bool

        init(_ first: String, then repeated: [UInt8] = [], closes: Bool = true) {
            self.first = Array(first.utf8)
            self.repeated = repeated
            self.closes = closes
            listening = Sockets.listen(at: 0)
            port = Sockets.port(of: listening)
            Thread.detachNewThread { [self] in
                while true {
                    let client = accept(listening, nil, nil)
                    guard client >= 0 else { return }
                    Thread.detachNewThread { [self] in answer(client) }
                }
            }
        }

        func stop() {
            shutdown(listening, Int32(SHUT_RDWR))
            close(listening)
        }

        private func answer(_ client: Int32) {
            var request = [UInt8](repeating: 0, count: 4_096)
            _ = recv(client, &request, request.count, 0)
            var goesOn = write(first, to: client)
            while goesOn, !repeated.isEmpty { goesOn = write(repeated, to: client) }
            // Until the other end closes the connection.
            if !closes { while recv(client, &request, request.count, 0) > 0 {} }
            close(client)
        }

        private func write(_ bytes: [UInt8], to client: Int32) -> Bool {
            bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
        }
    }

    private static let line = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func servers() -> [(name: String, server: Server)] {
        [
            ("nothing", Server("")),
            ("silence", Server("", closes: false)),
            ("no HTTP", Server("SSH-2.0-OpenSSH_9.2\r\n")),
            ("binary", Server("\u{0}\u{1}\u{16}\u{3}\u{1}")),
            ("an endless first line", Server("HTTP/1.1 200 ", then: line)),
            ("an endless header", Server("HTTP/1.1 200 OK\r\nA: ", then: line)),
            ("no size of a chunk", Server(chunked + "zz\r\nx\r\n")),
            ("too large a chunk", Server(chunked + "FFFFFFFFFFFFFFFFF\r\nx")),
            ("less than it says", Server("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}")),
            ("a negative length", Server("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}")),
            ("a huge length", Server("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}")),
            ("a strange status", Server("HTTP/1.1 99999 x\r\nContent-Length: 2\r\n\r\n{}")),
            ("no status", Server("HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}")),
            ("a redirection", Server("HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")),
            ("no gzip", Server("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}")),
            ("another protocol", Server("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}")),
            ("a page", Server("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>")),
        ]
    }

    @Test(.noHang)
    func noServerIsTakenForAClusterAndNoneIsWaitedForTooLong() async throws {
        for (name, server) in Self.servers() {
            let gateway = EtcdGateway([TestURL.local(server.port)], user: nil)
            let start = Date()
            do throws(GatewayFailure) {
                try gateway.prepare(0, until: .now() + 2)
                Issue.record("\(name) is taken for etcd")
            } catch {
                #expect(!error.reason.isEmpty && error.reason.count < 1_000, "\(name)")
            }
            #expect(Date().timeIntervalSince(start) < 30, "\(name)")
            server.stop()
        }
    }
}
#endif
