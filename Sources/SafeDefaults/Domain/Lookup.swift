/// The result of a lookup: no value, a value, or an unreadable value.
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

    /// The stored value can't be read as the requested type.
    ///
    /// The value is kept. The error describes why it can't be read.
    indirect case unreadable(DefaultsError)

    /// Creates the result of a read, which must return nil if nothing is stored.
    package init(_ read: () throws(DefaultsError) -> Value?) {
        do throws(DefaultsError) {
            self = try read().map(Lookup.value) ?? .missing
        } catch {
            self = .unreadable(error)
        }
    }
}

extension Lookup: Sendable where Value: Sendable {}
extension Lookup: Equatable where Value: Equatable {}
