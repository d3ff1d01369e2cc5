import SafeDefaults

// The names of keys that are made at run time. A domain with such keys removes every name that begins as theirs do, so
// no other domain may have names that begin so.

extension DefaultsAudit {
    /// Returns a problem for each name of another domain below such a namespace, and for each namespace that has names
    /// of the library itself.
    static func namespaceProblems(in domains: [any SafeDefaults.Type]) -> [String] {
        domains.flatMap { owner -> [String] in
            guard let prefix = owner.dynamicPrefix else { return unknownNames(of: owner) }
            let others = domains.filter { keysID(of: $0) != keysID(of: owner) }
            return reservedNamespace(prefix, of: owner)
                + others.flatMap { other in
                    (allNames(of: other) + [other.dynamicPrefix].compactMap { $0 })
                        .filter { $0.utf8.starts(with: prefix.utf8) }
                        .map { name in
                            "\"\(name.abbreviated)\" of \(other) is below the namespace of \(owner), whose keys are "
                                + "made at run time and have every name there: give one of them another namespace."
                        }
                }
        }
    }

    private static func unknownNames<Domain: SafeDefaults>(of owner: Domain.Type) -> [String] {
        guard Domain.Keys.self is any DynamicDefaultsKey.Type else { return [] }
        return [
            "The keys of \(owner) are made at run time, but nothing tells their stored names from others, so "
                + "storedKeys, removeAll and snapshots miss them: begin uniqueValue with text of its own, and end it "
                + "with rawValue."
        ]
    }

    private static func reservedNamespace(_ prefix: String, of owner: any SafeDefaults.Type) -> [String] {
        let isReserved =
            reasonToReserve(prefix) != nil || ReservedName.firstUnlock.utf8.starts(with: prefix.utf8)
        guard isReserved else { return [] }
        return [
            "The keys of \(owner) are made at run time and have every name below \"\(prefix.abbreviated)\", but "
                + "SafeDefaults stores names of its own there: give them another namespace."
        ]
    }

    private static func keysID<Domain: SafeDefaults>(of domain: Domain.Type) -> ObjectIdentifier {
        ObjectIdentifier(Domain.Keys.self)
    }

    /// Returns the stored names of a domain's keys, and the former names of its settings.
    private static func allNames<Domain: SafeDefaults>(of domain: Domain.Type) -> [String] {
        Domain.Keys.allCases.map(\.uniqueValue) + Domain.formerNames.values.joined()
    }
}
