/// A setting without the type of its values, as lists of settings need it.
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

// MARK: - The list of a domain's settings

/// A setting that is declared in a domain's ``SafeDefaults/settings``.
package struct DeclaredSetting: Sendable {
    /// The name of the property that holds it.
    package let label: String

    package let setting: any ErasableSetting
}

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
            (child.value as? any ErasableSetting).map { DeclaredSetting(label: child.label ?? $0.name, setting: $0) }
        }
    }

    /// Returns the domain's settings without the names of their properties.
    ///
    /// If a name is wrong, the first call for the domain reports an issue.
    package static func allDeclared() throws(DefaultsError) -> [any ErasableSetting] {
        let settings = try declarations()
        NameCheck.reportOnce(settings, in: Self.self)
        return settings.map(\.setting)
    }
}

// MARK: - Names

/// Finds settings whose names are wrong in a way that the compiler accepts.
///
/// A setting may have the name of a member that every domain has: `login.date` then means the member. Or it may have
/// been given the key of another setting.
package enum NameCheck {
    /// The names that every domain's own members have.
    static let taken: Set<String> = [
        "allSettings", "array", "bindings", "bool", "changes", "contains", "data", "date", "dictionary",
        "dictionaryRepresentation", "double", "edit", "float", "import", "integer", "lookup", "object", "observe",
        "read", "registerDefaults", "removeAll", "removeObject", "reset", "restore", "set", "setObject",
        "snapshot", "store", "storedKeys", "string", "stringArray", "update", "url", "value", "values", "write",
        "writeObject",
    ]

    /// A name that is wrong.
    package struct Problem {
        let setting: any ErasableSetting

        /// What is wrong, as a clause without a full stop.
        package let what: String

        /// What to write instead, as a clause without a full stop.
        package let mend: String
    }

    /// Returns the problems with the names of a domain's settings.
    package static func problems<Domain: SafeDefaults>(of settings: [DeclaredSetting], in domain: Domain.Type)
        -> [Problem]
    {
        settings.compactMap { declared in
            let (label, setting) = (declared.label, declared.setting)
            if taken.contains(label) {
                return Problem(
                    setting: setting,
                    what: "\(Domain.self).Settings.\(label) has the name of a member that every domain has, which "
                        + "hides the setting",
                    mend: "rename the setting and its key, and let the key keep its stored name by the raw value "
                        + "\"\(setting.name.abbreviated)\"; or write [\\.\(label)] wherever the setting is used")
            }
            guard let key = Domain.Keys.allCases.first(where: { $0.uniqueValue == setting.storedName }),
                Mirror(reflecting: key).displayStyle == .enum, label != "\(key)", label != key.rawValue
            else { return nil }
            return Problem(
                setting: setting, what: "\(Domain.self).Settings.\(label) has the key .\(key)",
                mend: "give the setting and its key one name, or the setting its own key")
        }
    }

    /// The domains whose names have been checked.
    private static let checked = Locked<Set<ObjectIdentifier>>([])

    /// Reports each problem with the names of a domain's settings, the first time that the domain's list is used.
    static func reportOnce<Domain: SafeDefaults>(_ settings: [DeclaredSetting], in domain: Domain.Type) {
        guard checked.withLock({ $0.insert(ObjectIdentifier(domain)).inserted }) else { return }
        for problem in problems(of: settings, in: domain) { DefaultsIssue.report(.misnamedSetting(problem)) }
    }
}

extension DefaultsIssue {
    /// Returns the issue for a setting whose name is wrong.
    fileprivate static func misnamedSetting(_ problem: NameCheck.Problem) -> DefaultsIssue {
        DefaultsIssue(
            kind: .misnamedSetting,
            error: DefaultsError(.misnamed, storedName: problem.setting.storedName, reason: problem.what),
            location: problem.setting.declaration,
            advice: problem.mend.prefix(1).uppercased() + problem.mend.dropFirst() + ".")
    }
}
