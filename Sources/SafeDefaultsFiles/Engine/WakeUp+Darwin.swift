#if canImport(Darwin)
import Dispatch
import Foundation
import SafeDefaults

/// Calls a handler when a writer wakes the processes that listen to a store.
///
/// It does so for as long as this object lives.
///
/// Every writer writes its new position to the lock file by a system call, and `kqueue` notifies this process of that.
/// It also does so of this process's own writes, which cost a poll that finds nothing. A lock file that another program
/// has replaced is noticed by this process's next flush or compaction, as it is without listeners.
final class WakeUp: WakeUpSource {
    let files: StoreFiles

    private let source: any DispatchSourceFileSystemObject
    private let hasBeenWoken: Locked<Bool>

    /// Whether an event has come.
    ///
    /// The system registers the source some time after it was activated, and not every file system sends events.
    var isReady: Bool { hasBeenWoken.withLock { $0 } }

    /// Registers a handler, which is called on a queue whenever the lock file is written.
    ///
    /// Returns nil if this process can't write to the lock file, and so can't try whether a write wakes it.
    init?(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) {
        guard let lock = files.lock else { return nil }
        let hasBeenWoken = Locked(false)
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: lock, eventMask: .write, queue: .global(qos: .utility))
        source.setEventHandler {
            hasBeenWoken.withLock { $0 = true }
            handler()
        }
        source.setRegistrationHandler {
            // Without the write no event comes, and the store is polled until another process writes.
            try? files.header?.wake()
        }
        // The system must not watch a file that is closed.
        source.setCancelHandler { withExtendedLifetime(files) {} }
        source.activate()
        self.files = files
        self.hasBeenWoken = hasBeenWoken
        self.source = source
    }

    deinit {
        // In a forked child nothing may be asked of a source, so it is left alone.
        if ProcessIdentity.isForkedChild {
            _ = Unmanaged.passRetained(source as AnyObject)
        } else {
            source.cancel()
        }
    }
}
#endif
