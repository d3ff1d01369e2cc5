// One initializer for `DefaultsValue` types and one for `Codable` types. The latter is disfavored, so that a type which
// is both is stored as a `DefaultsValue`.

extension DomainSetting {
    /// Creates a setting with a default.
    ///
    /// ```swift
    /// static let attempts = Setting(.attempts, default: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - writes: Which writes are stored.
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
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - writes: Which writes are stored.
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

    /// Creates a setting without a default, which is optional, and `nil` until a value is stored.
    ///
    /// ```swift
    /// static let loginDate = Setting<Date?>(.loginDate)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .native, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }

    /// Creates a setting of a `Codable` type without a default.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writes: Which writes are stored.
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
