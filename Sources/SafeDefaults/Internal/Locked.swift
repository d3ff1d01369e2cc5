import Foundation

/// A value that is touched only under its lock, which is held for the few lines of a closure.
///
/// Unchecked: the value is reached through the lock only. `Mutex` would say the same without that word, but needs newer
/// systems than the library's floors, and an `NSLock` measured faster on Linux.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a closure with the value.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
