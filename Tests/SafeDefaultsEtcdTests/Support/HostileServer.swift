#if os(Linux)
import Foundation

/// A server that answers each connection with the same bytes, as often as it is told to.
final class HostileServer: Sendable {
    /// When it closes a connection.
    enum Closing: Sendable {
        case afterAnswer

        /// When the next request has come.
        case unanswered

        /// When the other end has closed it.
        case never
    }

    let port: Int
    private let listening: Int32
    private let first: [UInt8]
    private let repeated: [UInt8]
    private let closing: Closing
    private let connected = TestLog<Void>()

    /// How many connections there were.
    var connections: Int { connected.all.count }

    init(_ first: String, then repeated: [UInt8] = [], closing: Closing = .afterAnswer, isIPv6: Bool = false) {
        self.first = Array(first.utf8)
        self.repeated = repeated
        self.closing = closing
        listening = Sockets.listen(at: 0, isIPv6: isIPv6)
        port = Sockets.port(of: listening)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listening, nil, nil)
                guard client >= 0 else { return }
                connected.add(())
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
        switch closing {
        case .afterAnswer: break
        case .unanswered: _ = recv(client, &request, request.count, 0)
        case .never: while recv(client, &request, request.count, 0) > 0 {}
        }
        close(client)
    }

    private func write(_ bytes: [UInt8], to client: Int32) -> Bool {
        bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
    }
}
#endif
