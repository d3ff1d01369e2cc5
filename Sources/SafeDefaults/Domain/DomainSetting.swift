/// One setting of a domain: its key, its type, and its default, declared once.
///
/// Declare it as a static constant of the domain, by the name `Setting` that every domain has:
///
/// ```swift
/// static let loginDate = Setting<Date?>(.loginDate)          // no default, so it is optional
/// static let attempts = Setting(.attempts, default: 0)
/// static let installed = Setting(.installed, default: Date())  // the default is evaluated at every read
/// ```
///
/// and use it as a property of the domain. A setting is `Sendable`, and copied as one pointer.
public struct DomainSetting<Domain: SafeDefaults, Value>: Sendable {
    @usableFromInline let definition: SettingDefinition<Value>

    init(
        _ key: Domain.Keys, codec: DefaultsCodec<Value>, writes: WritePolicy, declaration: CodeLocation,
        fallback: @escaping @Sendable () -> Value
    ) {
        definition = SettingDefinition(
            key, codec: codec, writes: writes, declaration: declaration, fallback: fallback)
    }

    /// The setting's name: its key's raw value.
    public var name: String { definition.name }

    /// The name that the value is stored under.
    public var storedName: String { definition.storedName }

    /// The default, evaluated now.
    public var defaultValue: Value { definition.fallback() }

    /// Where the setting is declared, for issues.
    var declaration: CodeLocation { definition.declaration }

    /// The stored value, or the default.
    ///
    /// The same as reading the property on a domain over that store; an unreadable value gives the default and an issue.
    ///
    /// ```swift
    /// let attempts = LoginDefaults.attempts.get()
    /// ```
    ///
    /// - Parameters:
    ///   - store: Where to look.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value.
    public func get(
        from store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value {
        definition.value(in: store.box, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Stores a value; `nil` removes what is stored.
    ///
    /// The same as writing the property on a domain over that store; a value that can't be stored leaves what was stored
    /// and is an issue.
    ///
    /// ```swift
    /// LoginDefaults.attempts.set(3)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - store: Where to store it.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func set(
        _ value: Value, in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        definition.set(value, in: store.box, at: CodeLocation(fileID: fileID, line: line))
    }
}
