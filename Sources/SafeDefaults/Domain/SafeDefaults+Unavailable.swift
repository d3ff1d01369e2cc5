public import Dispatch
public import Foundation

// Calls that can't work. Each overload exists only for its error message, which the compiler prints; none is ever
// called.
//
// The overloads are disfavored, so that the compiler doesn't mention them when it can't resolve another call.

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

// MARK: - Names that are taken

// A getter by key hides a setting of its name, but these properties are what the compiler finds where the setting's
// value is assigned or used. `values` and `changes` can have none, because there are methods without parameters.
//
// NB: the types are implicitly unwrapped, so that they fit settings with and without a default.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
extension SafeDefaults {
    /// Unavailable: the getter ``url(forKey:fileID:line:)`` has this name.
    @_disfavoredOverload
    @available(*, unavailable, message: "the getter url(forKey:) has this name: write the key path, login[\\.url]")
    public var url: URL! {
        get { nil }
        nonmutating set {}
    }

    /// Unavailable: the getter ``date(forKey:fileID:line:)`` has this name.
    @_disfavoredOverload
    @available(*, unavailable, message: "the getter date(forKey:) has this name: write the key path, login[\\.date]")
    public var date: Date! {
        get { nil }
        nonmutating set {}
    }

    /// Unavailable: the getter ``data(forKey:fileID:line:)`` has this name.
    @_disfavoredOverload
    @available(*, unavailable, message: "the getter data(forKey:) has this name: write the key path, login[\\.data]")
    public var data: Data! {
        get { nil }
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

    /// Unavailable: the store is a `UserDefaults`.
    ///
    /// NB: it is generic, so that `.standard` stays that of a ``DefaultsStore``.
    @_disfavoredOverload
    @available(*, unavailable, message: "wrap the UserDefaults: LoginDefaults(store: DefaultsStore(userDefaults))")
    public init<Defaults: UserDefaults>(store: Defaults) { Swift.fatalError() }
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

// MARK: - Keys in place of key paths

// A setting is named by its key path, `\.attempts`. These calls have its key, `.attempts`.

extension SafeDefaults {
    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: [\\.attempts]")
    public subscript(_ key: Keys) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: reset(\\.attempts)")
    public func reset(_ key: Keys) {}

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: values(of: \\.attempts)")
    public func values(of key: Keys) -> AsyncStream<NoSettingOfThisName<Self>> { AsyncStream { $0.finish() } }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: changes(of: \\.attempts)")
    public func changes(of key: Keys) -> AsyncStream<NoSettingOfThisName<Self>> { AsyncStream { $0.finish() } }
}

// MARK: - Calls with a closure

/// The type of the value in a closure whose setting is named by a key, so that its type isn't known.
///
/// It is never created. If it appears in a message, write the setting's key path, with a backslash: `\.attempts`. It
/// is a number, so that `update(.attempts) { $0 += 1 }` meets only the sentence about the key.
public struct KeyInPlaceOfAKeyPath: AdditiveArithmetic, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral
{
    /// For `$0 = 1`.
    public init(integerLiteral value: Int) {}

    /// For `$0 = nil`.
    public init(nilLiteral: ()) {}

    /// For `$0 = []`.
    public init(arrayLiteral elements: Any...) {}

    /// For `$0 += 1`.
    public static func + (left: KeyInPlaceOfAKeyPath, right: KeyInPlaceOfAKeyPath) -> KeyInPlaceOfAKeyPath { left }

    /// For `$0 -= 1`.
    public static func - (left: KeyInPlaceOfAKeyPath, right: KeyInPlaceOfAKeyPath) -> KeyInPlaceOfAKeyPath { left }
}

// NB: the value's type must have no other members, and must not be generic. The compiler would then prefer these
// overloads where the key path is right and a member in the closure is misspelled, and complain of the key path.
extension SafeDefaults {
    /// Unavailable: a setting is named by its key path.
    @discardableResult
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "name the setting by its key path, with a backslash: update(\\.attempts) { $0 += 1 }"
    )
    public func update<Result>(_ key: Keys, _ body: (inout KeyInPlaceOfAKeyPath) throws -> Result) -> Result {
        Swift.fatalError()
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "name the setting by its key path, with a backslash: observe(\\.attempts) { print($0.newValue) }"
    )
    public func observe(
        _ key: Keys, initial: Bool = false, on actor: MainActor.Type = MainActor.self,
        _ handler: @MainActor (Change<KeyInPlaceOfAKeyPath>) -> Void
    ) -> DefaultsObservation { changes().observe { _ in } }
}
