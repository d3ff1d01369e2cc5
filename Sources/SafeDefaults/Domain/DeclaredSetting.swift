/// A setting without the type of its values, as lists of settings need it.
package protocol ErasableSetting: Sendable {
    var name: String { get }
    var storedName: String { get }
    var typeName: String { get }

    /// Whether the value isn't shown unless somebody asks for it.
    var isSecret: Bool { get }

    /// The source location of the setting's declaration.
    var declaration: CodeLocation { get }

    /// The name of the stored form that a codec gives the values; empty if it is the form of their type.
    var codecName: String { get }

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

    package var codecName: String { String(definition.codec.name.prefix { $0 != "(" }) }

    package var formerNames: [String] { definition.formerNames }

    /// The former names under which the value has the setting's own stored form.
    package var plainFormerNames: [String] { definition.formerly.filter { $0.decode == nil }.map(\.name) }

    package func encodedDefault() throws(DefaultsError) -> PropertyListValue? {
        let value = defaultValue
        // A setting that remembers nil would store a marker for it, but a nil default needs no registration.
        if DefaultsCodec.isNil(value) { return nil }
        let encoded = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        try StorableCheck.check(encoded, name: storedName)
        return encoded
    }

    package func check(_ stored: PropertyListValue, named name: String) throws(DefaultsError) {
        let contents = definition.storedNames.map { $0 == name ? StoredContent.value(stored) : .nothing }
        _ = try definition.decoded(definition.content(contents), in: nil)
    }
}

// MARK: - The list of a domain's settings

/// A setting that is declared in a domain's ``SafeDefaults/settings``, and the name of the property that holds it.
package typealias DeclaredSetting = (label: String, setting: any ErasableSetting)

extension SafeDefaults {
    /// Returns the domain's settings, in the order of their declarations.
    ///
    /// They are found by reflection, which takes about a microsecond for each.
    ///
    /// - Throws: An error if the program was built without what reflection needs.
    package static func declarations() throws(DefaultsError) -> [DeclaredSetting] {
        let children = Mirror(reflecting: settings).children
        if children.isEmpty, MemoryLayout<Settings>.size > 0 {
            throw DefaultsError(
                .unlisted,
                reason: "nothing is known of the settings of \(Self.self), because the program was built without the "
                    + "metadata that reflection needs: remove -disable-reflection-metadata (in Xcode, the build "
                    + "setting Reflection Metadata Level)")
        }
        return children.compactMap { child in
            (child.value as? any ErasableSetting).map { (child.label ?? $0.name, $0) }
        }
    }

    /// Returns the domain's settings without the names of their properties.
    package static func allDeclared() throws(DefaultsError) -> [any ErasableSetting] {
        try declarations().map(\.setting)
    }
}
