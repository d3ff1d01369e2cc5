import SafeDefaults

/// Finds settings whose names are wrong in a way that the compiler accepts.
///
/// A setting may have the name of a member that every domain has: `login.date` then means the member. Or it may have
/// been given the key of another setting.
enum NameCheck {
    /// The names that every domain's own members have.
    static let taken: Set<String> = [
        "allSettings", "array", "bindings", "bool", "changes", "contains", "data", "date", "dictionary",
        "dictionaryRepresentation", "double", "edit", "float", "import", "integer", "launchArguments", "lookup",
        "object", "observe", "read", "registerDefaults", "removeAll", "removeObject", "reset", "restore", "set",
        "setObject", "snapshot", "store", "storedKeys", "string", "stringArray", "update", "url", "value", "values",
        "write", "writeObject",
    ]

    /// Returns the problems with the names of a domain's settings, each as a sentence.
    static func problems<Domain: SafeDefaults>(of settings: [DeclaredSetting], in domain: Domain.Type) -> [String] {
        settings.compactMap { declared in
            let (label, setting) = (declared.label, declared.setting)
            if taken.contains(label) {
                return "\(Domain.self).Settings.\(label) has the name of a member that every domain has, which hides "
                    + "the setting: rename the setting and its key, and let the key keep its stored name by the raw "
                    + "value \"\(setting.name.abbreviated)\"; or write [\\.\(label)] wherever the setting is used."
            }
            guard let key = Domain.Keys.allCases.first(where: { $0.uniqueValue == setting.storedName }),
                Mirror(reflecting: key).displayStyle == .enum, label != "\(key)", label != key.rawValue
            else { return nil }
            return "\(Domain.self).Settings.\(label) has the key .\(key): give the setting and its key one name, or "
                + "the setting its own key."
        }
    }
}
