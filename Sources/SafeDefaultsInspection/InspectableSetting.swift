import SafeDefaults

/// A setting whose values are of an unknown type, and are read and written as strings.
protocol InspectableSetting: ErasableSetting {
    /// Returns whether a value is stored, even one that can't be read.
    func isStored(in store: DefaultsStore) -> Bool

    /// Returns where the value that a read finds comes from.
    func origin(in store: DefaultsStore) -> ValueOrigin

    /// Removes the stored value.
    func reset(in store: DefaultsStore)

    /// Calls a closure after each change of the value.
    func observe(in store: DefaultsStore, _ handler: @escaping @Sendable () -> Void) -> DefaultsObservation

    /// Returns the reason why the setting doesn't allow its own default, as a clause; nil if it allows it.
    func reasonToRefuseDefault() -> String?

    /// Returns the stored value, or the default, as a string; returns nil if that value is nil.
    func currentText(in box: StoreBox) -> String?

    /// Returns the stored form of the value that a read returns; returns nil if that value is nil.
    func currentValue(in box: StoreBox) -> PropertyListValue?

    /// What the setting is for; empty if the declaration doesn't say.
    var help: String { get }

    /// The stored forms of the lowest and the highest allowed value, each nil if there is none.
    var bounds: (lowest: PropertyListValue?, highest: PropertyListValue?) { get }

    /// Returns the reason why the value that a string represents isn't allowed, even if another one would be stored in
    /// its place; nil if it is allowed, or is no value.
    func reasonToRefuse(text: String) -> String?

    /// Returns the same for a stored form.
    func reasonToRefuse(_ stored: PropertyListValue) -> String?

    /// The former names under which the value has the setting's own stored form.
    var plainFormerNames: [String] { get }

    /// A description of the strings that represent the setting's values.
    var textForm: String { get }

    /// The strings for all values, if the type lists them.
    var choices: [String] { get }

    /// The stored forms of all values, if the type lists them.
    var cases: [PropertyListValue] { get }

    /// The type whose stored form the values have; nil if a codec gives them another one.
    var storedType: Any.Type? { get }

    /// The default.
    var anyDefault: Any { get }

    /// Stores the part that a string represents.
    func write(text: String, at path: [String], to box: StoreBox) throws(DefaultsError)

    /// Removes a part of the value.
    func remove(at path: [String], from box: StoreBox) throws(DefaultsError)

    /// Stores the value that a string represents; a nil string represents the nil of an optional type.
    func write(text: String?, to box: StoreBox) throws(DefaultsError)
}

extension DomainSetting: InspectableSetting {
    func isStored(in store: DefaultsStore) -> Bool { definition.isStored(in: store.box) }

    func reset(in store: DefaultsStore) { Stored(self, store: store).reset() }

    func observe(in store: DefaultsStore, _ handler: @escaping @Sendable () -> Void) -> DefaultsObservation {
        Stored(self, store: store).changes.observe { _ in handler() }
    }

    var storedType: Any.Type? { definition.unlimitedCodec.isTypesOwn ? Value.self : nil }

    var anyDefault: Any { defaultValue }

    func reasonToRefuseDefault() -> String? { definition.limits?.reasonToRefuse(defaultValue) }
}

extension ErasableSetting {
    /// The stored form of the default; nil if it is `nil`, or can't be stored, which registering it reports.
    var storableDefault: PropertyListValue? {
        try? encodedDefault()
    }
}

extension SafeDefaults {
    /// Returns the domain's settings in the order of their declarations.
    ///
    /// If a name is wrong, the first call for the domain reports an issue.
    ///
    /// - Throws: An error if the program was built without what reflection needs.
    static func inspectableSettings() throws(DefaultsError) -> [any InspectableSetting] {
        // Each of them is a `DomainSetting`.
        try allDeclared().compactMap { $0 as? any InspectableSetting }
    }
}
