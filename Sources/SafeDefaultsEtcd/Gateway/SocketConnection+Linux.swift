#if !canImport(Darwin)
import Dispatch
import Foundation
import SafeDefaults

/// A TCP connection, which is closed with this object.
///
/// Whoever waits for it goes on at a time limit, or when another thread ends the connection.
final class SocketConnection: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to a server.
    ///
    /// Looking up a name may take longer than the time limit.
    ///
    /// - Parameters:
    ///   - host: A name, or an address. The addresses of a name are tried in turn, each for its share of the time, of
    ///     which one share is left for the request.
    ///   - port: The number of the port.
    ///   - deadline: When to stop waiting.
    ///   - begin: Is given each connection before it is waited for.
    static func open(
        _ host: String, _ port: Int, until deadline: DispatchTime,
        begin: (SocketConnection) throws(HTTPFailure) -> Void
    ) throws(HTTPFailure) -> SocketConnection {
        var hints = addrinfo()
        // With it there is one kind of socket for each address.
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &first)
        guard status == 0, let first else { throw unreachable(String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(first) }
        let addresses = Array(sequence(first: first, next: { $0.pointee.ai_next }).map(\.pointee))
        var reason = ""
        for (index, address) in addresses.enumerated() {
            let now = DispatchTime.now()
            guard now < deadline else { break }
            let left = Double(deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9
            guard let connection = SocketConnection(to: address) else {
                reason = errorText(errno)
                continue
            }
            try begin(connection)
            if connection.connect(to: address, until: now + left / Double(addresses.count - index + 1), &reason) {
                return connection
            }
        }
        throw unreachable(reason.isEmpty ? "no time was left" : reason)
    }

    private convenience init?(to address: addrinfo) {
        // The flags for opening a file are those for a socket on Linux.
        let type = address.ai_socktype | O_NONBLOCK | O_CLOEXEC
        let descriptor = StandardStreams.avoid(socket(address.ai_family, type, address.ai_protocol))
        guard descriptor >= 0 else { return nil }
        self.init(descriptor)
    }

    private func connect(to address: addrinfo, until deadline: DispatchTime, _ reason: inout String) -> Bool {
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // The last part of a request isn't held back until the first has been confirmed.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
        var (number, length) = (errno, size)
        if number == EINPROGRESS {
            guard wait(for: POLLOUT, until: deadline) else {
                reason = "it didn't answer in time"
                return false
            }
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
        }
        reason = Self.errorText(number)
        return number == 0
    }

    /// Ends the connection, also for a thread that waits for it.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether the other end has neither closed the connection nor sent anything that nobody has asked for.
    var isQuiet: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) == 0
    }

    /// Sends some bytes.
    func send(_ bytes: [UInt8], until deadline: DispatchTime) throws(HTTPFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                // Without a signal that ends the process, if the other end has closed the connection.
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            let number = errno
            if count >= 0 {
                sent += count
            } else if !Self.isInterruption(number) {
                let reason = Self.errorText(number)
                throw sent == 0 ? Self.unreachable(reason) : .lost("the connection was lost: \(reason)")
            } else if !wait(for: POLLOUT, until: deadline) {
                throw .lost("it didn't take the request in time")
            }
        }
    }

    /// Receives the next bytes; none at the end.
    func receive(until deadline: DispatchTime) throws(HTTPFailure) -> [UInt8] {
        while true {
            guard wait(for: POLLIN, until: deadline) else { throw .lost("it didn't answer in time") }
            var number: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                number = received < 0 ? errno : 0
                count = max(received, 0)
            }
            if number == 0 { return bytes }
            if !Self.isInterruption(number) { throw .lost("the connection was lost: \(Self.errorText(number))") }
        }
    }

    /// Waits until the system says that something can be done, or why it can't.
    ///
    /// Returns false if the time is up.
    private func wait(for events: some BinaryInteger, until deadline: DispatchTime) -> Bool {
        while true {
            let now = DispatchTime.now()
            guard now < deadline else { return false }
            let left = min(deadline.uptimeNanoseconds - now.uptimeNanoseconds, 60_000_000_000)
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if poll(&waiting, 1, Int32((left + 999_999) / 1_000_000)) > 0 { return true }
        }
    }

    private static func isInterruption(_ number: Int32) -> Bool { [EAGAIN, EWOULDBLOCK, EINTR].contains(number) }

    private static func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }

    private static func unreachable(_ reason: String) -> HTTPFailure {
        .notSent("there is no connection to it: \(reason)")
    }
}
#endif
