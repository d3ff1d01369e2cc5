import Foundation
import SafeDefaults

/// A lock that several threads can have for reading at once, and that one thread alone can have for writing.
///
/// It consists of several plain locks. A reader takes the one of the processor that it runs on. So readers on different
/// processors write to no memory that they share, and none slows another down. A writer takes all of them.
///
/// Its owner has to free it. A thread must not take it while it has it.
struct ReadWriteLock: Sendable {
    // Unsafe: the pointer never changes, and the locks are thread-safe.
    nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    /// The number of plain locks, which is a power of two.
    let count: Int

    /// The distance between two plain locks in bytes.
    ///
    /// Processors exchange memory in lines of 64 or 128 bytes.
    static var stride: Int { 128 }

    /// Creates a lock.
    ///
    /// - Parameter atLeast: The number of plain locks, which is rounded up to a power of two, so that a reader needn't
    ///   divide. With more than 16, writes would lose more than reads gain.
    init(count atLeast: Int = min(ProcessInfo.processInfo.activeProcessorCount, 16)) {
        var count = 1
        while count < atLeast { count *= 2 }
        self.count = count
        memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
        for index in 0..<count {
            _ = PlainLock(at: (memory + index * Self.stride).bindMemory(to: pthread_mutex_t.self, capacity: 1))
        }
    }

    func part(_ index: Int) -> PlainLock {
        PlainLock(at: (memory + index * Self.stride).assumingMemoryBound(to: pthread_mutex_t.self), isNew: false)
    }

    /// Takes the lock for reading.
    ///
    /// - Returns: The plain lock, which the caller has to release.
    func lockForReading() -> PlainLock {
        let lock = part(Int(processor & UInt(count - 1)))
        lock.lock()
        return lock
    }

    /// Takes the lock for writing.
    func lock() {
        // All writers take the plain locks in this order, and a reader takes only one, so there is no deadlock.
        for index in 0..<count { part(index).lock() }
    }

    /// Releases the lock after writing.
    func unlock() {
        for index in 0..<count { part(index).unlock() }
    }

    /// Runs a closure that only reads.
    func whileReading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let lock = lockForReading()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs a closure that may write.
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Frees the memory.
    ///
    /// The lock must not be used after this.
    func free() {
        for index in 0..<count { pthread_mutex_destroy(part(index).mutex) }
        memory.deallocate()
    }

    // MARK: - Processors

    #if canImport(Darwin)
    /// A number of this thread, which is used in place of its processor's.
    ///
    /// The numbers of threads are often multiples of 256, so they are mixed first. Otherwise, the remainders of most of
    /// them would be equal.
    private var processor: UInt {
        UInt(truncatingIfNeeded: (UInt64(ThreadIdentity.current) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
    #else
    // NB: this is copied into each lock, because access to a global variable goes through `swift_once`.
    private let number = Self.number

    /// The number of the processor that this thread runs on.
    ///
    /// The thread may run on another one right afterwards. If the system can't tell, it is a number of the thread.
    private var processor: UInt {
        if let number { UInt(bitPattern: Int(number())) } else { ThreadIdentity.current >> 12 }
    }

    /// The C library's `sched_getcpu`; nil if it has none.
    ///
    /// It is looked up by name, because its declaration is left out of the C library's module.
    private static let number = dlsym(nil, "sched_getcpu")
        .map { unsafeBitCast($0, to: (@convention(c) () -> CInt).self) }
    #endif
}
