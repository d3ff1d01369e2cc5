// Each initializer exists twice: for `DefaultsValue` types and for `Codable` types. The latter is disfavored: if a type
// conforms to both protocols, its values are stored as a `DefaultsValue`.

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
    @_documentation(visibility: internal)
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
    /// There is the same initializer for `Codable` types.
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
    @_documentation(visibility: internal)
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

// MARK: - A remembered nil

// An optional setting that has a default can nevertheless be set to nil. A marker is stored in place of nil.

extension DomainSetting {
    /// Creates an optional setting that has a default and can store `nil` as a value.
    ///
    /// There is the same initializer for `Codable` types.
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
    @_documentation(visibility: internal)
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
}

// MARK: - Which writes are stored

/// A rule that decides which writes of a setting are stored.
///
/// ```swift
/// let theme = Setting(.theme, default: Theme.light, writes: .onlyChanges)
/// ```
public enum WritePolicy: Sendable, Hashable {
    /// Every write is stored.
    case always

    /// A write is stored only if it changes the stored form of the value.
    ///
    /// Each write costs an additional read. A write that isn't stored saves the work that follows a write, such as
    /// saving the file.
    ///
    /// A value from a launch argument or a registered default doesn't count as stored, so writing an equal value stores
    /// it. If the `UserDefaults` object is of a class that isn't this library's, the origin of a value isn't always
    /// known. In that case, a value that equals the registered default is stored at each write, and a value from a
    /// suite added with `addSuite(named:)` counts as stored.
    case onlyChanges
}
