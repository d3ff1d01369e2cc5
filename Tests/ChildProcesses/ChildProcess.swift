public import Foundation

/// A program that runs beside the tests.
///
/// Its end is noticed by waiting for the process itself. Foundation's `Process` waits until nobody holds the other end
/// of a socket that the program was given: a descendant that goes on holds it too, and so may a program that another
/// thread started at the same moment. An end was then noticed too late, or never.
public final class ChildProcess: Sendable {
    /// The process's number.
    public let processIdentifier: pid_t

    /// A descriptor whose other end is closed when the process has ended, to be polled.
    let end: Descriptor

    private let condition = NSCondition()
    // Both are touched under the condition's lock.
    private nonisolated(unsafe) var status: Int32?
    private nonisolated(unsafe) var waiting: [CheckedContinuation<Void, Never>] = []

    /// Starts a program, in a process group of its own, with no signal blocked or ignored.
    ///
    /// - Parameters:
    ///   - words: The program, which is looked for in `PATH`, and its arguments.
    ///   - environment: Its environment; this process's if nothing is said.
    ///   - input: What it reads from its standard input; nothing if nothing is said.
    ///   - output: Where its standard output goes; nowhere if nothing is said.
    ///   - errors: Where its standard error goes; nowhere if nothing is said.
    /// - Throws: A `POSIXError` where it can't be started.
    public init(
        _ words: [String], environment: [String: String]? = nil, input: Descriptor? = nil, output: Descriptor? = nil,
        errors: Descriptor? = nil
    ) throws {
        let (end, signal) = try Descriptor.pipe()
        self.end = end
        let null = try Descriptor(path: "/dev/null", O_RDWR)
        processIdentifier = try spawn(
            words, environment: environment ?? ProcessInfo.processInfo.environment,
            channels: [input ?? null, output ?? null, errors ?? null])
        Thread.detachNewThread { [self] in
            awaitEnd()
            signal.close()
        }
    }

    private func awaitEnd() {
        // Not reaped yet, so that nobody sends a signal to another process of the same number.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        condition.lock()
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        self.status = status
        let waiting = waiting
        self.waiting = []
        condition.broadcast()
        condition.unlock()
        for continuation in waiting { continuation.resume() }
    }

    /// Whether the process hasn't ended yet.
    public var isRunning: Bool { condition.withLock { status == nil } }

    /// Waits for the end of the process, and keeps the thread waiting.
    public func waitUntilExit() {
        condition.lock()
        defer { condition.unlock() }
        while status == nil { condition.wait() }
    }

    /// Waits for the end of the process, and keeps no thread waiting.
    public func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = condition.withLock {
                if status == nil { waiting.append(continuation) }
                return status != nil
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// What the process ended with, or the number of the signal that ended it; waits for that.
    public var terminationStatus: Int32 {
        let status = waitStatus()
        return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
    }

    /// Whether a signal ended the process; waits for the end.
    public var wasKilled: Bool { waitStatus() & 0x7F != 0 }

    /// The status as `waitpid` gives it.
    private func waitStatus() -> Int32 {
        waitUntilExit()
        return condition.withLock { self.status } ?? 0
    }

    /// Sends a signal to the process, unless it has ended.
    public func send(_ signal: Int32) {
        condition.withLock {
            if status == nil { _ = kill(processIdentifier, signal) }
        }
    }

    /// Ends the process and the others of its group at once, unless it has ended by itself.
    public func stop() {
        condition.withLock {
            if status == nil { _ = kill(-processIdentifier, SIGKILL) }
        }
    }
}
