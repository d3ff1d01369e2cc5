#if !canImport(Darwin)
import Dispatch
import Foundation
import SafeDefaults

/// Connections over plain HTTP/1.1, without Foundation.
///
/// Foundation on Linux reads without bounds, and whoever sends it chunks without end stops all sessions of the process;
/// an answer with trailers ends the process; addresses of IPv6 can't be used; and the proxies of the environment are
/// used even for this machine. Here a request has a thread of its own, and a server that sends too much, or never, is
/// given up by itself.
final class PlainConnections: Sendable {
    /// For how many seconds a connection is kept for another request.
    ///
    /// Some gateways forget a connection after minutes, and then swallow what is sent.
    private static let keeping = 60.0

    /// Connections without a request, by the server's host and port.
    private let kept = Locked<[String: [(connection: SocketConnection, end: DispatchTime)]]>([:])

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Is given the answer as it comes, on a thread that may wait.
    ///   - deadline: When to stop waiting.
    /// - Returns: Ends the request when it is called.
    func begin(
        _ request: HTTPRequest, to receiver: any HTTPReceiver, until deadline: DispatchTime
    ) -> @Sendable () -> Void {
        let exchange = PlainExchange(request, receiver, self, until: deadline)
        let thread = Thread { exchange.run() }
        thread.name = "SafeDefaultsEtcd"
        thread.stackSize = 1 << 20
        thread.start()
        return { exchange.cancel() }
    }

    /// Returns a connection that can be used again, which isn't kept any more; nil if there is none.
    fileprivate func take(_ server: String) -> SocketConnection? {
        kept.withLock { kept in
            while let last = kept[server]?.popLast() {
                if last.end > .now(), last.connection.isQuiet { return last.connection }
            }
            return nil
        }
    }

    fileprivate func keep(_ connection: SocketConnection, _ server: String) {
        kept.withLock { kept in
            let now = DispatchTime.now()
            kept[server, default: []].removeAll { $0.end <= now }
            kept[server, default: []].append((connection, now + Self.keeping))
        }
    }
}

/// One request and its answer.
private final class PlainExchange: Sendable {
    private let request: HTTPRequest
    private let receiver: any HTTPReceiver
    private let connections: PlainConnections
    private let deadline: DispatchTime

    /// The connection in use, which is ended under the lock, because it may be another request's afterwards.
    private let state = Locked<(connection: SocketConnection?, isCancelled: Bool)>((nil, false))

    init(
        _ request: HTTPRequest, _ receiver: any HTTPReceiver, _ connections: PlainConnections,
        until deadline: DispatchTime
    ) {
        (self.request, self.receiver, self.connections) = (request, receiver, connections)
        self.deadline = deadline
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.connection?.end()
        }
    }

    func run() {
        let failure: HTTPFailure?
        do throws(HTTPFailure) {
            try exchange()
            failure = nil
        } catch { failure = error }
        state.withLock { $0.connection = nil }
        receiver.end(failure)
    }

    private func use(_ connection: SocketConnection) throws(HTTPFailure) {
        let isCancelled = state.withLock { state in
            state.connection = connection
            return state.isCancelled
        }
        if isCancelled { throw .notSent("it isn't asked any more") }
    }

    private func exchange() throws(HTTPFailure) {
        guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true),
            let name = parts.host, let encodedName = parts.percentEncodedHost
        else { throw .notSent("its address can't be used") }
        let port = parts.port ?? 80
        let server = "\(encodedName):\(port)"
        let message = message(to: server, parts.percentEncodedPath)
        if let connection = connections.take(server) {
            try use(connection)
            if try exchange(message, with: server, over: connection, isKept: true) { return }
        }
        let connection = try SocketConnection.open(
            name.trimmingCharacters(in: ["[", "]"]), port, until: min(deadline, .now() + 5), begin: use)
        _ = try exchange(message, with: server, over: connection, isKept: false)
    }

    /// The request's bytes.
    private func message(to server: String, _ path: String) -> [UInt8] {
        var lines = ["\(request.body == nil ? "GET" : "POST") \(path.isEmpty ? "/" : path) HTTP/1.1"]
        lines += ["Host: \(server)", "Accept-Encoding: identity"]
        lines += request.headers.map { "\($0): \($1)" }
        if let body = request.body { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (request.body ?? Data())
    }

    /// Returns false if the request has to be sent again over another connection.
    ///
    /// The other end may close a kept connection at any time. A change that may have arrived isn't sent again.
    private func exchange(
        _ message: [UInt8], with server: String, over connection: SocketConnection, isKept: Bool
    ) throws(HTTPFailure) -> Bool {
        var answer = PlainAnswer(connection, until: deadline)
        do throws(HTTPFailure) {
            try connection.send(message, until: deadline)
            try answer.begin()
        } catch {
            if case .lost = error, !request.isRepeatable { throw error }
            if isKept { return false }
            throw error
        }
        let isComplete = try answer.pass(to: receiver)
        let isCancelled = state.withLock { state in
            state.connection = nil
            return state.isCancelled
        }
        if isComplete, !isCancelled { connections.keep(connection, server) }
        return true
    }
}

/// The answer that comes over a connection.
private struct PlainAnswer {
    /// The greatest number of bytes before the body, or after it.
    private static let largestHeader = 65_536

    private let connection: SocketConnection
    private let deadline: DispatchTime

    /// The bytes that were received last, and the index of the first one that hasn't been used.
    private var bytes: [UInt8] = []
    private var next = 0

    init(_ connection: SocketConnection, until deadline: DispatchTime) {
        (self.connection, self.deadline) = (connection, deadline)
    }

    /// Receives the first bytes.
    mutating func begin() throws(HTTPFailure) { try receiveMore() }

    /// Passes the answer on to a receiver.
    ///
    /// Returns whether the connection can be used again.
    mutating func pass(to receiver: any HTTPReceiver) throws(HTTPFailure) -> Bool {
        var left = Self.largestHeader
        var (status, staysOpen, fields) = (0, false, [String: String]())
        // Others are interim answers.
        while status < 200 { (status, staysOpen, fields) = try header(&left) }
        if let encoding = fields["content-encoding"], encoding != "identity" {
            throw .lost("its answer is encoded, which nobody has asked for")
        }
        receiver.receive(status: status)
        if status == 204 || status == 304 {
            // There is no body.
        } else if let encoding = fields["transfer-encoding"] {
            guard encoding == "chunked", fields["content-length"] == nil else { throw Self.malformed }
            try passChunks(to: receiver)
        } else if let text = fields["content-length"] {
            guard let length = Int(text), length >= 0 else { throw Self.malformed }
            try pass(length, to: receiver)
        } else {
            // The body ends with the connection.
            repeat { try pass(bytes.count - next, to: receiver) } while try receive()
            return false
        }
        return staysOpen && fields["connection"] != "close" && next == bytes.count
    }

    /// Reads the lines before a body, and returns what they say, in lowercase.
    private mutating func header(
        _ left: inout Int
    ) throws(HTTPFailure) -> (status: Int, staysOpen: Bool, fields: [String: String]) {
        let parts = try line(&left).split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, ["HTTP/1.0", "HTTP/1.1"].contains(parts[0]), let status = Int(parts[1]),
            (100...599).contains(status)
        else { throw Self.malformed }
        var fields: [String: String] = [:]
        while true {
            let field = try line(&left)
            if field.isEmpty { return (status, parts[0] == "HTTP/1.1", fields) }
            let parts = field.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Self.malformed }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            fields[String(parts[0])] = fields[String(parts[0])].map { "\($0), \(value)" } ?? value
        }
    }

    private mutating func passChunks(to receiver: any HTTPReceiver) throws(HTTPFailure) {
        while true {
            var left = 1_024
            let digits = try line(&left).prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard let size = Int(digits, radix: 16), size >= 0 else { throw Self.malformed }
            if size == 0 { break }
            try pass(size, to: receiver)
            guard try line(&left).isEmpty else { throw Self.malformed }
        }
        // Trailers.
        var left = Self.largestHeader
        while try !line(&left).isEmpty {}
    }

    private mutating func pass(_ count: Int, to receiver: any HTTPReceiver) throws(HTTPFailure) {
        var left = count
        while left > 0 {
            if next == bytes.count { try receiveMore() }
            let part = bytes[next...].prefix(left)
            (next, left) = (next + part.count, left - part.count)
            guard receiver.receive(Data(part), mayWait: true) else { throw .lost("its answer isn't read any more") }
        }
    }

    /// Returns the next line, without its end.
    ///
    /// - Parameter left: How many bytes may be read, which is less by those of the line afterwards.
    private mutating func line(_ left: inout Int) throws(HTTPFailure) -> String {
        while true {
            let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n"))
            guard (end ?? bytes.count) - next < left else { throw Self.malformed }
            guard let end else {
                try receiveMore()
                continue
            }
            let line = bytes[next..<end]
            left -= line.count + 1
            next = end + 1
            return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }

    private mutating func receiveMore() throws(HTTPFailure) {
        guard try receive() else { throw .lost("the connection was closed before the answer ended") }
    }

    /// Receives more bytes, and returns whether there are any.
    private mutating func receive() throws(HTTPFailure) -> Bool {
        let more = try connection.receive(until: deadline)
        bytes = next == bytes.count ? more : Array(bytes[next...]) + more
        next = 0
        return !more.isEmpty
    }

    private static let malformed = HTTPFailure.lost("what it answers isn't HTTP")
}
#endif
