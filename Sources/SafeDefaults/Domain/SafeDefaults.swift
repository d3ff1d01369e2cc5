/// A domain: the settings of one area of a program, with their keys, types and defaults.
///
/// To create a domain, declare a small struct that conforms to this protocol, and nest its keys in it. That is enough
/// to read and write by key. If you also declare the settings, each has its type and its default in one place:
///
/// ```swift
/// struct LoginDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey {
///         case loginDate, attempts
///         static let namespace = "login"
///     }
///
///     struct Settings {
///         let loginDate = Setting<Date?>(.loginDate)
///         let attempts = Setting(.attempts, default: 0)
///     }
///     static let settings = Settings()
///
///     var store: DefaultsStore = .standard
/// }
///
/// let login = LoginDefaults()
/// login.set(Date(), forKey: .loginDate)
/// login.attempts += 1
/// ```
///
/// A domain has no stored properties except its store. Create a domain where you need it, or keep it in a `let`,
/// because writing a setting needs no `var`. A domain can be a struct or a final class. It may be generic, and nested
/// in another type.
///
/// Read and write a setting as a property of the domain. If the protocol has a member with the setting's name (`url`,
/// `data`, `set` …), write `login[\.url]`.
///
/// - Important: Reads never write. If a write fails, the previous value is kept. You can use a domain on several
///   threads.
@dynamicMemberLookup
public protocol SafeDefaults: Sendable {
    /// The domain's keys.
    associatedtype Keys: DefaultsKey

    /// The prefix of all stored names, which is that of the keys by default.
    ///
    /// Declare it in a domain with ``DeclaredKeys``. In a domain with keys of its own it has no effect: there, the
    /// namespace is declared in `Keys`.
    static var namespace: String { get }

    /// The store of the settings, which is ``DefaultsStore/standard`` by default.
    ///
    /// To choose the store when you create a domain, declare a stored property: `var store: DefaultsStore = .standard`.
    ///
    /// - Important: Only the domain's instances use it. What names a setting without an instance, such as ``Stored``,
    ///   `StoredState` and ``DomainSetting/get(from:fileID:line:)``, takes the store as an argument. If the domain
    ///   declares another store than `.standard`, pass `LoginDefaults().store`.
    var store: DefaultsStore { get }

    /// The type of ``settings``: a struct whose stored properties are the domain's settings.
    ///
    /// A domain that is used by key only needn't declare it.
    associatedtype Settings: Sendable = NoSettings

    /// The domain's settings.
    ///
    /// ```swift
    /// struct Settings {
    ///     let loginDate = Setting<Date?>(.loginDate)
    ///     let attempts = Setting(.attempts, default: 0)
    /// }
    /// static let settings = Settings()
    /// ```
    ///
    /// ``registerDefaults(fileID:line:)``, `allSettings` and `DefaultsAudit` find the settings in it by reflection,
    /// in the order of their declarations. In a generic domain, which can't have stored static properties, it is
    /// computed: `static var settings: Settings { Settings() }`.
    static var settings: Settings { get }
}

/// The settings of a domain that declares none, and is used by key only.
public struct NoSettings: Sendable {}

extension SafeDefaults where Settings == NoSettings {
    /// The default implementation: no settings.
    public static var settings: NoSettings { NoSettings() }
}

extension SafeDefaults {
    /// An empty namespace: only ``DeclaredKeys`` take theirs from the domain.
    public static var namespace: String { "" }

    /// The default implementation: the program's own defaults, ``DefaultsStore/standard``.
    ///
    /// It is resolved at each use, so it follows the scope that a task is in.
    @inlinable public var store: DefaultsStore { DefaultsStore() }

    /// A setting of this domain, with a key, a type and a default.
    ///
    /// ```swift
    /// struct Settings {
    ///     let attempts = Setting(.attempts, default: 0)
    /// }
    /// ```
    public typealias Setting<Value> = DomainSetting<Self, Value>
}

// MARK: - Mistakes that are explained

// Calls that can't work, and for which the compiler's own sentence would mislead. Each overload exists only for its
// error message; none is ever called.
//
// The overloads are disfavored, so that the compiler doesn't mention them when it can't resolve another call. There is
// none for a method that takes a key path: with one, the compiler would complain of the key path where only a name is
// misspelled.

/// The type that the compiler mentions if a domain is used with a name that none of its settings has.
///
/// It is never created. It is generic, so that the compiler doesn't find it for a value of the type
/// `any SafeDefaults`, for which there is a better message.
public struct NoSettingOfThisName<Domain> {}

extension SafeDefaults {
    /// Unavailable: the domain has no setting of this name.
    ///
    /// NB: without it, the compiler fails to produce a diagnostic for `let date = login.logindate`, and asks for a bug
    /// report.
    @_disfavoredOverload
    @available(*, unavailable, message: "the domain has no setting of this name")
    public subscript(dynamicMember name: String) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: [\\.attempts]")
    public subscript(_ key: Keys) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: the domain has no property for its store, or is public and has no public initializer.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            to choose the store, declare it in the domain: var store: DefaultsStore = .standard; if the domain is \
            public, declare public init(store: DefaultsStore = .standard), too
            """
    )
    public init(store: DefaultsStore) { Swift.fatalError() }
}
