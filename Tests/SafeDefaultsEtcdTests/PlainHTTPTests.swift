#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// Requests over plain HTTP.
@Suite
struct PlainHTTPTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"

    private static let short = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    private static func call(
        _ url: URL, body: Data? = nil, over connections: HTTPConnections = HTTPConnections()
    ) throws -> String {
        let answer = try connections.call(HTTPRequest(url: url, body: body), until: .now() + 10)
        return "\(answer.status) " + String(decoding: answer.body, as: UTF8.self)
    }

    /// Returns the answer to one request, or the reason why there is none.
    private static func outcome(of server: HostileServer, _ body: Data? = nil) -> String {
        defer { server.stop() }
        do { return try call(TestURL.local(server.port), body: body) } catch { return "\(error)" }
    }

    @Test(.noHang) func trailersAreReadAndIgnored() {
        let server = HostileServer(
            Self.chunked + "Trailer: A\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nA: b\r\nContent-Length: 9\r\n\r\n",
            closing: .never)
        #expect(Self.outcome(of: server) == "200 abcde")
    }

    @Test(.noHang) func anAnswerWithoutLengthEndsWithItsConnection() {
        #expect(Self.outcome(of: HostileServer("HTTP/1.0 200 OK\r\n\r\nabc")) == "200 abc")
    }

    @Test(.noHang) func anInterimAnswerIsNotTheAnswer() {
        let server = HostileServer("HTTP/1.1 100 Continue\r\nA: b\r\n\r\n" + Self.short, closing: .never)
        #expect(Self.outcome(of: server, Data("{}".utf8)) == "200 {}")
    }

    @Test(.noHang) func anAnswerWithoutBodyHasNone() {
        #expect(Self.outcome(of: HostileServer("HTTP/1.1 204 None\r\n\r\n", closing: .never)) == "204 ")
    }

    @Test(.noHang) func aRedirectionIsTheAnswer() {
        let server = HostileServer(
            "HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", closing: .never)
        #expect(Self.outcome(of: server) == "307 ")
    }

    @Test(.noHang) func aCompressedAnswerIsRefused() {
        // The 23 bytes are two of text.
        let bytes: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0,
        ]
        let server = HostileServer(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n", then: bytes)
        #expect(Self.outcome(of: server).contains("encoded"))
    }

    @Test(.noHang, arguments: ["", "Content-Length: 99999999999\r\n", "Transfer-Encoding: chunked\r\n"])
    func noMoreIsReadThanTheLargestAnswer(header: String) {
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 0x10000)
        let repeated = header.contains("chunked") ? Array("10000\r\n".utf8) + chunk + Array("\r\n".utf8) : chunk
        let server = HostileServer("HTTP/1.1 200 OK\r\n\(header)\r\n", then: repeated)
        #expect(Self.outcome(of: server).contains("more than 8 megabytes"))
    }

    @Test(.noHang) func anAddressOfIPv6IsReached() throws {
        let server = HostileServer(Self.short, isIPv6: true)
        defer { server.stop() }
        #expect(try Self.call(try #require(URL(string: "http://[::1]:\(server.port)/version"))) == "200 {}")
    }

    @Test(.noHang) func aNameIsLookedUp() throws {
        let server = HostileServer(Self.short)
        defer { server.stop() }
        #expect(try Self.call(try #require(URL(string: "http://localhost:\(server.port)/version"))) == "200 {}")
    }

    @Test(.noHang, arguments: ["http://nowhere.invalid:1", "http://127.0.0.1:1", "http://a%0D%0AB:1"])
    func nothingIsSentWithoutAConnection(text: String) throws {
        let url = try #require(URL(string: text))
        do throws(HTTPFailure) {
            _ = try HTTPConnections().call(HTTPRequest(url: url), until: .now() + 30)
            Issue.record("it was answered")
        } catch {
            guard case .notSent(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.hasPrefix("there is no connection to it"), "\(reason)")
        }
    }

    // MARK: - Kept connections

    @Test(.noHang, .needsEtcd) func aConnectionIsUsedAgain() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let connections = HTTPConnections()
        let url = proxy.url.appendingPathComponent("version")
        for _ in 0..<5 { #expect(try Self.call(url, over: connections).hasPrefix("200 ")) }
        #expect(proxy.connections == 1)
    }

    @Test(.noHang, arguments: [HostileServer.Closing.afterAnswer, .unanswered])
    func aQuestionOnAConnectionThatWasClosedIsAskedAgain(closing: HostileServer.Closing) throws {
        let server = HostileServer(Self.short, closing: closing)
        defer { server.stop() }
        let connections = HTTPConnections()
        for _ in 0..<10 {
            let answer = try connections.call(HTTPRequest(url: TestURL.local(server.port)), until: .now() + 300)
            #expect(answer.status == 200)
        }
    }

    /// What may have been applied isn't sent again: whoever sent it has to find out.
    @Test(.noHang) func aChangeOnAConnectionThatWasClosedIsLostAtOnce() throws {
        let server = HostileServer(Self.short, closing: .unanswered)
        defer { server.stop() }
        let connections = HTTPConnections()
        let change = HTTPRequest(url: TestURL.local(server.port), body: Data("{}".utf8))
        _ = try connections.call(change, until: .now() + 300)
        let start = Date()
        let failure = #expect(throws: HTTPFailure.self) { try connections.call(change, until: .now() + 300) }
        let isLost = if case .lost? = failure { true } else { false }
        #expect(isLost, "\(String(describing: failure))")
        #expect(Date().timeIntervalSince(start) < 100)
        #expect(server.connections == 1)
    }

    // MARK: - Streams

    /// The one who sends is held back, instead of filling the memory.
    @Test(.noHang) func noMoreMessagesWaitThanThereIsRoomFor() async throws {
        let queue = MessageQueue<Int>()
        let posted = TestLog<Int>()
        Thread.detachNewThread {
            for number in 1...10_000 {
                queue.postWhenThereIsRoom(number)
                posted.add(number)
            }
        }
        for number in 1...5_000 {
            #expect(queue.next(until: .distantFuture) == number)
            // The one that is being posted may have found room already.
            #expect(posted.all.count <= number + MessageQueue<Int>.room)
        }
        queue.close()
        try await eventually { posted.all.count == 10_000 }
    }

    @Test func aLineWithoutEndIsRefused() {
        var lines = LineBuffer()
        let part = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        var megabytes = 0
        while lines.append(part) != nil, megabytes < 1_000 { megabytes += 1 }
        #expect(megabytes == 8)
    }

    // MARK: - Stores

    /// A server that sends without end costs the stores of other servers nothing.
    @Test(.noHang, .needsEtcd, arguments: ["1\r\nx\r\n", "1\r\n\n\r\n"])
    func aFloodHoldsNoOtherStoreBack(chunk: String) async throws {
        let server = HostileServer(
            Self.chunked + "\r\n", then: Array(String(repeating: chunk, count: 1_000).utf8))
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let flooded = try DefaultsStore.etcd(connectingTo: [TestURL.local(server.port)], prefix: "acme/")
        try await eventually { server.connections > 0 }
        let start = Date()
        for value in 1...100 { try fleet.write(value, to: \.attempts) }
        #expect(Date().timeIntervalSince(start) < 60)
        #expect(flooded.availability == .notYetReadable)
        server.stop()
    }

    @Test(.noHang, .needsEtcd) func noProxyOfTheEnvironmentIsUsed() async throws {
        let cluster = try TestCluster()
        let nowhere = "http://127.0.0.1:1"
        let words = [
            "env", "http_proxy=\(nowhere)", "all_proxy=\(nowhere)", "ALL_PROXY=\(nowhere)", "timeout", "60",
            EtcdChaosTests.program, "acme/", cluster.endpoint(0).absoluteString, "count", "1",
        ]
        let outcome = try await DefaultsStore.blocking { try ChildProcess.run(words, limit: 120) }
        let output = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0 && Int(output.prefix(while: \.isNumber)) ?? 0 > 0, "\(output)")
    }
}
#endif
