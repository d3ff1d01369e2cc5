/// A value that is guarded by a lock.
///
/// The lock is held while a closure reads or changes the value.
///
/// Unchecked: the value is accessed only under the lock. `Mutex` wouldn't need this, but it needs newer systems than
/// those that the library supports, and was measured to be slower on Linux.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = PlainLock()

    // Exclusivity is unchecked: the lock prevents overlapping access, and the check takes longer than the lock.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: Value) { self.value = value }

    deinit { lock.free() }

    /// Runs a closure with the value while no other thread can access it.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
