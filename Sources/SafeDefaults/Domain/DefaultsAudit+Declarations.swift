extension DefaultsAudit {
    /// Returns a problem for each default that its own setting doesn't allow.
    ///
    /// Several domains may share their keys or settings. Each problem is returned once.
    static func declarationProblems(in domains: [any SafeDefaults.Type]) -> [String] {
        var isKnown: Set<String> = []
        return domains.flatMap { refusedDefaults(of: $0) }
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

    // MARK: - Settings

    /// Returns the settings that a domain lists; none if the list can't be used, for which there is another problem.
    private static func settings<Domain: SafeDefaults>(of domain: Domain.Type) -> [any ErasableSetting] {
        do throws(DefaultsError) {
            return Domain.erased(try Domain.listedSettings())
        } catch {
            return []
        }
    }

    /// Returns a setting's name as its key has it in source code, such as `LoginDefaults.attempts`.
    private static func name<Domain: SafeDefaults>(of setting: any ErasableSetting, in domain: Domain.Type) -> String {
        let key = Domain.Keys.allCases.first { $0.uniqueValue == setting.storedName }
        return "\(Domain.self)\(key.map(sourceName) ?? "(rawValue: \"\(setting.name.abbreviated)\")")"
    }

    private static func quoted(_ name: String) -> String { "\"\(name.abbreviated)\"" }
}
