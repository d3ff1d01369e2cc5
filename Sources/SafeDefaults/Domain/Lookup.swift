/// What a look at a stored value found: nothing, a value, or something that can't be read as one.
///
/// ```swift
/// switch login.lookup(\.attempts) {
/// case .missing: print("never stored")
/// case .value(let attempts): print(attempts)
/// case .unreadable(let error): print(error)
/// }
/// ```
public enum Lookup<Value> {
    /// Nothing is stored.
    case missing

    /// A value is stored.
    case value(Value)

    /// Something is stored that is no value of the type; the error says what and why. It is kept.
    indirect case unreadable(DefaultsError)
}

extension Lookup: Sendable where Value: Sendable {}
extension Lookup: Equatable where Value: Equatable {}
