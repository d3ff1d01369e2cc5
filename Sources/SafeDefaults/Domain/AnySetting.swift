/// A setting without its type, read and written as a string, for tables, command lines and debug menus.
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

    /// Creates a setting without a type from a setting.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .standard)
    /// print(setting.name, setting.text ?? "nil")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: The store of the setting.
    public init<Domain: SafeDefaults, Value>(_ setting: DomainSetting<Domain, Value>, in store: DefaultsStore) {
        self.init(setting as any ErasableSetting, in: store)
    }

    /// The setting's name, which is its key's raw value.
    public var name: String { setting.name }

    /// The name under which the value is stored.
    public var storedName: String { setting.storedName }

    /// The name of the type of the setting's values, such as `Int`.
    public var typeName: String { setting.typeName }

    /// Whether something is stored, readable or not; a launch argument and a registered default count as stored.
    public var isStored: Bool { store.box.contains(setting.storedName) }

    /// The stored value or the default, as a string, or `nil` if the value is nil.
    ///
    /// ``setText(_:)`` with this string stores the same value again, whatever the setting's type. So dates have their
    /// fraction of a second, and if the type is ``PropertyListValue``, which distinguishes them, the string `"5"` has
    /// quotes and the number `5` has none.
    ///
    /// If the stored value can't be read, this is the default, and an issue is reported.
    public var text: String? { setting.currentText(in: store.box) }

    /// A description of the strings that ``setText(_:)`` accepts, such as `a whole number, such as 7`.
    public var textForm: String { setting.textForm }

    /// Stores a value that is given as a string.
    ///
    /// Numbers, words and dates are written as in launch arguments, arrays and dictionaries as property lists such as
    /// `(a, b)` and `{name = Tom;}`.
    ///
    /// ```swift
    /// let setting = AnySetting(LoginDefaults.attempts, in: .inMemory())
    /// try setting.setText("5")
    /// ```
    ///
    /// - Parameter text: The string, or `nil` for the nil of an optional type.
    /// - Throws: A ``DefaultsError`` that describes what the setting accepts, if the string stands for no value of its
    ///   type; what was stored is kept.
    public func setText(_ text: String?) throws(DefaultsError) {
        try setting.write(text: text, to: store.box)
    }

    /// Removes what is stored, so that reads return the default again.
    public func reset() { store.box.remove(setting.storedName) }
}

extension SafeDefaults {
    /// The settings that ``settings`` lists, without their types, in this domain's store.
    ///
    /// If `settings` is no list of settings, this is empty, and an issue of the kind
    /// ``DefaultsIssue/Kind/failedRegistration`` is reported.
    public var allSettings: [AnySetting] {
        do throws(DefaultsError) {
            return Self.erased(try Self.listedSettings()).map { AnySetting($0, in: store) }
        } catch {
            DefaultsIssue.report(.unusableList(error))
            return []
        }
    }
}

/// A setting whose type isn't known.
protocol ErasableSetting: Sendable {
    var name: String { get }
    var storedName: String { get }
    var typeName: String { get }

    /// Returns the stored form of the default, or nil if nothing would be stored for it.
    func encodedDefault() throws(DefaultsError) -> PropertyListValue?

    /// Returns the stored value or the default as a string, or nil for nil.
    func currentText(in box: StoreBox) -> String?

    /// A description of the strings that stand for the setting's values.
    var textForm: String { get }

    /// Stores a value given as a string, or the nil of its type.
    func write(text: String?, to box: StoreBox) throws(DefaultsError)
}

extension DomainSetting: ErasableSetting {
    var typeName: String { String(describing: Value.self) }

    func encodedDefault() throws(DefaultsError) -> PropertyListValue? {
        let value = defaultValue
        // A nil that can be stored counts as no default here.
        if DefaultsCodec.isNil(value) { return nil }
        let encoded = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        try StorableCheck.check(encoded, name: storedName)
        return encoded
    }
}
