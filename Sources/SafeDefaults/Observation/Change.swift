/// A change of a setting: its old and its new value.
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
    /// It is the default if nothing was stored; a dynamic default is computed when the change is delivered.
    public let oldValue: Value

    /// The value that a read returns now: the default if nothing readable is stored.
    public let newValue: Value

    /// Whether this is the first call, which `initial: true` asks for; both values are then equal.
    public let isInitial: Bool
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
