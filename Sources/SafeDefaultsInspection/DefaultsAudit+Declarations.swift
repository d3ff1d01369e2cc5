import SafeDefaults

extension DefaultsAudit {
    /// Returns a problem for each default that its own setting doesn't allow, and for each name that the library uses
    /// itself.
    ///
    /// Several domains may share their keys or settings. Each problem is returned once.
    static func declarationProblems(in domains: [any SafeDefaults.Type]) -> [String] {
        var isKnown: Set<String> = []
        return domains.flatMap { refusedDefaults(of: $0) + reservedNames(of: $0) }
            .filter { isKnown.insert($0).inserted }
    }

    // MARK: - Defaults

    private static func refusedDefaults<Domain: SafeDefaults>(of domain: Domain.Type) -> [String] {
        settings(of: domain).compactMap { setting in
            guard let reason = setting.reasonToRefuseDefault() else { return nil }
            return "\(name(of: setting, in: domain)), stored as \(quoted(setting.storedName)), has a default that it "
                + "doesn't allow, because \(reason): reads return the default, which a write wouldn't store. Give the "
                + "setting another default, or allow this one."
        }
    }

    // MARK: - Names

    private static func reservedNames<Domain: SafeDefaults>(of domain: Domain.Type) -> [String] {
        let own = Domain.Keys.allCases.compactMap { key in
            reasonToReserve(key.uniqueValue).map { reason in
                "\(Domain.self)\(sourceName(of: key)) is stored as \(quoted(key.uniqueValue)), but \(reason): give the "
                    + "key another raw value or namespace."
            }
        }
        let former = settings(of: domain).flatMap { setting in
            setting.formerNames.compactMap { old in
                reasonToReserve(old).map { reason in
                    "\(name(of: setting, in: domain)) has the former name \(quoted(old)), but \(reason): remove the "
                        + "former name, and move its value in a migration."
                }
            }
        }
        return own + former
    }

    /// Returns the reason why a program shouldn't store anything under a name, as a clause; nil if it may.
    static func reasonToReserve(_ name: String) -> String? {
        // Compares bytes: a `String` doesn't count as having a prefix that a combining character follows.
        if name.utf8.starts(with: ReservedName.scopes.utf8) {
            return "SafeDefaults stores the values of scopes under names that begin with \"\(ReservedName.scopes)\""
        }
        if name.utf8.starts(with: ReservedName.migrations.utf8) {
            return "SafeDefaults stores the versions of migrations under names that begin with "
                + "\"\(ReservedName.migrations)\""
        }
        if name.utf8.elementsEqual(ReservedName.firstUnlock.utf8) {
            return "SafeDefaults stores the mark that a device has been unlocked under this name"
        }
        return nil
    }

    // MARK: - Settings

    /// Returns the settings of a domain; none if they can't be found, for which there is another problem.
    static func settings<Domain: SafeDefaults>(of domain: Domain.Type) -> [any InspectableSetting] {
        (try? Domain.inspectableSettings()) ?? []
    }

    /// Returns a setting's name as its key has it in source code, such as `LoginDefaults.attempts`.
    private static func name<Domain: SafeDefaults>(of setting: any ErasableSetting, in domain: Domain.Type) -> String {
        let key = Domain.Keys.allCases.first { $0.uniqueValue == setting.storedName }
        return "\(Domain.self)\(key.map(sourceName) ?? "(rawValue: \"\(setting.name.abbreviated)\")")"
    }

    private static func quoted(_ name: String) -> String { "\"\(name.abbreviated)\"" }
}
