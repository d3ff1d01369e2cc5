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
    case onlyChanges
}
