#if os(Linux)
import Foundation

/// A server before a node, whose network can fail.
final class TestProxy: Sendable {
    enum Fault: Sendable {
        case none

        /// What is sent doesn't arrive, in neither direction, and no connection ends.
        case silence

        /// What the node answers doesn't arrive.
        case lostAnswers

        /// Connections are refused, and those that are open end.
        case refusal
    }

    let port: Int
    private let target: Int
    private let state = NSLock()
    // These are touched under the lock.
    private nonisolated(unsafe) var fault = Fault.none
    private nonisolated(unsafe) var open: Set<Int32> = []
    private nonisolated(unsafe) var accepted = 0
    private nonisolated(unsafe) var listening: Int32 = -1

    var url: URL { TestURL.local(port) }

    /// How many connections were accepted.
    var connections: Int { state.withLock { accepted } }

    init(to target: Int) {
        self.target = target
        let socket = Sockets.listen(at: 0)
        port = Sockets.port(of: socket)
        listening = socket
        accept(from: socket)
    }

    /// Sets what happens to what is sent from now on.
    func set(_ fault: Fault) {
        let (former, sockets) = state.withLock {
            defer { self.fault = fault }
            return (self.fault, open)
        }
        if fault == .refusal {
            state.withLock {
                shutdown(listening, Int32(SHUT_RDWR))
                close(listening)
                listening = -1
            }
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        } else if former == .refusal {
            let socket = Sockets.listen(at: port)
            state.withLock { listening = socket }
            accept(from: socket)
        }
    }

    /// Ends all connections; new ones are accepted.
    func disconnect() {
        for socket in state.withLock({ open }) { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private func accept(from listening: Int32) {
        Thread.detachNewThread { [self] in
            while true {
                let client = Foundation.accept(listening, nil, nil)
                guard client >= 0 else { return }
                let server = Sockets.connect(to: target)
                guard server >= 0 else {
                    close(client)
                    continue
                }
                state.withLock {
                    open.formUnion([client, server])
                    accepted += 1
                }
                let pair = Pair(count: 2)
                forward(from: client, to: server, isAnswer: false, pair)
                forward(from: server, to: client, isAnswer: true, pair)
            }
        }
    }

    /// How many threads still use two sockets.
    private final class Pair: Sendable {
        private let lock = NSLock()
        private nonisolated(unsafe) var count: Int

        init(count: Int) { self.count = count }

        func leave() -> Bool {
            lock.withLock {
                count -= 1
                return count == 0
            }
        }
    }

    private func forward(from source: Int32, to target: Int32, isAnswer: Bool, _ pair: Pair) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(source, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                let fault = state.withLock { self.fault }
                if fault == .silence || (fault == .lostAnswers && isAnswer) { continue }
                var sent = 0
                while sent < count {
                    let more = buffer[sent..<count].withUnsafeBytes {
                        send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard more > 0 else { break }
                    sent += more
                }
                if sent < count { break }
            }
            shutdown(source, Int32(SHUT_RDWR))
            shutdown(target, Int32(SHUT_RDWR))
            guard pair.leave() else { return }
            state.withLock { open.subtract([source, target]) }
            close(source)
            close(target)
        }
    }
}

/// Calls of the system for sockets on this machine.
enum Sockets {
    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    private static func make(_ family: Int32 = AF_INET) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    static func listen(at port: Int, isIPv6: Bool = false) -> Int32 {
        let socket = make(isIPv6 ? AF_INET6 : AF_INET)
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isBound: Int32
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            address.sin6_addr = in6addr_loopback
            isBound = bind(socket, to: &address)
        } else {
            var address = address(port)
            isBound = bind(socket, to: &address)
        }
        precondition(isBound == 0 && Foundation.listen(socket, 128) == 0, "no port \(port)")
        return socket
    }

    private static func bind<Address>(_ socket: Int32, to address: inout Address) -> Int32 {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(socket, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    static func port(of socket: Int32) -> Int {
        // The port lies at the same place in addresses of both families.
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    static func connect(to port: Int) -> Int32 {
        let socket = make()
        var address = address(port)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if isConnected == 0 { return socket }
        close(socket)
        return -1
    }
}
#endif
