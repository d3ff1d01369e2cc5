#if !canImport(Darwin)
import Dispatch
import Foundation
import SafeDefaults

/// Calls a handler when a writer wakes the processes that listen to a store.
///
/// It does so for as long as this object lives.
///
/// To wake them, a writer writes to the lock file, and `inotify` notifies them of that.
final class WakeUp: WakeUpSource {
    let files: StoreFiles

    /// Always true, because an attempt has shown it.
    var isReady: Bool { true }

    private let registration: WakeUps.Registration

    /// Registers a handler, which is called on a queue whenever a writer wakes the listening processes.
    ///
    /// Returns nil if the system doesn't notify this process of writes.
    init?(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) {
        guard let registration = WakeUps.shared.add(files, handler) else { return nil }
        self.files = files
        self.registration = registration
    }

    deinit { WakeUps.shared.remove(registration) }
}

/// All wake-ups of this process.
///
/// They share one instance of `inotify`, because a user may have only about a hundred. It exists only while there are
/// listeners.
final class WakeUps: Sendable {
    static let shared = WakeUps()

    private let state = Locked(State())

    private struct State {
        var inbox: Inbox?
        var handlers: [Int32: [Int: @Sendable () -> Void]] = [:]
        var last = 0
    }

    /// The registration of a handler.
    struct Registration {
        fileprivate let watch: Int32
        fileprivate let number: Int
        fileprivate let process: pid_t
    }

    fileprivate func add(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) -> Registration? {
        guard let header = files.header, let lock = files.lock else { return nil }
        return state.withLock { state in
            guard let inbox = state.inbox ?? Inbox({ [weak self] in self?.deliver() }) else { return nil }
            state.inbox = inbox
            // This path names the open file even if it has been renamed.
            let watch = inotify_add_watch(inbox.file, "/proc/self/fd/\(lock)", UInt32(IN_MODIFY))
            guard watch >= 0 else {
                Self.close(&state)
                return nil
            }
            state.last += 1
            state.handlers[watch, default: [:]][state.last] = handler
            let registration = Registration(watch: watch, number: state.last, process: getpid())
            // Wakes this process once as a test, because not every system and not every file system notifies of writes.
            // If this write fails, no event arrives, and the result is that of a system without such events.
            try? header.wake()
            let woken = inbox.take()
            // The test may also have taken the events of other files.
            let handlers = Self.handlers(of: woken, in: state)
            DispatchQueue.global().async { for handler in handlers { handler() } }
            if woken.contains(watch) { return registration }
            Self.remove(registration, from: &state)
            return nil
        }
    }

    fileprivate func remove(_ registration: Registration) {
        // A forked child shares the instance with its parent. If the child removed the watch, the parent would no
        // longer be woken.
        guard registration.process == getpid() else { return }
        state.withLock { Self.remove(registration, from: &$0) }
    }

    private static func remove(_ registration: Registration, from state: inout State) {
        state.handlers[registration.watch]?[registration.number] = nil
        if state.handlers[registration.watch]?.isEmpty == true {
            state.handlers[registration.watch] = nil
            if let inbox = state.inbox { inotify_rm_watch(inbox.file, registration.watch) }
        }
        close(&state)
    }

    /// Closes the instance if nobody listens.
    private static func close(_ state: inout State) {
        guard state.handlers.isEmpty else { return }
        state.inbox?.close()
        state.inbox = nil
    }

    private func deliver() {
        let handlers = state.withLock { state in Self.handlers(of: state.inbox?.take() ?? [], in: state) }
        for handler in handlers { handler() }
    }

    private static func handlers(of watches: Set<Int32>, in state: State) -> [@Sendable () -> Void] {
        // A watch of -1 means that the system has dropped events.
        if watches.contains(-1) { return state.handlers.values.flatMap(\.values) }
        return watches.flatMap { watch in state.handlers[watch].map { Array($0.values) } ?? [] }
    }
}

/// An instance of `inotify`, with a dispatch source that calls a handler when there are events.
private final class Inbox: Sendable {
    let file: Int32

    // Unsafe: dispatch sources may be used from several threads, but on Linux their declarations don't say so.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Creates an instance; nil if the user can't have any more.
    init?(_ handler: @escaping @Sendable () -> Void) {
        let file = StandardStreams.avoid(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
        guard file >= 0 else { return nil }
        self.file = file
        source = DispatchSource.makeReadSource(fileDescriptor: file, queue: .global())
        source.setEventHandler(handler: handler)
        source.setCancelHandler { Foundation.close(file) }
        source.resume()
    }

    func close() { source.cancel() }

    /// Returns the watches of the files that have been written to since the last call.
    func take() -> Set<Int32> {
        var watches: Set<Int32> = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while let memory = buffer.baseAddress {
                let count = read(file, memory, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                var place = 0
                while place < count {
                    let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    watches.insert(event.wd)
                    place += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
        return watches
    }
}
#endif
