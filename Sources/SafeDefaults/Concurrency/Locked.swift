/// A value that is touched only under its lock, which is held for the few lines of a closure.
///
/// Unchecked: the value is reached through the lock only. `Mutex` would say the same without that word, but needs newer
/// systems than the library's floors, and a plain lock measured faster on Linux.
final class Locked<Value>: @unchecked Sendable {
    private let lock = PlainLock()

    // Unchecked: the lock sees to it already, and the check takes longer than the lock.
    @exclusivity(unchecked) private var value: Value

    init(_ value: Value) { self.value = value }

    deinit { lock.free() }

    /// Runs a closure with the value.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
