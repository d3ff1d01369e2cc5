public import SafeDefaults

/// Checks what the compiler can't: that no two keys share a stored name, and that no stored name or type has changed
/// since it was recorded.
///
/// Call it in a test, with all domains of the program:
///
/// ```swift
/// func testKeys() throws {
///     try DefaultsAudit.check([LoginDefaults.self])
/// }
/// ```
///
/// See <doc:Testing#Lock-the-stored-names>.
public enum DefaultsAudit {
    /// Two or more keys that share a stored name, so that writing the value of one overwrites the others.
    public struct Collision: Sendable, Hashable, CustomStringConvertible {
        /// The stored name that the keys share.
        public let storedName: String

        /// The keys, such as `LoginDefaults.Keys.attempts`.
        public let keys: [String]

        /// A sentence that names the keys and says how to separate them.
        public var description: String {
            "\(keys.joined(separator: " and ")) are all stored as \"\(storedName.abbreviated)\": give one of them "
                + "another raw value, or its domain a namespace."
        }
    }

    /// Returns the stored names that two or more keys share.
    ///
    /// Domains that use the same type of keys, through a typealias, don't collide. Domains that use different stores
    /// may share names, so check them in separate calls.
    ///
    /// - Parameter domains: The domains. Duplicates are ignored.
    /// - Returns: The collisions, sorted by stored name.
    public static func collisions(in domains: [any SafeDefaults.Type]) -> [Collision] {
        var keys: [String: [String]] = [:]
        var seen: Set<ObjectIdentifier> = []
        for domain in domains { collect(domain, into: &keys, seen: &seen) }
        return keys.filter { $0.value.count > 1 }.inAlphabeticalOrder()
            .map { Collision(storedName: $0.key, keys: $0.value) }
    }

    /// Returns a description of each problem found in some domains.
    ///
    /// Every collision is a problem, and so are two settings of one stored name, in one domain or, if their types
    /// differ, in several; whether a type is optional makes no difference. It is a problem if a setting has the name of
    /// a member of every domain, or another name than the case of its key. It is a problem if the range or the
    /// `allowed` closure of a setting doesn't allow its own default, which is evaluated for this.
    ///
    /// If a domain's keys are made at run time (`DynamicDefaultsKey`), a name of another domain below their namespace
    /// is a problem, and so is a namespace in which this library has names. A key whose stored name this library uses
    /// itself is a problem, and so is such a former name of a setting: one that begins with `scope:` or `migrations/`,
    /// or is `SafeDefaults/readable`.
    ///
    /// - Parameter domains: The domains.
    /// - Returns: The descriptions. The array is empty if there are no problems.
    public static func problems(in domains: [any SafeDefaults.Type]) -> [String] {
        collisions(in: domains).map(\.description) + typeProblems(in: domains)
            + domains.flatMap { listProblems(of: $0) } + declarationProblems(in: domains)
            + namespaceProblems(in: domains)
    }

    private static func collect<Domain: SafeDefaults>(
        _ domain: Domain.Type, into keys: inout [String: [String]], seen: inout Set<ObjectIdentifier>
    ) {
        guard seen.insert(ObjectIdentifier(Domain.Keys.self)).inserted else { return }
        for key in Domain.Keys.allCases {
            keys[key.uniqueValue, default: []].append("\(Domain.self).Keys\(sourceName(of: key))")
        }
    }

    /// Returns a key as it is written in source code: `.attempts`, or `(rawValue: "lobby")` if its type isn't an enum.
    static func sourceName(of key: some DefaultsKey) -> String {
        Mirror(reflecting: key).displayStyle == .enum
            ? ".\(key)" : "(rawValue: \"\(key.rawValue.abbreviated)\")"
    }

    private static func listProblems<Domain: SafeDefaults>(of domain: Domain.Type) -> [String] {
        let settings: [DeclaredSetting]
        do throws(DefaultsError) {
            settings = try Domain.declarations()
        } catch {
            return [error.description]
        }
        let names = settings.map(\.setting.storedName)
        let others = Mirror(reflecting: Domain.settings).children.filter { !($0.value is any ErasableSetting) }
        let twice = Set(names.filter { name in names.count { $0 == name } > 1 }).inAlphabeticalOrder()
        return twice.map { "\(Domain.self).Settings has more than one setting stored as \"\($0.abbreviated)\"." }
            + others.map { "\(Domain.self).Settings.\($0.label ?? "") is no setting." }
            + NameCheck.problems(of: settings, in: domain)
            + (Domain.namespace.isEmpty || Domain.namespace == Domain.Keys.namespace
                ? []
                : ["\(Domain.self).namespace has no effect: declare it in \(Domain.self).Keys."])
    }
}
