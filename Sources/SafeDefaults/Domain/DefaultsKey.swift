/// A type for the keys of a domain, almost always an enum of strings that is nested in the domain as `Keys`.
///
/// The raw value is the name under which `UserDefaults` stores the value, as with
/// `UserDefaults.standard.set("Tom", forKey: "userName")`. A ``namespace`` precedes it, with a `/` in between:
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
/// For names of another form, implement `uniqueValue`. For names that are created at run time, make `Keys` a struct
/// with a `rawValue`, and list the keys that are known beforehand in `allCases`.
public protocol DefaultsKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The prefix of the stored names of all keys; empty by default.
    static var namespace: String { get }

    /// The name under which the value is stored.
    ///
    /// By default this is the raw value, after ``namespace`` and `/` if there is a namespace. If you implement it, the
    /// name is used unchanged, including any dots.
    var uniqueValue: String { get }
}

extension DefaultsKey {
    /// An empty namespace.
    @inlinable public static var namespace: String { "" }

    /// The raw value, after the namespace and `/` if there is a namespace.
    @inlinable public var uniqueValue: String {
        let namespace = Self.namespace
        // NB: an interpolation takes several times as long, and getters by key ask for the name at each call.
        return namespace.isEmpty ? rawValue : namespace + "/" + rawValue
    }
}
