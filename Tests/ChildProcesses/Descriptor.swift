public import Foundation

/// A file that is open, and is closed with this object; no program that is started gets it unless it is given to it.
public final class Descriptor: Sendable {
    /// The file's number.
    public let number: Int32
    private let lock = NSLock()
    // Touched under the lock.
    private nonisolated(unsafe) var isOpen = true

    /// Takes what a call of the system gave.
    ///
    /// - Throws: A `POSIXError` where that isn't a file's number.
    public init(_ number: Int32) throws {
        guard number >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
        self.number = number
    }

    /// Opens a file.
    ///
    /// - Throws: A `POSIXError` where it can't be opened.
    public convenience init(path: String, _ flags: Int32, mode: mode_t = 0o600) throws {
        try self.init(open(path, flags | O_CLOEXEC, mode))
    }

    /// Makes a pipe.
    ///
    /// - Returns: The end to read from, and the one to write to.
    /// - Throws: A `POSIXError` where none can be made.
    public static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        let isMade = alone.withLock {
            guard openPipe(&numbers) == 0 else { return false }
            for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
            return true
        }
        guard isMade else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
        return (try Descriptor(numbers[0]), try Descriptor(numbers[1]))
    }

    /// Closes it now.
    public func close() {
        lock.withLock {
            if isOpen { closeFile(number) }
            isOpen = false
        }
    }

    /// What there is to read now; nil at the end.
    ///
    /// Waits for it where that isn't excluded.
    public func read() -> Data? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readFile(number, &bytes)
            if count > 0 { return Data(bytes[..<count]) }
            if count == 0 { return nil }
            if errno == EAGAIN { return Data() }
            if errno != EINTR { return nil }
        }
    }

    /// From now on nothing waits for what there is to read.
    func setNonblocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

    deinit { close() }
}

/// Held while a pipe is made and while a program is started, so that no program gets a pipe before it is marked.
let alone = NSLock()

// The members of the same names hide the functions.
private func openPipe(_ numbers: inout [Int32]) -> Int32 { pipe(&numbers) }
private func closeFile(_ number: Int32) { _ = close(number) }
private func readFile(_ number: Int32, _ bytes: inout [UInt8]) -> Int { read(number, &bytes, bytes.count) }
