/// A type for the settings of one feature area, with keys as an enum and typed values, over one store.
///
/// Conform a small struct and nest its keys in it; that is enough to read and write by key. Declare its settings, and
/// each has its type and its default in one place:
///
/// ```swift
/// struct LoginDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey {
///         case loginDate, attempts
///         static let namespace = "login"
///     }
///
///     static let loginDate = Setting<Date?>(.loginDate)
///     static let attempts = Setting(.attempts, default: 0)
///
///     var store: DefaultsStore = .standard
/// }
///
/// let login = LoginDefaults()
/// login.set(Date(), forKey: .loginDate)
/// login.attempts += 1
/// ```
///
/// A domain holds nothing but its store. Create one where you need it, or keep it in a `let`: writing through it needs
/// no `var`. A domain is a struct or a final class; it may be generic, and nested in any other type.
///
/// A setting is read and written as a property of its name. If the protocol has a member of that name (`url`, `data`,
/// `set` …), write `login[\.url]`.
///
/// - Important: Reads never write, and a failed write keeps what was stored. You can use a domain from several threads.
@dynamicMemberLookup
public protocol SafeDefaults: Sendable {
    /// The domain's keys.
    associatedtype Keys: DefaultsKey

    /// The store of the settings, which is ``DefaultsStore/standard`` by default.
    ///
    /// Declare it as a stored property to make it injectable: `var store: DefaultsStore = .standard`.
    var store: DefaultsStore { get }

    /// The type of ``settings``, a list of key paths, which the compiler infers.
    associatedtype SettingsList = [any PartialKeyPath<Self.Type> & Sendable]

    /// The list of the domain's settings, for ``registerDefaults(fileID:line:)``, ``allSettings`` and
    /// ``DefaultsAudit``.
    ///
    /// You needn't declare it. If you do, list every setting:
    ///
    /// ```swift
    /// static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.loginDate, \.attempts] }
    /// ```
    ///
    /// The type may also be `[PartialKeyPath<Self.Type>]`. A property of this name that is anything else is reported as
    /// an issue when it is used, and ``DefaultsAudit`` finds it.
    static var settings: SettingsList { get }
}

extension SafeDefaults where SettingsList == [any PartialKeyPath<Self.Type> & Sendable] {
    /// An empty list.
    public static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [] }
}

extension SafeDefaults {
    /// The program's own defaults, ``DefaultsStore/standard``.
    public var store: DefaultsStore { .standard }

    /// A setting of this domain, which declares a key, a type and a default.
    ///
    /// ```swift
    /// static let attempts = Setting(.attempts, default: 0)
    /// ```
    public typealias Setting<Value> = DomainSetting<Self, Value>
}
