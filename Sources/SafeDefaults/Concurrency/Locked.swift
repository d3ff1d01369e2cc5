package import Foundation

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

/// A `UserDefaults` object that several threads use.
///
/// Unchecked: `UserDefaults` is documented to be thread-safe, and its subclasses must be too. Only Foundation's
/// declaration doesn't say so.
package struct SharedDefaults<Object: UserDefaults>: @unchecked Sendable {
    package let object: Object

    package init(_ object: Object) { self.object = object }
}

/// Owns an object, so that others can refer to it weakly through its owner.
///
/// NB: once there is a weak reference to an object, each retain and release of it is slower, which took a third of a
/// read's time.
package final class Owner<Object> {
    package let object: Object

    package init(_ object: Object) { self.object = object }
}

extension Owner: Sendable where Object: Sendable {}

/// Refers to an owned object for as long as its owner lives.
package struct WeakReference<Object> {
    private weak var owner: Owner<Object>?

    package init(_ owner: Owner<Object>?) { self.owner = owner }

    package var object: Object? { owner?.object }

    /// The owner, for code that shares the ownership of the object; nil if it is gone.
    package var shared: Owner<Object>? { owner }
}

extension WeakReference: Sendable where Object: Sendable {}
