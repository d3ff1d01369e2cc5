import Foundation

/// A `UserDefaults` object that several threads use.
///
/// Unchecked: `UserDefaults` is documented to be thread-safe, and its subclasses must be too. Only Foundation's
/// declaration doesn't say so.
struct SharedDefaults<Object: UserDefaults>: @unchecked Sendable {
    let object: Object

    init(_ object: Object) { self.object = object }
}
