/// A rule for which writes of a setting are stored.
///
/// ```swift
/// static let theme = Setting(.theme, default: Theme.light, writes: .onlyChanges)
/// ```
public enum WritePolicy: Sendable, Hashable {
    /// Every write is stored.
    case always

    /// A value that is already stored in the same form isn't stored again.
    ///
    /// This costs a read, and saves what follows a write, such as saving the file.
    ///
    /// A value that comes from a launch argument or a registered default isn't stored, so writing it stores it. A
    /// `UserDefaults` object that isn't one of this library's classes can't always tell: there, a value that equals the
    /// registered one is stored each time, and a value in a suite that was added with `addSuite(named:)` counts as
    /// stored.
    case onlyChanges
}
