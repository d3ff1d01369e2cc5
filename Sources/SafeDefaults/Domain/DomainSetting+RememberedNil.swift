// Optional settings that have a default and can be nil as well. The nil is stored as a marker, which differs from nothing.

extension DomainSetting {
    /// Declares an optional setting with a default, which remembers nil as a value.
    ///
    /// Writing `nil` stores a marker, so that reads give `nil` and not the default; ``SafeDefaults/reset(_:)`` removes what
    /// is stored, so that they give the default again. Without `rememberingNil` both do the latter.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes }
    ///     static let minutes = Setting<Int?>(.minutes, default: 25, rememberingNil: true)
    /// }
    /// TimerDefaults().minutes = nil      // reads give nil
    /// TimerDefaults().reset(\.minutes)   // reads give 25
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at every read that finds nothing; never written by a read.
    ///   - rememberingNil: Whether `nil` is stored, and not just nothing.
    ///   - writes: When writes reach the store.
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

    /// Declares an optional setting of a `Codable` type with a default, which remembers nil as a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at every read that finds nothing; never written by a read.
    ///   - rememberingNil: Whether `nil` is stored, and not just nothing.
    ///   - writes: When writes reach the store.
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

    /// Declares an optional setting with a default, which remembers nil as a value, and says how its values are stored.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at every read that finds nothing; never written by a read.
    ///   - codec: How values of the wrapped type are stored.
    ///   - rememberingNil: Whether `nil` is stored, and not just nothing.
    ///   - writes: When writes reach the store.
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

    /// Not usable: only an optional setting can remember nil.
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
