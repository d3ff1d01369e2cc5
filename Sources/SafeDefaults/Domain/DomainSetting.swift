/// A setting of a domain, with a key, a type and a default.
///
/// Declare a setting as a stored property of the domain's ``SafeDefaults/settings``. Every domain has the type alias
/// `Setting` for this:
///
/// ```swift
/// let loginDate = Setting<Date?>(.loginDate)          // no default, so it is optional
/// let attempts = Setting(.attempts, default: 0)
/// let installed = Setting(.installed, default: Date())  // the default is evaluated at every read
/// ```
///
/// Then read and write the setting as a property of the domain. A setting is `Sendable`, and is quickly copied.
public struct DomainSetting<Domain: SafeDefaults, Value>: Sendable {
    /// The setting's properties.
    @usableFromInline package let definition: SettingDefinition<Value>

    init(
        _ key: Domain.Keys, codec: DefaultsCodec<Value>, limits: ValueLimits<Value>? = nil,
        formerly names: [FormerName<Value>], fileID: StaticString, line: UInt,
        fallback: @escaping @Sendable () -> Value
    ) {
        definition = SettingDefinition(
            key, codec: codec, limits: limits, formerly: names, at: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    init(definition: SettingDefinition<Value>) { self.definition = definition }

    /// The setting's name, which is its key's raw value.
    public var name: String { definition.name }

    /// The name under which the value is stored.
    public var storedName: String { definition.storedName }

    /// The default, which is evaluated at each access.
    public var defaultValue: Value { definition.fallback() }

    /// The source location of the setting's declaration, for issues.
    package var declaration: CodeLocation { definition.declaration }

    /// Returns the stored value, or the default if nothing is stored.
    ///
    /// This is the same as reading the property on a domain that uses `store`, which the domain's own
    /// ``SafeDefaults/store`` doesn't change. If the stored value can't be read, the
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
        store.withBox { definition.value(in: $0, at: CodeLocation(fileID: fileID, line: line)) }
    }

    /// Stores a value, or removes the stored value if the new one is `nil`.
    ///
    /// This is the same as setting the property on a domain that uses `store`, which the domain's own
    /// ``SafeDefaults/store`` doesn't change. If the value can't be stored, the
    /// previous value is kept and an issue is reported.
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
        store.withBox { definition.set(value, in: $0, at: CodeLocation(fileID: fileID, line: line)) }
    }
}

// MARK: - Where values come from

// The Observation framework tracks these calls like reads.

extension DomainSetting {
    /// Returns where the setting's value comes from.
    ///
    /// The origin of an unreadable value is where it is, although a read returns the default.
    ///
    /// ```swift
    /// print(LoginDefaults.attempts.origin(in: login.store))  // such as "launch argument", "stored" or "default"
    /// ```
    ///
    /// A store over a `UserDefaults` that other code has created doesn't know the name of its domain. Of a stored value
    /// that equals the registered one, it says that it is registered.
    ///
    /// - Parameter store: The store to read.
    /// - Returns: The origin.
    public func origin(in store: DefaultsStore = .standard) -> ValueOrigin {
        let origins = definition.storedNames.map(store.box.origin)
        return origins.preferredIndex.map { origins[$0] } ?? .default
    }
}

extension DefaultsStore {
    /// Returns where the value under a key comes from.
    ///
    /// Use it for a key without a setting. A setting has ``DomainSetting/origin(in:)``, which knows its former names.
    ///
    /// ```swift
    /// print(login.store.origin(of: LoginDefaults.Keys.theme))
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The origin. It is ``ValueOrigin/default`` if there is no value.
    public func origin(of key: some DefaultsKey) -> ValueOrigin {
        box.origin(named: key.uniqueValue)
    }
}

// MARK: - Lookup

/// The result of a lookup: no value, a value, or an unreadable value.
///
/// ```swift
/// switch login.lookup(\.attempts) {
/// case .missing: print("never stored")
/// case .value(let attempts): print(attempts)
/// case .unreadable(let error): print(error)
/// }
/// ```
public enum Lookup<Value> {
    /// Nothing is stored.
    case missing

    /// A value is stored.
    case value(Value)

    /// The stored value can't be read as the requested type.
    ///
    /// The value is kept. The error describes why it can't be read.
    indirect case unreadable(DefaultsError)

    /// Creates the result of a read, which must return nil if nothing is stored.
    package init(_ read: () throws(DefaultsError) -> Value?) {
        do throws(DefaultsError) {
            self = try read().map(Lookup.value) ?? .missing
        } catch {
            self = .unreadable(error)
        }
    }
}

extension Lookup: Sendable where Value: Sendable {}
extension Lookup: Equatable where Value: Equatable {}
