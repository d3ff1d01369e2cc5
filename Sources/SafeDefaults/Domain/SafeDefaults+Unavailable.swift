// Calls that can't work. Each overload exists only for its error message, which the compiler prints; none is ever
// called.
//
// The overloads are disfavored, so that the compiler doesn't mention them when it can't resolve another call.

public import Dispatch

extension SafeDefaults {
    /// Unavailable: use ``edit(fileID:line:_:)`` to change several settings.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            update changes one setting: write update(\\.attempts) { $0 += 1 }; to change several as one, write \
            edit { $0.attempts += 1 }
            """
    )
    public func update(_ body: (inout DomainDraft<Self>) throws -> Void) {}
}

// MARK: - Names without a setting

/// The type that the compiler mentions if a domain is used with a name that none of its settings has.
///
/// It is never created. It is generic, so that the compiler doesn't find it for a value of the type
/// `any SafeDefaults`, for which there is a better message.
public struct NoSettingOfThisName<Domain> {}

extension SafeDefaults {
    /// Unavailable: the domain has no setting of this name.
    @_disfavoredOverload
    @available(*, unavailable, message: "the domain has no setting of this name")
    public subscript(dynamicMember name: String) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }
}

// MARK: - Domains without a store

extension SafeDefaults {
    /// Unavailable: the domain has no property for its store.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "to choose the store, declare it in the domain: var store: DefaultsStore = .standard"
    )
    public init(store: DefaultsStore) { Swift.fatalError() }
}

// MARK: - Reads without a type

extension SafeDefaults {
    /// Unavailable: the type to read is missing.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the type to read: value(Int.self, forKey: .attempts)")
    public func value<Value>(forKey key: Keys) -> Value? { nil }

    /// Unavailable: the type to read is missing.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the type to read: value(Int.self, forKey: .attempts)")
    public func value(forKey key: Keys) -> NoSettingOfThisName<Self>? { nil }
}

// MARK: - Domains without their settings

extension SafeDefaults {
    /// Unavailable: the domain declares a struct of settings, but not the settings themselves.
    @_disfavoredOverload
    @available(*, unavailable, message: "a domain with a struct Settings needs: static let settings = Settings()")
    public static var settings: Settings { Swift.fatalError() }
}

// MARK: - Closures of another form

extension SafeDefaults {
    /// Unavailable: a queue is named in a call of the changes.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            for the main actor write observe(\\.attempts, on: MainActor.self) { … }; for a queue, \
            changes(of: \\.attempts).observe(on: queue) { … }
            """
    )
    public func observe<Value>(
        _ path: KeyPath<Settings, DomainSetting<Self, Value>>, initial: Bool = false, on queue: DispatchQueue,
        _ handler: @MainActor (Change<Value>) -> Void
    ) -> DefaultsObservation { changes().observe { _ in } }
}

extension SettingValues {
    /// Unavailable: a closure receives changes.
    @discardableResult
    @available(
        *, unavailable,
        message: """
            a loop receives values: for await attempts in login.values(of: \\.attempts) { … }; a closure receives \
            changes: login.observe(\\.attempts) { … }, login.changes(of: \\.attempts).observe { … }
            """
    )
    public func observe(_ handler: (Element) -> Void) -> DefaultsObservation { Swift.fatalError() }
}

// MARK: - Settings instead of key paths

extension SafeDefaults {
    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path: reset(\\.attempts)")
    public func reset<Value>(_ setting: DomainSetting<Self, Value>) {}
}

// MARK: - Key paths of an object

extension SafeDefaults {
    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func update<Value, Result>(_ path: KeyPath<Self, Value>, _ body: (inout Value) throws -> Result) {}

    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func reset<Value>(_ path: KeyPath<Self, Value>) {}

    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func contains<Value>(_ path: KeyPath<Self, Value>) -> Bool { false }

    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func observe<Value>(
        _ path: KeyPath<Self, Value>, initial: Bool = false, _ handler: (Change<Value>) -> Void
    ) -> DefaultsObservation { changes().observe { _ in } }

    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func values<Value>(of path: KeyPath<Self, Value>) -> AsyncStream<Value> { AsyncStream { $0.finish() } }

    /// Unavailable: this is no setting's key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "this is no setting's key path: write \\.attempts, with the name of a setting")
    public func changes<Value>(of path: KeyPath<Self, Value>) -> AsyncStream<Change<Value>> {
        AsyncStream { $0.finish() }
    }
}
