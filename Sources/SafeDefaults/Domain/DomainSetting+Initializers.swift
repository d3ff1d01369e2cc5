// Each initializer exists twice: for `DefaultsValue` types and for `Codable` types. The latter is disfavored: if a type
// conforms to both protocols, its values are stored as a `DefaultsValue`.

extension DomainSetting {
    /// Creates a setting with a default.
    ///
    /// ```swift
    /// static let attempts = Setting(.attempts, default: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: DefaultsValue {
        self.init(
            key, codec: .native, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates a setting of a `Codable` type with a default.
    ///
    /// Values are stored as property-list trees.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Codable & _SendableMetatype {
        self.init(
            key, codec: .tree, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates an optional setting, which is `nil` until a value is stored.
    ///
    /// ```swift
    /// static let loginDate = Setting<Date?>(.loginDate)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .native, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }

    /// Creates an optional setting of a `Codable` type, which is `nil` until a value is stored.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init<Wrapped: Codable & _SendableMetatype>(
        _ key: Domain.Keys, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .tree, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }
}
