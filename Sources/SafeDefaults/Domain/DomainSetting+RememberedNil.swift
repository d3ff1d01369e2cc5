// Optional settings that have a default and can nevertheless be set to nil. A marker is stored in place of nil.

extension DomainSetting {
    /// Creates an optional setting that has a default and can store `nil` as a value.
    ///
    /// If `rememberingNil` is `true`, writing `nil` stores a marker, so that reads return `nil` and not the default.
    /// ``SafeDefaults/reset(_:)`` removes the stored value or marker, so that reads return the default again. If
    /// `rememberingNil` is `false`, writing `nil` does the same as a reset.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes }
    ///     struct Settings { let minutes = Setting<Int?>(.minutes, default: 25, rememberingNil: true) }
    ///     static let settings = Settings()
    /// }
    /// TimerDefaults().minutes = nil      // reads return nil
    /// TimerDefaults().reset(\.minutes)   // reads return 25
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - rememberingNil: Whether writing `nil` stores a marker for it instead of removing the stored value.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        rememberingNil: Bool, allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = DefaultsCodec<Value>.native
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec,
            limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates an optional setting of a `Codable` type that has a default and can store `nil` as a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - rememberingNil: Whether writing `nil` stores a marker for it instead of removing the stored value.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init<Wrapped: Codable & _SendableMetatype>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        rememberingNil: Bool, allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = DefaultsCodec<Value>.tree
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec,
            limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates an optional setting that has a default and a stored form, and can store `nil` as a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default. It is evaluated at each read that finds no value, and isn't stored.
    ///   - codec: The stored form of the wrapped type's values.
    ///   - rememberingNil: Whether writing `nil` stores a marker for it instead of removing the stored value.
    ///   - isAllowed: A closure that returns whether a value other than `nil` is allowed. Any other value is refused,
    ///     as with ``RangePolicy/rejecting``.
    ///   - writes: Which writes are stored: all of them, or only those that change the stored value.
    ///   - names: The names under which earlier versions of the program stored the value, the newest first; see
    ///     ``FormerName``.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Wrapped>,
        rememberingNil: Bool, allowed isAllowed: (@Sendable (Wrapped) -> Bool)? = nil, writes: WritePolicy = .always,
        formerly names: FormerName<Value>..., fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = codec.optional
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec,
            limits: isAllowed.map { ValueLimits($0).optional },
            writes: writes, formerly: names, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Unavailable: only an optional setting can remember nil.
    @available(
        *, unavailable,
        message: """
            only a setting of an optional type whose values can be stored can remember nil: write \
            Setting<Value?>(.key, default: …, rememberingNil: true)
            """
    )
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value, rememberingNil: Bool,
        writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(unavailable: ())
    }
}
