public import SafeDefaults

/// The stored name of a value to migrate.
///
/// A string literal is the whole stored name, including its namespace. For a name that the program still declares, take
/// its key:
///
/// ```swift
/// enum Keys: String, DefaultsKey { case fontSize }
/// let step = DefaultsMigrations.Step.rename("fontsize", to: .key(Keys.fontSize))
/// ```
public struct MigratedName: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The stored name, including its namespace.
    let text: String

    /// Creates a name from a string, which is the whole stored name.
    public init(_ text: String) { self.text = text }

    /// Creates a name from a string literal, which is the whole stored name.
    public init(stringLiteral text: String) { self.text = text }

    /// Returns the stored name of a key.
    public static func key(_ key: some DefaultsKey) -> MigratedName { MigratedName(key.uniqueValue) }
}
