/// A type of keys whose names are made at run time, such as one for each article that was read.
///
/// ```swift
/// struct SeenDefaults: SafeDefaults {
///     struct Keys: DynamicDefaultsKey { let rawValue: String; static let namespace = "seen" }
/// }
///
/// let seen = SeenDefaults()
/// let id = 42
/// seen.set(true, forKey: "\(id)")  // stored as "seen/42"
/// print(seen.storedKeys.count)
/// seen.removeAll()
/// ```
///
/// A key is a string literal, with or without interpolations, or `Keys(rawValue: name)`. Every stored name that begins
/// with the namespace and `/` belongs to the domain: ``SafeDefaults/storedKeys``, ``SafeDefaults/removeAll()``,
/// ``SafeDefaults/dictionaryRepresentation``, snapshots, exports and imports have them all. So no other domain may use
/// this namespace, or one below it; `DefaultsAudit` finds that. Sequences and closures of the whole domain have only
/// the keys in `allCases`, which is empty by default; observe others one by one. The Observation framework is told of a
/// read of each name that is found, so it doesn't notice a new one.
///
/// For records of several values, take a scope for each: <doc:KeysAndNamespaces#Names-created-at-run-time>.
///
/// - Important: All names of the store are read to find those of the namespace.
public protocol DynamicDefaultsKey: DefaultsKey, ExpressibleByStringInterpolation {
    /// Creates the key of a name, which may be any string.
    init(rawValue: String)
}

extension DynamicDefaultsKey {
    /// No keys.
    public static var allCases: [Self] { [] }

    /// Creates the key of a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }

    /// Unavailable: keys that are made at run time need a namespace, because every name below it is theirs.
    @available(*, unavailable, message: "keys that are made at run time need a namespace: static let namespace = …")
    public static var namespace: String { "" }
}

// MARK: - The names of a domain

extension SafeDefaults {
    /// The beginning of the names of keys that are made at run time; nil if the domain has no such keys.
    package static var dynamicPrefix: String? {
        guard Keys.self is any DynamicDefaultsKey.Type, !Keys.namespace.isEmpty else { return nil }
        return Keys.namespace + "/"
    }

    /// Returns those of some names that belong to the domain because of its namespace.
    package static func dynamicNames(among names: some Sequence<String>) -> [String] {
        guard let prefix = dynamicPrefix else { return [] }
        return names.filter { $0.utf8.starts(with: prefix.utf8) }
    }

    /// Returns the domain's keys: those in `allCases`, and those made at run time under which a store holds something.
    static func keys(in box: StoreBox) -> [Keys] {
        let known = Array(Keys.allCases)
        guard let prefix = dynamicPrefix else { return known }
        let listed = Set(known.map { StoredName($0.uniqueValue) })
        return known
            + box.storedNames(startingWith: prefix).filter { !listed.contains(StoredName($0)) }.compactMap { name in
                // The key may have a stored name of its own making.
                let key = Keys(rawValue: String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
                return key?.uniqueValue.utf8.elementsEqual(name.utf8) == true ? key : nil
            }
    }

    /// Returns the stored names of the domain's keys, and the former names of its settings.
    package static func storedNames(in box: StoreBox) -> [String] {
        keys(in: box).map(\.uniqueValue) + formerNames.values.joined()
    }
}
