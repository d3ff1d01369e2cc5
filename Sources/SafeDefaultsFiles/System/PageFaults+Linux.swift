#if !canImport(Darwin)
import Foundation
import SafeDefaults
import Synchronization

// In the pod, what the header declares is in the module itself.
#if canImport(CSafeDefaults)
import CSafeDefaults
#endif

/// Keeps the process alive when it reads a mapped lock file that the system can no longer read.
///
/// If another program has shortened a mapped file, or its disk is gone or full, accessing the memory raises a signal
/// (SIGBUS), which ends the process. A system call before each read would avoid that, but make reads several times as
/// slow. So the signal is handled: the handler replaces the page with a page of zeros, and the engine finds that the
/// content was lost.
///
/// Only faults in these pages are handled. All others are passed on to the handler that was installed before.
enum PageFaults {
    /// A mapped page.
    struct Page: Sendable {
        // Unsafe: the slot is never freed, and only changed by atomic stores.
        nonisolated(unsafe) fileprivate let slot: UnsafeMutablePointer<Slot>

        /// Whether the page's content was lost.
        var isLost: Bool {
            get { slot.pointee.isLost.load(ordering: .acquiring) }
            nonmutating set { slot.pointee.isLost.store(newValue, ordering: .releasing) }
        }
    }

    /// An element of the list of pages.
    ///
    /// It may be reused but is never freed, because the handler may be reading it.
    fileprivate struct Slot: ~Copyable {
        /// The page's address, or 0.
        let address: Atomic<UInt>
        let isLost = Atomic<Bool>(false)
        let next: UnsafeMutablePointer<Slot>?
    }

    /// The address of the list's first element, or 0.
    private static let first = Atomic<UInt>(0)

    /// Whether the handler is installed.
    ///
    /// This value's lock is held while the list is changed.
    private static let isInstalled = Locked(false)

    // Unsafe: it is written once, before the new handler can be called.

    /// The handler that was installed before.
    nonisolated(unsafe) private static var before = sigaction()

    /// Handles faults in a page from now on.
    static func add(_ memory: UnsafeMutableRawPointer) -> Page {
        isInstalled.withLock { isInstalled in
            if !isInstalled {
                install()
                isInstalled = true
            }
            let address = UInt(bitPattern: memory)
            var slot = UnsafeMutablePointer<Slot>(bitPattern: first.load(ordering: .relaxed))
            while let found = slot {
                if found.pointee.address.load(ordering: .relaxed) == 0 {
                    found.pointee.isLost.store(false, ordering: .relaxed)
                    found.pointee.address.store(address, ordering: .releasing)
                    return Page(slot: found)
                }
                slot = found.pointee.next
            }
            let next = UnsafeMutablePointer<Slot>(bitPattern: first.load(ordering: .relaxed))
            let new = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
            new.initialize(to: Slot(address: Atomic(address), next: next))
            first.store(UInt(bitPattern: new), ordering: .releasing)
            return Page(slot: new)
        }
    }

    /// Stops handling faults in a page.
    ///
    /// Call it before the page is unmapped.
    static func remove(_ page: Page) { page.slot.pointee.address.store(0, ordering: .releasing) }

    // MARK: - The signal

    private static func install() {
        var action = safe_defaults_action { PageFaults.handle($0, $1, $2) }
        _ = first.load(ordering: .relaxed)
        sigaction(SIGBUS, nil, &before)
        sigaction(SIGBUS, &action, nil)
    }

    /// Handles a signal.
    ///
    /// It may interrupt any code, so it may only read memory and make system calls.
    private static func handle(
        _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) {
        let number = errno
        defer { errno = number }
        // A code above 0 means a fault. Other signals were sent by a process.
        let isFault = info.map { $0.pointee.si_code > 0 } ?? false
        if isFault, let info, replacePage(at: UInt(bitPattern: safe_defaults_fault_address(info))) { return }
        var before = before
        if safe_defaults_perform(&before, signal, info, context) != 0 { return }
        // There was no handler: the fault is raised again, and ends the process.
        sigaction(signal, &before, nil)
        if !isFault { raise(signal) }
    }

    private static func replacePage(at address: UInt) -> Bool {
        var slot = UnsafeMutablePointer<Slot>(bitPattern: first.load(ordering: .acquiring))
        while let found = slot {
            let page = found.pointee.address.load(ordering: .acquiring)
            if page != 0, address >= page, address - page < UInt(HeaderField.size) {
                let memory: UnsafeMutableRawPointer? = mmap(
                    UnsafeMutableRawPointer(bitPattern: page), HeaderField.size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
                found.pointee.isLost.store(true, ordering: .releasing)
                return memory != MAP_FAILED
            }
            slot = found.pointee.next
        }
        return false
    }
}
#endif
