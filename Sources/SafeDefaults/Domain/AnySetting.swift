/// A setting of a domain without its type, read and written as text: for tables, command lines and debug menus.
///
/// ```swift
/// for setting in LoginDefaults().allSettings {
///     print(setting.name, setting.text ?? "–", setting.isStored ? "stored" : "default")
/// }
/// ```
///
/// The domain lists its settings in ``SafeDefaults/settings``.
public struct AnySetting: Sendable {
    private let setting: any ErasableSetting
    private let store: DefaultsStore

    init(_ setting: any ErasableSetting, in store: DefaultsStore) {
        self.setting = setting
        self.store = store
    }

    /// Erases the type of a setting.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .standard)
    /// print(setting.name, setting.text ?? "nil")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: Where it is kept.
    public init<Domain: SafeDefaults, Value>(_ setting: DomainSetting<Domain, Value>, in store: DefaultsStore) {
        self.init(setting as any ErasableSetting, in: store)
    }

    /// The setting's name: its key's raw value.
    public var name: String { setting.name }

    /// The name that the value is stored under.
    public var storedName: String { setting.storedName }

    /// The name of the type of its values, such as `Int`.
    public var typeName: String { setting.typeName }

    /// Whether something is stored, readable or not; a launch argument and a registered default count.
    public var isStored: Bool { store.box.contains(setting.storedName) }

    /// The value that a read gives now, the default included, as text; `nil` for nil.
    ///
    /// ``setText(_:)`` of it stores the same value again, whatever the setting's type: dates have their fraction of a
    /// second, and where a setting keeps kinds apart, as one of ``PropertyListValue``s does, the string `"5"` has
    /// quotes and the number `5` has none.
    ///
    /// An unreadable value gives the default and an issue.
    public var text: String? { setting.currentText(in: store.box) }

    /// A description of the text that ``setText(_:)`` takes, such as `a whole number, such as 7`.
    public var textForm: String { setting.textForm }

    /// Stores a value given as text: a number, a word or a date as launch arguments write them, or, for arrays and
    /// dictionaries, a property list such as `(a, b)` and `{name = Tom;}`.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .inMemory())
    /// try setting.setText("5")
    /// ```
    ///
    /// - Parameter text: The text; `nil` is the nil of an optional type.
    /// - Throws: A ``DefaultsError``, which says what the setting takes, where the text stands for no value of its
    ///   type; what was stored is still there.
    public func setText(_ text: String?) throws(DefaultsError) {
        try setting.write(text: text, to: store.box)
    }

    /// Removes what is stored, so that reads give the default again.
    public func reset() { store.box.remove(setting.storedName) }
}

extension SafeDefaults {
    /// The settings that ``settings`` lists, without their types, in this domain's store.
    ///
    /// None, and an issue of the kind ``DefaultsIssue/Kind/failedRegistration``, if `settings` is no list of them.
    public var allSettings: [AnySetting] {
        do throws(DefaultsError) {
            return Self.erased(try Self.listedSettings()).map { AnySetting($0, in: store) }
        } catch {
            DefaultsIssue.report(.unusableList(error))
            return []
        }
    }
}

/// What can be done with a setting whose type isn't known.
protocol ErasableSetting: Sendable {
    var name: String { get }
    var storedName: String { get }
    var typeName: String { get }

    /// What the default would be stored as, or nil for nothing.
    func encodedDefault() throws(DefaultsError) -> PropertyListValue?

    /// The value that a read gives, as text, or nil for nil.
    func currentText(in box: StoreBox) -> String?

    /// A description of the text that the setting takes.
    var textForm: String { get }

    /// Stores a value given as text, or the nil of its type.
    func write(text: String?, to box: StoreBox) throws(DefaultsError)
}

extension DomainSetting: ErasableSetting {
    var typeName: String { String(describing: Value.self) }

    func encodedDefault() throws(DefaultsError) -> PropertyListValue? {
        let value = defaultValue
        // A nil that would be remembered is as good as none here.
        if DefaultsCodec.isNil(value) { return nil }
        let encoded = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        try StorableCheck.check(encoded, name: storedName)
        return encoded
    }
}
