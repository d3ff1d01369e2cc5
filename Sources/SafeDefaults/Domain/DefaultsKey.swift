/// A key of a domain: almost always an enum of strings, nested in the domain as `Keys`.
///
/// The raw value is the name under which `UserDefaults` stores the value, exactly as
/// `UserDefaults.standard.set("Tom", forKey: "userName")` would; a ``namespace`` goes before it, with a `/` between:
///
/// ```swift
/// struct LoginDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey {
///         case loginDate, attempts  // stored as "login/loginDate" and "login/attempts"
///         static let namespace = "login"
///     }
/// }
/// ```
///
/// For names of another form, write `uniqueValue`. For names made at run time, make `Keys` a struct with a `rawValue` and
/// list in `allCases` the keys that are known beforehand.
public protocol DefaultsKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// What goes before every name of these keys; empty for nothing, which is the default.
    static var namespace: String { get }

    /// The name that the value is stored under.
    ///
    /// By default the raw value, behind ``namespace`` and `/` if there is one. A name of your own is used as it is, dots
    /// and all.
    var uniqueValue: String { get }
}

extension DefaultsKey {
    /// No namespace.
    @inlinable public static var namespace: String { "" }

    /// The raw value, behind the namespace and `/` if there is one.
    @inlinable public var uniqueValue: String {
        let namespace = Self.namespace
        // Not an interpolation, which takes several times as long: getters by key ask for the name at every call.
        return namespace.isEmpty ? rawValue : namespace + "/" + rawValue
    }
}
