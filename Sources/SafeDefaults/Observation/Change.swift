/// What a setting was, and what it is now.
///
/// ```swift
/// let token = login.observe(\.attempts) { change in
///     print(change.oldValue, "→", change.newValue)
/// }
/// token.cancel()
/// ```
public struct Change<Value> {
    /// The value that this observer saw last.
    ///
    /// The default where nothing was stored; of a setting whose default is dynamic, that of the moment the change is told.
    public let oldValue: Value

    /// The value as a read gives it: the default where nothing is stored any more, and where something unreadable is.
    public let newValue: Value

    /// Whether this is no change, but the first call that was asked for with `initial: true`; both values are then equal.
    public let isInitial: Bool
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
