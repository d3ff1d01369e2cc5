/// What is wrong with the name of a setting.
///
/// The compiler sees neither: if a domain has a member of the setting's name, `login.date` means the member, and a
/// setting may be given the key of another.
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
