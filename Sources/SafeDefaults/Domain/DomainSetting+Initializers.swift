// Each initializer without a codec exists twice: for `DefaultsValue` types and for `Codable` types. The latter is
// disfavored: if a type conforms to both protocols, its values are stored as a `DefaultsValue`.

extension DomainSetting {
    /// Creates a setting with a default.
    ///
    /// There is the same initializer for `Codable` types, whose values are stored as property-list trees.
    ///
    /// ```swift
    /// let attempts = Setting(.attempts, default: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: DefaultsValue {
        self.init(key, codec: .native, formerly: names, fileID: fileID, line: line, fallback: fallback)
    }

    /// Creates a setting of a `Codable` type with a default.
    ///
    /// Values are stored as property-list trees.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Codable & _SendableMetatype {
        self.init(key, codec: .tree, formerly: names, fileID: fileID, line: line, fallback: fallback)
    }

    /// Creates a setting with a default and a stored form.
    ///
    /// The codec encodes the values, so their type needn't conform to a protocol.
    ///
    /// ```swift
    /// nonisolated struct Person: Codable { var name = "", age = 0 }
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
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Value>, formerly names: FormerName<Value>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, codec: codec, formerly: names, fileID: fileID, line: line, fallback: fallback)
    }
}

// MARK: - Without a default

extension DomainSetting {
    /// Creates an optional setting, which is `nil` until a value is stored.
    ///
    /// There is the same initializer for `Codable` types.
    ///
    /// ```swift
    /// let loginDate = Setting<Date?>(.loginDate)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(key, codec: .native, formerly: names, fileID: fileID, line: line) { nil }
    }

    /// Creates an optional setting of a `Codable` type, which is `nil` until a value is stored.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Wrapped: Codable & _SendableMetatype>(
        _ key: Domain.Keys, formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(key, codec: .tree, formerly: names, fileID: fileID, line: line) { nil }
    }

    /// Creates an optional setting with a stored form, which is `nil` until a value is stored.
    ///
    /// ```swift
    /// nonisolated struct Person: Codable { var name = "", age = 0 }
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
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped>(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Wrapped>, formerly names: FormerName<Value>...,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(key, codec: codec.optional, formerly: names, fileID: fileID, line: line) { nil }
    }
}

// MARK: - With a range

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
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        in range: some ValueRange<Value> & Sendable, outside policy: RangePolicy = .clamping,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: DefaultsValue & Comparable {
        let limits = ValueLimits(range, outside: policy)
        self.init(
            key, codec: .native, limits: limits, formerly: names, fileID: fileID, line: line, fallback: fallback)
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
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue & Comparable>(
        _ key: Domain.Keys, in range: some ValueRange<Wrapped> & Sendable, outside policy: RangePolicy = .clamping,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let limits = ValueLimits(range, outside: policy).optional
        self.init(key, codec: .native, limits: limits, formerly: names, fileID: fileID, line: line) { nil }
    }
}

// MARK: - Mistakes that are explained

// Declarations that can't work. Each overload exists only for its error message, which the compiler prints. None is
// ever called.

extension DomainSetting {
    /// Unavailable: a setting without a default must be optional.
    @available(
        *, unavailable,
        message: """
            a setting without a default must be of an optional type whose values can be stored: write \
            Setting<Value?>(.key), or give a default: Setting(.key, default: …); if the type is optional, its values \
            can't be stored: conform them to DefaultsValue or Codable
            """
    )
    public init(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Value>? = nil, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        Swift.fatalError()
    }

    /// Unavailable: the default's type can't be stored.
    @available(
        *, unavailable,
        message: """
            values of this type can't be stored: conform it to DefaultsValue or Codable, or, for an empty or mixed \
            literal, write the type: Setting<[Int]>(.key, default: []), Setting<PropertyListValue>(.key, default: …)
            """
    )
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        Swift.fatalError()
    }
}
