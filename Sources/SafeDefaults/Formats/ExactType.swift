/// A quick way to get a value of a known type out of an `Any`.
///
/// Reads of a `UserDefaults` use it. A cast would look up what the type can be converted to, and `type(of:)` takes five
/// times as long as the comparison here.
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
