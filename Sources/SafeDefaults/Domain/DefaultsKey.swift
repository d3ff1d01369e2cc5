/// The type of a domain's keys, usually an enum of strings nested in the domain as `Keys`.
///
/// A key's raw value is the name under which `UserDefaults` stores the value, like `userName` in
/// `UserDefaults.standard.set("Tom", forKey: "userName")`. If there is a ``namespace``, the stored name is the
/// namespace, a `/` and the raw value:
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
/// For stored names of another form, implement ``uniqueValue``. For names that are made at run time, make `Keys` a
/// struct that conforms to ``DynamicDefaultsKey``.
public protocol DefaultsKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The prefix of all keys' stored names, which is empty by default.
    static var namespace: String { get }

    /// The name under which the value is stored.
    ///
    /// By default, this is the raw value, preceded by ``namespace`` and `/` if the namespace isn't empty. If you
    /// implement this property, its value is used unchanged, including any dots.
    var uniqueValue: String { get }
}

extension DefaultsKey {
    /// An empty namespace.
    @inlinable public static var namespace: String { "" }

    /// The raw value, preceded by the namespace and `/` if the namespace isn't empty.
    @inlinable public var uniqueValue: String {
        let namespace = Self.namespace
        // NB: a string interpolation takes several times as long, and every call of a getter by key comes here.
        return namespace.isEmpty ? rawValue : namespace + "/" + rawValue
    }
}
