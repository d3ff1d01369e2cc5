/// A rule that decides which writes of a setting are stored.
///
/// ```swift
/// let theme = Setting(.theme, default: Theme.light, writes: .onlyChanges)
/// ```
public enum WritePolicy: Sendable, Hashable {
    /// Every write is stored.
    case always

    /// A write is stored only if it changes the stored form of the value.
    ///
    /// Each write costs an additional read. A write that isn't stored saves the work that follows a write, such as
    /// saving the file.
    ///
    /// A value from a launch argument or a registered default doesn't count as stored, so writing an equal value stores
    /// it. If the `UserDefaults` object is of a class that isn't this library's, the origin of a value isn't always
    /// known. In that case, a value that equals the registered default is stored at each write, and a value from a
    /// suite added with `addSuite(named:)` counts as stored.
    case onlyChanges
}
