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
