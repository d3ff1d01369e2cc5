// Settings whose values lie in a range.

extension DomainSetting {
    /// Creates a setting with a default, whose values lie in a range.
    ///
    /// ```swift
    /// struct PlayerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case volume, retries }
    ///
    ///     struct Settings {
    ///         let volume = Setting(.volume, default: 5, in: 0...10)
    ///         let retries = Setting(.retries, default: 3, in: 1..., outside: .rejecting)
    ///     }
    ///     static let settings = Settings()
    /// }
    /// PlayerDefaults().volume = 11    // stores 10
    /// PlayerDefaults().retries = 0    // stores nothing, and reports an issue
    /// ```
    ///
    /// A read doesn't change a stored value that is outside of the range.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, isn't stored, and isn't checked
    ///     against the range.
    ///   - range: The range: `0...10`, `0...` or `...10`.
    ///   - policy: What happens to a value outside of the range.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        in range: some ValueRange<Value> & Sendable, outside policy: RangePolicy = .clamping,
        writes: WritePolicy = .always, formerly names: FormerName<Value>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Value: DefaultsValue & Comparable {
        self.init(
            key, codec: .native, limits: ValueLimits(range, outside: policy), writes: writes, formerly: names,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: fallback)
    }

    /// Creates an optional setting, whose values lie in a range.
    ///
    /// It is `nil` until a value is stored. `nil` is always allowed.
    ///
    /// ```swift
    /// struct PlayerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case volume }
    ///     struct Settings { let volume = Setting<Int?>(.volume, in: 0...10) }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - range: The range: `0...10`, `0...` or `...10`.
    ///   - policy: What happens to a value outside of the range.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue & Comparable>(
        _ key: Domain.Keys, in range: some ValueRange<Wrapped> & Sendable, outside policy: RangePolicy = .clamping,
        writes: WritePolicy = .always, formerly names: FormerName<Value>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: .native, limits: ValueLimits(range, outside: policy).optional, writes: writes, formerly: names,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: { nil })
    }

    /// Creates a setting with a default and a stored form, whose values lie in a range.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, isn't stored, and isn't checked
    ///     against the range.
    ///   - codec: The stored form of the values.
    ///   - range: The range: `0...10`, `0...` or `...10`.
    ///   - policy: What happens to a value outside of the range.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Value>, in range: some ValueRange<Value> & Sendable,
        outside policy: RangePolicy = .clamping, writes: WritePolicy = .always, formerly names: FormerName<Value>...,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Comparable & _SendableMetatype {
        self.init(
            key, codec: codec, limits: ValueLimits(range, outside: policy), writes: writes, formerly: names,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: fallback)
    }
}
