// Each initializer exists twice: for `DefaultsValue` types and for `Codable` types. The latter is disfavored: if a type
// conforms to both protocols, its values are stored as a `DefaultsValue`.

extension DomainSetting {
    /// Creates a setting with a default.
    ///
    /// ```swift
    /// let attempts = Setting(.attempts, default: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - isAllowed: A closure that returns whether a value is allowed. Any other value is refused, as with
    ///     ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        allowed isAllowed: (@Sendable (Value) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: DefaultsValue {
        self.init(
            key, codec: .native, limits: isAllowed.map(ValueLimits.init),
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates a setting of a `Codable` type with a default.
    ///
    /// Values are stored as property-list trees.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - isAllowed: A closure that returns whether a value is allowed. Any other value is refused, as with
    ///     ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        allowed isAllowed: (@Sendable (Value) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Codable & _SendableMetatype {
        self.init(
            key, codec: .tree, limits: isAllowed.map(ValueLimits.init),
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates an optional setting, which is `nil` until a value is stored.
    ///
    /// ```swift
    /// let loginDate = Setting<Date?>(.loginDate)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .native(optional: Wrapped.self), limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }

    /// Creates an optional setting of a `Codable` type, which is `nil` until a value is stored.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init<Wrapped: Codable & _SendableMetatype>(
        _ key: Domain.Keys, allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .tree, limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }
}
