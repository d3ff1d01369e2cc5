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

    /// The setting's name: its key's raw value.
    public var name: String { setting.name }

    /// The name that the value is stored under.
    public var storedName: String { setting.storedName }

    /// The name of the type of its values, such as `Int`.
    public var typeName: String { setting.typeName }

    /// Whether something is stored, readable or not; a launch argument and a registered default count.
    public var isStored: Bool { store.box.contains(setting.storedName) }

    /// The value that a read gives now, the default included, as text that ``setText(_:)`` reads; `nil` for nil.
    ///
    /// An unreadable value gives the default and an issue.
    public var text: String? { setting.currentValue(in: store.box)?.text }

    /// Stores a value given as text: a number, a word or a date as launch arguments write them, or, for arrays and
    /// dictionaries, a property list such as `(a, b)`.
    ///
    /// - Parameter text: The text.
    /// - Throws: A ``DefaultsError`` where the text stands for no value of the setting's type; what was stored is still
    ///   there.
    public func setText(_ text: String) throws(DefaultsError) {
        try setting.write(text: text, to: store.box)
    }

    /// Removes what is stored, so that reads give the default again.
    public func reset() { store.box.remove(setting.storedName) }
}

extension SafeDefaults {
    /// The settings that ``settings`` lists, without their types, in this domain's store.
    public var allSettings: [AnySetting] {
        Self.erased(Self.settings).map { AnySetting($0, in: store) }
    }
}

/// What can be done with a setting whose type isn't known.
protocol ErasableSetting: Sendable {
    var name: String { get }
    var storedName: String { get }
    var typeName: String { get }

    /// What the default would be stored as, or nil for nothing.
    func encodedDefault() throws(DefaultsError) -> PropertyListValue?

    /// What the value that a read gives would be stored as, or nil for nil.
    func currentValue(in box: StoreBox) -> PropertyListValue?

    /// Stores a value given as text.
    func write(text: String, to box: StoreBox) throws(DefaultsError)
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

    func currentValue(in box: StoreBox) -> PropertyListValue? {
        do throws(DefaultsError) {
            let value = definition.value(in: box, at: declaration)
            if DefaultsCodec.isNil(value) { return nil }
            return try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: declaration))
            return nil
        }
    }

    func write(text: String, to box: StoreBox) throws(DefaultsError) {
        try definition.write(try value(of: text), to: box)
    }

    /// The value that a text stands for: the text itself where the type reads it, else the property list it may be.
    private func value(of text: String) throws(DefaultsError) -> Value {
        do {
            return try definition.codec.decode(.string(text))
        } catch {
            if let parsed = PropertyListValue.parsing(text), let value = try? definition.codec.decode(parsed) {
                return value
            }
            throw DefaultsError.wrapping(error, as: .unreadable, key: storedName, expected: Value.self, found: "string")
        }
    }
}
