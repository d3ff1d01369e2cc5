/// Objects whose type is known exactly.
///
/// A cast costs a lookup, and `type(of:)` also looks into what the type may wrap. Every read of a `UserDefaults` needs
/// one or the other.
enum ExactType {
    /// Returns whether the type of an object is a given one.
    static func matches(_ object: Any, _ type: Any.Type) -> Bool {
        func isType<Object>(_ object: Object) -> Bool { Object.self == type }
        return _openExistential(object, do: isType)
    }

    /// Returns an object of exactly a given type as a value of that type.
    ///
    /// Don't pass any other object.
    static func value<Value>(_ object: Any, as type: Value.Type) -> Value {
        assert(matches(object, type))
        func cast<Object>(_ object: Object) -> Value { unsafeBitCast(object, to: Value.self) }
        return _openExistential(object, do: cast)
    }
}
