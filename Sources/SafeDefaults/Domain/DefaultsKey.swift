/// The type of a domain's keys, usually an enum of strings nested in the domain as `Keys`.
///
/// A key's raw value is the name under which `UserDefaults` stores the value, like `userName` in
/// `UserDefaults.standard.set("Tom", forKey: "userName")`. If there is a ``namespace``, the stored name is the
/// namespace, a `/` and the raw value:
///
/// ```swift
/// struct LoginDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey {
///         case loginDate, attempts  // stored as "login/loginDate" and "login/attempts"
///         static let namespace = "login"
///     }
/// }
/// ```
///
/// For stored names of another form, implement ``uniqueValue``. For names that are made at run time, make `Keys` a
/// struct that conforms to ``DynamicDefaultsKey``.
public protocol DefaultsKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The prefix of all keys' stored names, which is empty by default.
    static var namespace: String { get }

    /// The name under which the value is stored.
    ///
    /// By default, this is the raw value, preceded by ``namespace`` and `/` if the namespace isn't empty. If you
    /// implement this property, its value is used unchanged, including any dots.
    var uniqueValue: String { get }
}

extension DefaultsKey {
    /// An empty namespace.
    @inlinable public static var namespace: String { "" }

    /// The raw value, preceded by the namespace and `/` if the namespace isn't empty.
    @inlinable public var uniqueValue: String {
        let namespace = Self.namespace
        // NB: a string interpolation takes several times as long, and every call of a getter by key comes here.
        return namespace.isEmpty ? rawValue : namespace + "/" + rawValue
    }
}

// MARK: - Names made at run time

/// A type of keys whose names are made at run time, such as one for each article that was read.
///
/// ```swift
/// struct SeenDefaults: SafeDefaults {
///     struct Keys: DynamicDefaultsKey { let rawValue: String; static let namespace = "seen" }
/// }
///
/// let seen = SeenDefaults()
/// let id = 42
/// seen.set(true, forKey: "\(id)")  // stored as "seen/42"
/// print(seen.storedKeys.count)
/// seen.removeAll()
/// ```
///
/// A key is a string literal, with or without interpolations, or `Keys(rawValue: name)`. Every stored name that begins
/// with the namespace and `/` belongs to the domain: ``SafeDefaults/storedKeys``, ``SafeDefaults/removeAll()``,
/// ``SafeDefaults/dictionaryRepresentation``, snapshots, exports and imports have them all. So no other domain may use
/// this namespace, or one below it; `DefaultsAudit` finds that. Sequences and closures of the whole domain have only
/// the keys in `allCases`, which is empty by default; observe others one by one. The Observation framework tracks the
/// names that a read has found, so it doesn't notice a new name.
///
/// Names that are stored already may begin in another way. What ``DefaultsKey/uniqueValue`` puts before the raw value
/// stands for the namespace and `/` then:
///
/// ```swift
/// struct ZoomDefaults: SafeDefaults {
///     struct Keys: DynamicDefaultsKey {
///         let rawValue: String
///         static let namespace = "zoomLevel"
///         var uniqueValue: String { "zoomLevel_" + rawValue }
///     }
/// }
/// ```
///
/// If the raw value isn't the end of the name, or all of it, only the keys in `allCases` are known, and `DefaultsAudit`
/// says so.
///
/// For records of several values, take a scope for each: <doc:Settings#Keys-made-at-run-time>.
///
/// - Important: All names of the store are read to find those of the namespace.
public protocol DynamicDefaultsKey: DefaultsKey, ExpressibleByStringInterpolation {
    /// Creates the key of a name, which may be any string.
    init(rawValue: String)
}

extension DynamicDefaultsKey {
    /// No keys.
    public static var allCases: [Self] { [] }

    /// Creates the key of a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }

    /// Unavailable: keys that are made at run time need a namespace, because every name below it is theirs.
    @available(*, unavailable, message: "keys that are made at run time need a namespace: static let namespace = …")
    public static var namespace: String { "" }
}

// MARK: - Keys of the declared settings

/// The keys of a domain whose settings are declared by their names, so that each name is written once.
///
/// ```swift
/// struct PlayerDefaults: SafeDefaults {
///     typealias Keys = DeclaredKeys<Self>
///     static let namespace = "player"
///
///     struct Settings {
///         let volume = Setting("volume", default: 0.8)  // stored as "player/volume"
///         let isMuted = Setting("muted", default: false)
///     }
///     static let settings = Settings()
/// }
///
/// let player = PlayerDefaults()
/// player.volume += 0.1
/// player.removeAll()
/// ```
///
/// Take an enum of keys instead if the domain is used by key, because here a misspelled `forKey: "volum"` compiles.
/// ``SafeDefaults/storedKeys``, ``SafeDefaults/removeAll()``, snapshots and `DefaultsAudit` know the stored properties
/// of `Settings`, and no setting that an extension computes. If a program was built without the metadata that
/// reflection needs, they know none, and an issue of the kind ``DefaultsIssue/Kind/failedRegistration`` is reported.
public struct DeclaredKeys<Domain: SafeDefaults>: DefaultsKey, ExpressibleByStringLiteral {
    /// The name of the setting.
    public let rawValue: String

    /// Creates the key of a name, which may be any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the key of a name.
    public init(stringLiteral name: String) { rawValue = name }

    /// The keys of the domain's settings, in the order of their declarations.
    public static var allCases: [Self] {
        do throws(DefaultsError) {
            var known: Set<String> = []
            return try Domain.allDeclared().map(\.name).filter { known.insert($0).inserted }.map(Self.init(rawValue:))
        } catch {
            DefaultsIssue.report(.unusableList(error))
            return []
        }
    }

    /// The domain's namespace.
    public static var namespace: String { Domain.namespace }
}
