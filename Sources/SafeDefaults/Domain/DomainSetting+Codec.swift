// Settings that are declared with a codec. The codec encodes the values, so their type needn't conform to a protocol.

extension DomainSetting {
    /// Creates a setting with a default and a stored form.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     struct Settings { let captain = Setting(.captain, default: Person(), stored: .json) }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - codec: The stored form of the values.
    ///   - isAllowed: A closure that returns whether a value is allowed. Any other value is refused, as with
    ///     ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Value>, allowed isAllowed: (@Sendable (Value) -> Bool)? = nil,
        writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            key, codec: codec, limits: isAllowed.map(ValueLimits.init),
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates an optional setting with a stored form, which is `nil` until a value is stored.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     struct Settings { let captain = Setting<Person?>(.captain, stored: .json) }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The stored form of the wrapped type's values.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped>(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Wrapped>,
        allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: codec.optional, limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }
}
