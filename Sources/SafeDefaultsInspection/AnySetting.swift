public import SafeDefaults

/// A type-erased setting, whose value is read and written as a string.
///
/// Use it for tables, command lines and debug menus:
///
/// ```swift
/// for setting in LoginDefaults().allSettings {
///     print(setting.name, setting.shownText, setting.isStored ? "stored" : "default")
/// }
/// ```
///
/// `allSettings` contains the settings that the domain declares in `settings`.
public struct AnySetting: Sendable {
    private let setting: any InspectableSetting
    private let store: DefaultsStore

    init(of setting: any InspectableSetting, in store: DefaultsStore) {
        self.setting = setting
        self.store = store.inScope
    }

    /// Creates a type-erased setting from a setting.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .standard)
    /// print(setting.name, setting.text ?? "nil")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: The store to read and write.
    public init<Domain: SafeDefaults, Value>(_ setting: DomainSetting<Domain, Value>, in store: DefaultsStore) {
        self.init(of: setting, in: store)
    }

    /// The setting's name, which is its key's raw value.
    public var name: String { setting.name }

    /// The name under which the value is stored.
    public var storedName: String { setting.storedName }

    /// The name of the type of the setting's values, such as `Int`.
    public var typeName: String { setting.typeName }

    /// What the setting is for, from `help(_:)` of its declaration; empty if that says nothing.
    public var help: String { setting.help }

    /// Whether the value isn't to be shown unless somebody asks for it; see ``shownText``.
    public var isSecret: Bool { setting.isSecret }

    /// Whether a value is stored, even one that can't be read.
    ///
    /// A value from a launch argument, an environment variable or a registered default isn't stored; see ``origin``.
    public var isStored: Bool { setting.isStored(in: store) }

    /// Where the value that ``text`` represents comes from.
    public var origin: ValueOrigin { setting.origin(in: store) }

    /// The stored value, or the default if nothing is stored, as a string.
    ///
    /// This is `nil` if the value is `nil`.
    ///
    /// If you pass this string to ``setText(_:)``, it stores the same value again. For that reason, the string of a
    /// date includes its fraction of a second. In a setting of the type `PropertyListValue`, the string `"5"` has
    /// quotes, to distinguish it from the number `5`.
    ///
    /// If the stored value can't be read, this is the default and an issue is reported.
    public var text: String? { setting.currentText(in: store.box) }

    /// The value that a read returns, in its stored form, or `nil` if the value is `nil`.
    ///
    /// If the stored value can't be read, this is the default and an issue is reported.
    ///
    /// ```swift
    /// let value = AnySetting(LoginDefaults.attempts, in: .standard).value  // .integer(0)
    /// ```
    public var value: PropertyListValue? { setting.currentValue(in: store.box) }

    /// The value for people: ``text``, or `nil` as a word, or `•••` if the setting is secret.
    ///
    /// ```swift
    /// for setting in LoginDefaults().allSettings {
    ///     print(setting.name, setting.shownText, setting.help)
    /// }
    /// ```
    public var shownText: String { isSecret ? "•••" : text ?? "nil" }

    /// The stored form of the default; nil if it is `nil`, or can't be stored.
    package var defaultValue: PropertyListValue? { setting.storableDefault }

    /// The stored forms of the lowest and the highest allowed value, each nil if there is none.
    package var bounds: (lowest: PropertyListValue?, highest: PropertyListValue?) { setting.bounds }

    /// The stored forms of all values, if the type lists them and they aren't secret.
    package var cases: [PropertyListValue] { setting.cases }

    /// The type whose stored form the values have; nil if a codec gives them another one.
    package var storedType: Any.Type? { setting.storedType }

    /// The default, of the setting's type.
    package var anyDefault: Any { setting.anyDefault }

    /// The names under which earlier versions of the program stored the value.
    package var formerNames: [String] { setting.formerNames }

    /// Returns an error if the value that a string represents isn't allowed, even if ``setText(_:)`` would store the
    /// nearest one that is.
    package func refusal(of text: String) -> DefaultsError? {
        setting.reasonToRefuse(text: text).map { DefaultsError(.notAllowed, storedName: storedName, reason: $0) }
    }

    /// Returns the same for the value in a file, which may be under a former name.
    package func refusal(in values: [String: PropertyListValue]) -> DefaultsError? {
        ([storedName] + setting.plainFormerNames).lazy.compactMap { values[$0].flatMap(setting.reasonToRefuse) }.first
            .map { DefaultsError(.notAllowed, storedName: storedName, reason: $0) }
    }

    /// Removes a part of the value: the entry of a dictionary, or a field that may be missing.
    package func removePart(at path: [String]) throws(DefaultsError) { try setting.remove(at: path, from: store.box) }

    /// The strings for all values of the setting, if its type lists them.
    ///
    /// These are those of a `CaseIterable` type, or `true` and `false`. For another type, the array is empty.
    ///
    /// ```swift
    /// AnySetting(LoginDefaults.theme, in: .standard).choices  //=> ["light", "dark"]
    /// ```
    public var choices: [String] { setting.choices }

    /// A description of the strings that ``setText(_:)`` accepts, such as `a whole number, such as 7`.
    public var textForm: String { setting.textForm }

    /// Stores the value that a string represents.
    ///
    /// Write numbers, strings and dates as in launch arguments. Write arrays and dictionaries in JSON, such as
    /// `["a", "b"]` and `{"name": "Tom"}`.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .inMemory())
    /// try setting.setText("5")
    /// ```
    ///
    /// - Parameter text: The string, or `nil` to store `nil` in an optional setting.
    /// - Throws: A `DefaultsError` if the string doesn't represent a value of the setting's type. The error describes
    ///   the strings that the setting accepts, and the previous value is kept.
    public func setText(_ text: String?) throws(DefaultsError) {
        try setting.write(text: text, to: store.box)
    }

    /// Stores a part of the value that a string represents.
    ///
    /// A part is the entry of a dictionary, or a field of a structure that is stored as one. It is of the kind that
    /// it was before: in `{"size": 12.5}` the string `14` stands for 14.0. No other write comes between the read of
    /// the whole value and the write. What a launch argument or an environment variable provides isn't stored.
    ///
    /// ```swift
    /// struct Font: Codable, DefaultsValue { var size = 12.5 }
    /// struct TextDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case font }
    ///     struct Settings { let font = Setting(.font, default: Font()) }
    ///     static let settings = Settings()
    /// }
    ///
    /// try AnySetting(TextDefaults.font, in: .inMemory()).setText("14", at: ["size"])
    /// ```
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - path: The keys that lead to the part. With an empty path, this is ``setText(_:)``.
    /// - Throws: A `DefaultsError` if there is no such part, if the string is no value for it, or if what is stored
    ///   can't be read. The previous value is kept.
    public func setText(_ text: String, at path: [String]) throws(DefaultsError) {
        try setting.write(text: text, at: path, to: store.box)
    }

    /// Calls a closure after each change of the setting's value, for as long as the returned token lives.
    ///
    /// It is called like the closure of `observe(_:initial:fileID:line:_:)`. Read ``text`` or ``value``
    /// in it.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .standard)
    /// let observation = setting.observe { print(setting.name, setting.text ?? "nil") }
    /// ```
    ///
    /// - Parameter handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> DefaultsObservation {
        setting.observe(in: store, handler)
    }

    /// Removes the stored value, so that reads return the default again.
    public func reset() { setting.reset(in: store) }
}

extension SafeDefaults {
    /// All settings of the domain, type-erased, in this domain's store, in the order of their declarations.
    ///
    /// If the program was built without the metadata that reflection needs, this is empty and an issue of the kind
    /// `failedRegistration` is reported.
    public var allSettings: [AnySetting] {
        store.settings(of: [Self.self])
    }
}

extension DefaultsStore {
    /// Returns the settings of some domains, type-erased, in this store.
    ///
    /// ```swift
    /// for setting in DefaultsStore.standard.settings(of: [LoginDefaults.self]) {
    ///     print(setting.storedName, setting.shownText)
    /// }
    /// ```
    ///
    /// - Parameter domains: The types of the domains. If the program was built without the metadata that reflection
    ///   needs, an issue is reported for each.
    /// - Returns: The settings, in the order of the domains and of their declarations.
    public func settings(of domains: [any SafeDefaults.Type]) -> [AnySetting] {
        domains.flatMap { settings(of: $0) }
    }

    private func settings<Domain: SafeDefaults>(of domain: Domain.Type) -> [AnySetting] {
        do throws(DefaultsError) {
            return try Domain.inspectableSettings().map { AnySetting(of: $0, in: self) }
        } catch {
            DefaultsIssue.report(.unusableList(error))
            return []
        }
    }
}
