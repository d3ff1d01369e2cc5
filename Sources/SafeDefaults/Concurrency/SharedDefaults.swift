package import Foundation

/// A `UserDefaults` object that several threads use.
///
/// Unchecked: `UserDefaults` is documented to be thread-safe, and its subclasses must be too. Only Foundation's
/// declaration doesn't say so.
package struct SharedDefaults<Object: UserDefaults>: @unchecked Sendable {
    package let object: Object

    package init(_ object: Object) { self.object = object }
}
