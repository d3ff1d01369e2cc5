/// A value behind a lock, which is held while a closure reads or changes it.
///
/// Unchecked: the value is only reached through the lock. `Mutex` would do without that, but needs newer systems than
/// the library's floors, and was measured to be slower on Linux.
final class Locked<Value>: @unchecked Sendable {
    private let lock = PlainLock()

    // Unchecked: the lock excludes overlapping access, and the check takes longer than the lock.
    @exclusivity(unchecked) private var value: Value

    init(_ value: Value) { self.value = value }

    deinit { lock.free() }

    /// Runs a closure with the value, while no other thread can.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
