#if !canImport(Darwin)
import Foundation
import Synchronization

/// Keeps a process alive that looks at a page of state which the system can't give it any more.
///
/// Where another program shortens a mapped file, or its disk is gone or full, touching the memory is a signal (SIGBUS),
/// which ends the process. A call of the system before each read would make the read several times as long. So the signal
/// is handled: a page of zeros takes the place of the one that is gone, and the engine notices that it was lost.
///
/// Only faults in our pages are handled. All others are left to whatever handled the signal before.
enum PageFaults {
    /// A mapped page.
    struct Page: Sendable {
        // Unchecked: what it points to is never freed, and changed by atomic stores only.
        nonisolated(unsafe) fileprivate let slot: UnsafeMutablePointer<Slot>

        /// Whether its content was lost.
        var isLost: Bool {
            get { slot.pointee.isLost.load(ordering: .acquiring) }
            nonmutating set { slot.pointee.isLost.store(newValue, ordering: .releasing) }
        }
    }

    /// A place in the list of pages.
    ///
    /// It is used again, but never freed: the handler may be looking at it.
    fileprivate struct Slot: ~Copyable {
        /// Where the page lies in memory, or 0.
        let address: Atomic<UInt>
        let isLost = Atomic<Bool>(false)
        let next: UnsafeMutablePointer<Slot>?
    }

    /// The address of the list's first place, or 0.
    private static let first = Atomic<UInt>(0)

    /// Whether the handler is there; what changes the list is under this lock.
    private static let isInstalled = Locked(false)

    /// What handled the signal before; written once, before ours is called.
    nonisolated(unsafe) private static var before = sigaction()

    /// Looks after a page that has been mapped.
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

    /// Ends that; before the page is unmapped.
    static func remove(_ page: Page) { page.slot.pointee.address.store(0, ordering: .releasing) }

    // MARK: - The signal

    private static func install() {
        var action = sigaction()
        action.detailedHandler = { PageFaults.handle($0, $1, $2) }
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        _ = first.load(ordering: .relaxed)
        sigaction(SIGBUS, nil, &before)
        sigaction(SIGBUS, &action, nil)
    }

    /// Runs in the middle of anything: it may only look at memory, and make calls of the system.
    private static func handle(
        _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) {
        let number = errno
        defer { errno = number }
        // A code above 0 is a fault; others are signals that somebody has sent.
        if let info, info.pointee.si_code > 0 {
            let address = UInt(bitPattern: info.pointee.faultAddress)
            if replacePage(at: address) { return }
        }
        if before.sa_flags & SA_SIGINFO != 0, let handler = before.detailedHandler {
            return handler(signal, info, context)
        }
        let handler = before.plainHandler
        guard let handler, unsafeBitCast(handler, to: Int.self) > 1 else {
            // Nobody handles it: the fault comes again, and ends the process as it would have without us.
            sigaction(signal, &before, nil)
            if info?.pointee.si_code ?? 0 <= 0 { raise(signal) }
            return
        }
        handler(signal)
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
