/// A domain: the settings of one feature area, their keys an enum, their values typed, over one store.
///
/// Conform a small struct, nest its keys, and it can be used; declare the settings, and each has its type and its default
/// in one place:
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
/// A domain holds nothing but its store: make one where you need it, or keep it in a `let`; writing through it needs no
/// `var`. It may be a struct, an enum's or actor's nested type, a final class, or generic.
///
/// A setting is read and written as a property of its name. Where the protocol has a member of that name (`url`, `data`,
/// `set` …), write `login[\.url]`.
///
/// - Important: Reads never write, and a failed write leaves what was stored. Domains may be used from several threads.
@dynamicMemberLookup
public protocol SafeDefaults: Sendable {
    /// The domain's keys.
    associatedtype Keys: DefaultsKey

    /// Where the settings are kept; ``DefaultsStore/standard`` if you don't say.
    ///
    /// Declare it as a stored property to make it injectable: `var store: DefaultsStore = .standard`.
    var store: DefaultsStore { get }

    /// The type of ``settings``: a list of key paths; the compiler finds it.
    associatedtype SettingsList = [any PartialKeyPath<Self.Type> & Sendable]

    /// The domain's settings, for ``registerDefaults(fileID:line:)``, ``allSettings`` and ``DefaultsAudit``; optional.
    ///
    /// ```swift
    /// static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.loginDate, \.attempts] }
    /// ```
    ///
    /// `[PartialKeyPath<Self.Type>]` is as good. A property of this name that is no list of the domain's settings is an
    /// issue when it is used, and a problem that ``DefaultsAudit`` finds.
    static var settings: SettingsList { get }
}

extension SafeDefaults where SettingsList == [any PartialKeyPath<Self.Type> & Sendable] {
    /// None.
    public static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [] }
}

extension SafeDefaults {
    /// The program's own defaults.
    public var store: DefaultsStore { .standard }

    /// A setting of this domain: its key, its type and its default, declared once.
    ///
    /// ```swift
    /// static let attempts = Setting(.attempts, default: 0)
    /// ```
    public typealias Setting<Value> = DomainSetting<Self, Value>
}
