#if os(Linux)
import Foundation
@testable import SafeDefaultsEtcd
import Testing

/// Servers that speak no HTTP.
@Suite
struct HostileServersTests {
    private static let line = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func servers() -> [(name: String, server: HostileServer)] {
        [
            ("nothing", HostileServer("")),
            ("silence", HostileServer("", closing: .never)),
            ("no HTTP", HostileServer("SSH-2.0-OpenSSH_9.2\r\n")),
            ("binary", HostileServer("\u{0}\u{1}\u{16}\u{3}\u{1}")),
            ("an endless first line", HostileServer("HTTP/1.1 200 ", then: line)),
            ("an endless header", HostileServer("HTTP/1.1 200 OK\r\nA: ", then: line)),
            ("no size of a chunk", HostileServer(chunked + "zz\r\nx\r\n")),
            ("too large a chunk", HostileServer(chunked + "FFFFFFFFFFFFFFFFF\r\nx")),
            ("less than it says", HostileServer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}")),
            ("a negative length", HostileServer("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}")),
            ("a huge length", HostileServer("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}")),
            ("a strange status", HostileServer("HTTP/1.1 99999 x\r\nContent-Length: 2\r\n\r\n{}")),
            ("no status", HostileServer("HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}")),
            (
                "a redirection",
                HostileServer("HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
            ),
            ("no gzip", HostileServer("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}")),
            ("another protocol", HostileServer("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}")),
            ("two lengths", HostileServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x")),
            ("a body without end", HostileServer("HTTP/1.1 200 OK\r\n\r\n", then: line)),
            ("a chunk without end", HostileServer(chunked + "FFFFFFFFFFFF\r\n", then: line)),
            ("chunks without end", HostileServer(chunked, then: Array("1\r\n{\r\n".utf8))),
            ("a trailer without end", HostileServer(chunked + "0\r\nA: ", then: line)),
            ("trailers without end", HostileServer(chunked + "0\r\n", then: Array("A: b\r\n".utf8))),
            ("headers without end", HostileServer("HTTP/1.1 200 OK\r\n", then: Array("A: b\r\n".utf8))),
            ("no answer but continuations", HostileServer("", then: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))),
            ("a page", HostileServer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>")),
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
