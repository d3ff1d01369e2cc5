/// Checks what the compiler can't: that no two keys share a stored name, that no stored name or type has changed since
/// it was recorded, and that the lists of settings are complete.
///
/// Call it in a test, with all domains of the program:
///
/// ```swift
/// func testKeys() throws {
///     try DefaultsAudit.check([LoginDefaults.self])
/// }
/// ```
///
/// See <doc:Testing#A-lock-on-the-keys>.
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
    /// Every collision is a problem, and so are settings of different types under one stored name, if the domains list
    /// them; whether a type is optional makes no difference. A domain that lists its settings has a problem if a key
    /// has no setting, a setting is listed twice, or its `settings` property is anything but a list of its settings.
    /// Of a listed setting, it is a problem if its range or its `allowed:` closure doesn't allow its own default. The
    /// default is evaluated for this.
    ///
    /// A key whose stored name this library uses itself is a problem, and so is such a former name of a listed setting:
    /// one that begins with `scope:` or `migrations/`, or is `SafeDefaults/readable`.
    ///
    /// - Parameter domains: The domains.
    /// - Returns: The descriptions. The array is empty if there are no problems.
    public static func problems(in domains: [any SafeDefaults.Type]) -> [String] {
        collisions(in: domains).map(\.description) + typeProblems(in: domains)
            + domains.flatMap { listProblems(of: $0) } + declarationProblems(in: domains)
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
        let paths: [PartialKeyPath<Domain.Type>]
        do throws(DefaultsError) {
            paths = try Domain.listedSettings()
        } catch {
            return [error.description]
        }
        guard !paths.isEmpty else { return [] }
        let listed = Domain.erased(paths).map(\.storedName)
        let strangers = paths.count - listed.count
        let twice = Set(listed.filter { name in listed.count { $0 == name } > 1 }).inAlphabeticalOrder()
        let missing = Domain.Keys.allCases.filter { !listed.contains($0.uniqueValue) }
        let others = "\(Domain.self).settings lists key paths of other things than settings: \(strangers)."
        return (strangers > 0 ? [others] : [])
            + twice.map { "\(Domain.self).settings lists more than one setting stored as \"\($0.abbreviated)\"." }
            + missing.map { "\(Domain.self).settings lists no setting for the key \"\($0.rawValue.abbreviated)\"." }
    }
}
