/// A setting of a domain, which declares a key, a type and a default.
///
/// Declare it as a static constant of the domain, with the typealias `Setting` that every domain has:
///
/// ```swift
/// static let loginDate = Setting<Date?>(.loginDate)          // no default, so it is optional
/// static let attempts = Setting(.attempts, default: 0)
/// static let installed = Setting(.installed, default: Date())  // the default is evaluated at every read
/// ```
///
/// Then use it as a property of the domain. A setting is `Sendable`, and copied as one pointer.
public struct DomainSetting<Domain: SafeDefaults, Value>: Sendable {
    @usableFromInline let definition: SettingDefinition<Value>

    init(
        _ key: Domain.Keys, codec: DefaultsCodec<Value>, writes: WritePolicy, declaration: CodeLocation,
        fallback: @escaping @Sendable () -> Value
    ) {
        definition = SettingDefinition(
            key, codec: codec, writes: writes, declaration: declaration, fallback: fallback)
    }

    /// The setting's name, which is its key's raw value.
    public var name: String { definition.name }

    /// The name under which the value is stored.
    public var storedName: String { definition.storedName }

    /// The default, evaluated at each access.
    public var defaultValue: Value { definition.fallback() }

    /// Where the setting is declared, for issues.
    var declaration: CodeLocation { definition.declaration }

    /// Returns the stored value, or the default if nothing is stored.
    ///
    /// This is the same as reading the property of a domain over that store: if the stored value can't be read, the
    /// default is returned and an issue is reported.
    ///
    /// ```swift
    /// let attempts = LoginDefaults.attempts.get()
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store to read.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value.
    public func get(
        from store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value {
        definition.value(in: store.box, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Stores a value, or removes what is stored if the value is `nil`.
    ///
    /// This is the same as writing the property of a domain over that store: if the value can't be stored, what was
    /// stored is kept and an issue is reported.
    ///
    /// ```swift
    /// LoginDefaults.attempts.set(3)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - store: The store to write to.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func set(
        _ value: Value, in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        definition.set(value, in: store.box, at: CodeLocation(fileID: fileID, line: line))
    }
}
