/// A setting whose values are of an unknown type: what lists of settings need of it.
package protocol ErasableSetting: Sendable {
    var name: String { get }
    var storedName: String { get }
    var typeName: String { get }

    /// The source location of the setting's declaration.
    var declaration: CodeLocation { get }

    /// The names under which earlier versions of the program stored the value.
    var formerNames: [String] { get }

    /// Returns the stored form of the default, or nil if it has none.
    ///
    /// A nil default has no stored form.
    func encodedDefault() throws(DefaultsError) -> PropertyListValue?

    /// Throws an error if the setting can't read a value that is stored under one of its names.
    func check(_ stored: PropertyListValue, named name: String) throws(DefaultsError)
}

extension DomainSetting: ErasableSetting {
    package var typeName: String { String(describing: Value.self) }

    package var formerNames: [String] { definition.formerNames }

    package func encodedDefault() throws(DefaultsError) -> PropertyListValue? {
        let value = defaultValue
        // A setting that remembers nil would store a marker for it, but a nil default needs no registration.
        if DefaultsCodec.isNil(value) { return nil }
        let encoded = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        try StorableCheck.check(encoded, name: storedName)
        return encoded
    }

    package func check(_ stored: PropertyListValue, named name: String) throws(DefaultsError) {
        try definition.check(stored, named: name)
    }
}
