// Optional settings that have a default and can be nil as well. The nil is stored as a marker, which differs from
// nothing.

extension DomainSetting {
    /// Creates an optional setting with a default, which can store `nil` as a value.
    ///
    /// Writing `nil` stores a marker, so that reads return `nil` and not the default. ``SafeDefaults/reset(_:)``
    /// removes what is stored, so that reads return the default again. Without `rememberingNil` both do the latter.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes }
    ///     static let minutes = Setting<Int?>(.minutes, default: 25, rememberingNil: true)
    /// }
    /// TimerDefaults().minutes = nil      // reads return nil
    /// TimerDefaults().reset(\.minutes)   // reads return 25
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - rememberingNil: Whether writing `nil` stores it, instead of removing the value.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped: DefaultsValue>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        rememberingNil: Bool, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = DefaultsCodec<Value>.native
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec, writes: writes,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: fallback)
    }

    /// Creates an optional setting of a `Codable` type with a default, which can store `nil` as a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - rememberingNil: Whether writing `nil` stores it, instead of removing the value.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    @_disfavoredOverload
    public init<Wrapped: Codable & _SendableMetatype>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        rememberingNil: Bool, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = DefaultsCodec<Value>.tree
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec, writes: writes,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: fallback)
    }

    /// Creates an optional setting with a default and a stored form, which can store `nil` as a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - codec: How values of the wrapped type are stored.
    ///   - rememberingNil: Whether writing `nil` stores it, instead of removing the value.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped>(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Wrapped>,
        rememberingNil: Bool, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        let codec = codec.optional
        self.init(
            key, codec: rememberingNil ? codec.rememberingNil() : codec, writes: writes,
            declaration: CodeLocation(fileID: fileID, line: line), fallback: fallback)
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
