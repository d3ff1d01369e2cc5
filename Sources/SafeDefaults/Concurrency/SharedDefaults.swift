import Foundation

/// A `UserDefaults` object that several threads use.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and its subclasses must keep that promise;
/// only Foundation's declaration doesn't say so.
struct SharedDefaults<Object: UserDefaults>: @unchecked Sendable {
    let object: Object

    init(_ object: Object) { self.object = object }
}
