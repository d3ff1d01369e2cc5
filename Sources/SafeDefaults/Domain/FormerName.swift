/// A name under which an earlier version of the program stored a setting's value.
///
/// A string literal is the whole stored name, including its namespace:
///
/// ```swift
/// struct EditorDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey {
///         case theme, fontSize
///         static let namespace = "editor"
///     }
///
///     struct Settings {
///         let theme = Setting(.theme, default: "light", formerly: "appTheme", "ui.theme")
///         let fontSize = Setting(.fontSize, default: 12.5, formerly: .key("fontSize", as: Int.self) { Double($0) })
///     }
///     static let settings = Settings()
/// }
/// ```
///
/// See <doc:Migrations#Renames-formerly> for what reads and writes do with former names.
public struct FormerName<Value>: Sendable, ExpressibleByStringLiteral {
    /// The stored name, including its namespace.
    let name: String

    /// Creates a value from what is stored under the name; nil if it is stored in the setting's own form.
    let decode: (@Sendable (PropertyListValue) throws -> Value)?
}

extension FormerName {
    /// Creates a name under which the value has the setting's own stored form.
    ///
    /// - Parameter name: The stored name, including its namespace.
    public init(stringLiteral name: String) { self.init(name: name, decode: nil) }

    /// Returns this name with a conversion that obeys the limits of the setting.
    func limited(to limits: ValueLimits<Value>?) -> FormerName {
        guard let limits, let decode else { return self }
        return FormerName(name: name) { try limits.admitted(decode($0)) }
    }

    /// Returns a name under which the value has another type.
    ///
    /// ```swift
    /// let name = FormerName<Double>.key("fontSize", as: Int.self) { Double($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The stored name, including its namespace.
    ///   - type: The type of the value under this name.
    ///   - convert: A closure that converts the value. If it throws an error, the value is unreadable, and is kept.
    /// - Returns: The name.
    public static func key<Old: DefaultsValue>(
        _ name: String, as type: Old.Type, convert: @escaping @Sendable (Old) throws -> Value
    ) -> FormerName {
        FormerName(name: name) { stored in try convert(try Old._decode(stored)) }
    }

    /// Returns the name of another key, such as one of another domain.
    ///
    /// - Parameter key: The key.
    /// - Returns: The name.
    public static func key(_ key: some DefaultsKey) -> FormerName { FormerName(stringLiteral: key.uniqueValue) }
}
