/// The result of a lookup: nothing, a value, or something unreadable.
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

    /// A value is stored, and kept, that can't be read as the type, for the reason that the error gives.
    indirect case unreadable(DefaultsError)

    /// Creates the result of a read that returns nil if nothing is stored.
    init(_ read: () throws(DefaultsError) -> Value?) {
        do throws(DefaultsError) {
            self = try read().map(Lookup.value) ?? .missing
        } catch {
            self = .unreadable(error)
        }
    }
}

extension Lookup: Sendable where Value: Sendable {}
extension Lookup: Equatable where Value: Equatable {}
