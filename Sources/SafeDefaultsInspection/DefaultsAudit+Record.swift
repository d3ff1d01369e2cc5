public import SafeDefaults

extension DefaultsAudit {
    /// Returns the keys of some domains with their stored names and types, as text.
    ///
    /// Keep it in a file beside the tests, and compare it with ``problems(in:against:)``. It has a line for each key,
    /// sorted by stored name: the stored name, the key, the type of its setting, and the kind of property-list value
    /// that the setting's default is stored as, with the codec in parentheses. A type is known only of a key that has a
    /// setting, and a kind only if that has a default.
    ///
    /// ```swift
    /// print(DefaultsAudit.record(of: [LoginDefaults.self]))
    /// //=> # Recorded by SafeDefaults: stored name | key | type | stored form
    /// //   login/attempts | LoginDefaults.attempts | Int | integer
    /// //   …
    /// ```
    ///
    /// - Parameter domains: The domains. Duplicates are ignored.
    /// - Returns: The text. It is the same for the same domains in any order.
    public static func record(of domains: [any SafeDefaults.Type]) -> String {
        let lines = Set(domains.flatMap { self.entries(of: $0) }.map(\.line)).inAlphabeticalOrder()
        return ([AuditEntry.heading] + lines).map { "\($0)\n" }.joined()
    }

    /// Returns a description of each problem found in some domains, and of each difference from an earlier record.
    ///
    /// In addition to those of ``problems(in:)``, it is a problem if a key has another stored name or type than in the
    /// record, if a recorded key is missing, or if a key isn't recorded. A case or a domain may be renamed freely while
    /// the stored names stay. A name that a setting has as `formerly:` counts as the setting's own. If the record has
    /// keys of a domain that isn't given, that is one problem.
    ///
    /// ```swift
    /// let record = DefaultsAudit.record(of: [LoginDefaults.self])
    /// let problems = DefaultsAudit.problems(in: [LoginDefaults.self], against: record)
    /// assert(problems.isEmpty, "\(problems)")
    /// ```
    ///
    /// - Parameters:
    ///   - domains: The domains.
    ///   - record: What ``record(of:)`` returned earlier.
    /// - Returns: The descriptions, each with the old and the new state and a way to fix it. The array is empty if
    ///   there are no problems.
    public static func problems(in domains: [any SafeDefaults.Type], against record: String) -> [String] {
        let current = entries(of: domains)
        var problems: [String] = []
        var unmatched: [AuditEntry] = []
        var matched: Set<String> = []
        for line in lines(of: record) {
            guard let old = AuditEntry(line: line) else {
                problems.append(
                    "The record has a line that it can't have, \"\(line.abbreviated)\". " + AuditEntry.recordAgain)
                continue
            }
            guard let match = old.match(in: current) else {
                unmatched.append(old)
                continue
            }
            matched.insert(match.key)
            problems += match.differences(from: old)
        }
        var new = current.filter { !matched.contains($0.key) }
        let others = unnamedDomains(in: record, besides: domains)
        problems += others.map { domain in
            "The record has keys of \(domain), which this call doesn't name: name all domains of a store in one call, "
                + "and give the call for another store a file of its own, such as against: \"GroupKeys.txt\". If "
                + "\(domain) is gone, delete its lines from the record; what users have stored stays there until a "
                + "migration removes it."
        }
        for old in unmatched where !others.contains(old.domain) {
            // A renamed case without its old raw value is the likeliest reason.
            let index = new.firstIndex { $0.domain == old.domain && $0.type == old.type }
            problems.append(old.isMissing(perhapsNow: index.map { new.remove(at: $0) }))
        }
        problems += new.map { "\($0.key), stored as \($0.quotedName), isn't in the record. \(AuditEntry.recordAgain)" }
        return self.problems(in: domains) + problems
    }

    /// Returns the domains of a record whose keys the given domains neither have nor have had, sorted by name.
    ///
    /// Another call may check them against the same file, so a record with such domains isn't written over.
    static func unnamedDomains(in record: String, besides domains: [any SafeDefaults.Type]) -> [String] {
        let (current, names) = (entries(of: domains), Set(domains.map { "\($0)" }))
        let old = lines(of: record).compactMap { AuditEntry(line: $0) }
        return Set(old.filter { !names.contains($0.domain) && $0.match(in: current) == nil }.map(\.domain))
            .inAlphabeticalOrder()
    }

    private static func lines(of record: String) -> [String] {
        record.split(whereSeparator: \.isNewline).filter { $0.utf8.first != UInt8(ascii: "#") }.map(String.init)
    }

    /// Returns an entry for each key of some domains.
    private static func entries(of domains: [any SafeDefaults.Type]) -> [AuditEntry] {
        var isKnown = Set<String>()
        return domains.flatMap { self.entries(of: $0) }.filter { isKnown.insert($0.key).inserted }
    }

    /// Returns a description of each key whose changes by other processes an Apple system doesn't announce.
    ///
    /// That is so for a stored name that is empty, contains a dot or begins with `@`. Changes made through this library
    /// in the same process are always noticed: <doc:ObservingSettings#Keys-with-a-dot>.
    ///
    /// ```swift
    /// assert(DefaultsAudit.unobservableKeys(in: [LoginDefaults.self]).isEmpty)
    /// ```
    ///
    /// - Parameters:
    ///   - domains: The domains.
    ///   - allowed: Stored names that are left out, because they are known to be so.
    /// - Returns: The descriptions, sorted by stored name.
    public static func unobservableKeys(
        in domains: [any SafeDefaults.Type], except allowed: Set<String> = []
    ) -> [String] {
        let entries = domains.flatMap { self.entries(of: $0) }
        let found = entries.filter { !KeyRegistrations.canObserve($0.storedName) && !allowed.contains($0.storedName) }
        return Set(
            found.map {
                "\($0.key), stored as \($0.quotedName), can't be observed on Apple systems, because its stored name is "
                    + "empty, contains a dot or begins with @: other processes' writes are noticed late. Give the key "
                    + "another raw value or namespace, or a uniqueValue without that, or list its stored name as an "
                    + "exception."
            }
        ).inAlphabeticalOrder()
    }

    // MARK: - Types that meet

    /// Returns a problem for each stored name under which settings of different types meet.
    ///
    /// A store can't find such settings when they are used without making every read slower, so only the audit does.
    static func typeProblems(in domains: [any SafeDefaults.Type]) -> [String] {
        let entries = domains.flatMap { self.entries(of: $0) }.filter { $0.type != AuditEntry.unknown }
        let names = Dictionary(grouping: entries, by: \.storedName).inAlphabeticalOrder()
        return names.compactMap { _, entries in
            guard let first = entries.first,
                let other = entries.first(where: { $0.wrappedType != first.wrappedType })
            else { return nil }
            return "\(first.key) is of the type \(first.type), and \(other.key) of the type \(other.type), but both "
                + "are stored as \(first.quotedName): give both the same type, or one of them another raw value."
        }
    }

    private static func entries<Domain: SafeDefaults>(of domain: Domain.Type) -> [AuditEntry] {
        let settings = Dictionary(
            self.settings(of: domain).map { ($0.storedName, $0) }, uniquingKeysWith: { first, _ in first })
        return Domain.Keys.allCases.map { key in
            let name = key.uniqueValue
            return AuditEntry(name, domain: "\(Domain.self)", name: sourceName(of: key), setting: settings[name])
        }
    }
}
