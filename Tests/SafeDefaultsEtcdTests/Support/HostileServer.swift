#if os(Linux)
import Foundation

/// A server that answers each connection with the same bytes, as often as it is told to.
final class HostileServer: Sendable {
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
#endif
