/// When a setting's writes reach the store.
///
/// ```swift
/// static let theme = Setting(.theme, default: Theme.light, writes: .onlyChanges)
/// ```
public enum WritePolicy: Sendable, Hashable {
    /// Every write is stored.
    case always

    /// A value that is stored already, in the same form, is not stored again: it costs a read, and saves what a write
    /// sets off, such as the saving of the file.
    ///
    /// What only a launch argument or a registered default says isn't stored, and so a write of the same value is made.
    /// `UserDefaults` itself can't always tell the two apart: over one that is no store of this library's own, a value
    /// that is registered as well is stored each time, and one that a suite holds which was added by `addSuite(named:)`
    /// counts as stored.
    case onlyChanges
}
