/// A change of a setting, with its old and its new value.
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
    /// If nothing was stored, it is the default. A default that is computed at each read is computed when the change is
    /// delivered.
    public let oldValue: Value

    /// The value that a read returns now.
    ///
    /// It is the default if no readable value is stored.
    public let newValue: Value

    /// Whether this is the first call, which `initial: true` requests.
    ///
    /// In it, both values are equal.
    public let isInitial: Bool
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
