#if !canImport(Darwin)
import Dispatch
import Foundation

/// Hears of rings at a store's lock file, as the system tells of writes to it, for as long as this object lives.
final class WakeUp: Sendable {
    let files: StoreFiles

    private let registration: WakeUps.Registration

    /// Has a handler called, on a queue, whenever somebody rings; nil where that can't be heard.
    init?(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) {
        guard let registration = WakeUps.shared.add(files, handler) else { return nil }
        self.files = files
        self.registration = registration
    }

    deinit { WakeUps.shared.remove(registration) }
}

/// Every doorbell of this process: one instance of `inotify`, of which a user has a hundred or so, and only while somebody
/// listens.
final class WakeUps: Sendable {
    static let shared = WakeUps()

    private let state = Locked(State())

    private struct State {
        var inbox: Inbox?
        var handlers: [Int32: [Int: @Sendable () -> Void]] = [:]
        var last = 0
    }

    /// A handler's place.
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
            // The very file that is open, whatever its name stands for by now.
            let watch = inotify_add_watch(inbox.file, "/proc/self/fd/\(lock)", UInt32(IN_MODIFY))
            guard watch >= 0 else { return Self.close(&state) }
            state.last += 1
            state.handlers[watch, default: [:]][state.last] = handler
            let registration = Registration(watch: watch, number: state.last, process: getpid())
            // Not every system, and not every file system, tells of writes; so it is tried once.
            try? header.wake()
            let rung = inbox.take()
            // Others may have rung as well.
            let handlers = Self.handlers(of: rung, in: state)
            DispatchQueue.global().async { for handler in handlers { handler() } }
            guard rung.contains(watch) else { return Self.remove(registration, from: &state) }
            return registration
        }
    }

    fileprivate func remove(_ registration: Registration) {
        // A child that was forked has the instance together with its parent, whom this would make deaf.
        guard registration.process == getpid() else { return }
        state.withLock { _ = Self.remove(registration, from: &$0) }
    }

    private static func remove(_ registration: Registration, from state: inout State) -> Registration? {
        state.handlers[registration.watch]?[registration.number] = nil
        if state.handlers[registration.watch]?.isEmpty == true {
            state.handlers[registration.watch] = nil
            if let inbox = state.inbox { inotify_rm_watch(inbox.file, registration.watch) }
        }
        return close(&state)
    }

    private static func close(_ state: inout State) -> Registration? {
        guard state.handlers.isEmpty else { return nil }
        state.inbox?.close()
        state.inbox = nil
        return nil
    }

    private func deliver() {
        let handlers = state.withLock { state in Self.handlers(of: state.inbox?.take() ?? [], in: state) }
        for handler in handlers { handler() }
    }

    private static func handlers(of watches: Set<Int32>, in state: State) -> [@Sendable () -> Void] {
        // Minus one stands for events that the system had no room for.
        if watches.contains(-1) { return state.handlers.values.flatMap(\.values) }
        return watches.flatMap { watch in state.handlers[watch].map { Array($0.values) } ?? [] }
    }
}

/// An instance of `inotify`, and what wakes a queue when there is something in it.
///
/// Unchecked: sources may be used from several threads, which the declarations don't say; and nothing else changes.
private final class Inbox: @unchecked Sendable {
    let file: Int32
    private let source: any DispatchSourceRead

    /// Opens one; nil where there may be no more of them.
    init?(_ handler: @escaping @Sendable () -> Void) {
        let file = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard file >= 0 else { return nil }
        self.file = file
        source = DispatchSource.makeReadSource(fileDescriptor: file, queue: .global())
        source.setEventHandler(handler: handler)
        source.setCancelHandler { Foundation.close(file) }
        source.resume()
    }

    func close() { source.cancel() }

    /// Which files have been written to since it was asked last.
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
