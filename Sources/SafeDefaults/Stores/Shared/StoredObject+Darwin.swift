#if canImport(Darwin)
extension PropertyListValue {
    /// The value as the object that a `UserDefaults` of Foundation's own class stores fastest.
    var storedObject: Any { foundationObject }
}
#endif
