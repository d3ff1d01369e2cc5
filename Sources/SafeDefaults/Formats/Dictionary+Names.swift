// Operations that many places need, each compiled once. The standard library's sort and its dictionaries' initializers
// are compiled anew for each type of element and for each closure, which takes up to 4 KB of a program each time. So
// only strings are sorted, and entries are looked up afterwards.

extension Sequence<String> {
    /// Returns the strings in alphabetical order.
    package func inAlphabeticalOrder() -> [String] { Array(self).sorted() }

    /// Returns the strings in the order of their bytes in UTF-8.
    package func inByteOrder() -> [String] { Array(self).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension Sequence<String> {
    /// Returns the names without repetitions, in groups in which Swift takes no two for equal.
    ///
    /// There is one group, unless two names differ only in their Unicode form, such as that of an accented letter. To a
    /// store those are two names, but a dictionary with strings as its keys can have only one of them.
    func inGroupsOfUnequalNames() -> [[String]] {
        var groups: [(names: [String], seen: Set<String>)] = [([], [])]
        var seen: Set<StoredName> = []
        for name in self where seen.insert(StoredName(name)).inserted {
            let index = groups.firstIndex { !$0.seen.contains(name) } ?? groups.endIndex
            if index == groups.endIndex { groups.append(([], [])) }
            groups[index].names.append(name)
            groups[index].seen.insert(name)
        }
        return groups.map(\.names)
    }
}

extension Dictionary where Key == String {
    /// Returns the entries in the alphabetical order of their keys.
    package func inAlphabeticalOrder() -> [Element] { entries(for: keys.inAlphabeticalOrder()) }

    /// Returns the entries in the order of their keys' bytes in UTF-8.
    package func inByteOrder() -> [Element] { entries(for: keys.inByteOrder()) }

    /// Returns the entries whose keys are in a set.
    package func limited(to keys: Set<String>) -> [String: Value] { filter { keys.contains($0.key) } }

    private func entries(for keys: [String]) -> [Element] { keys.compactMap { index(forKey: $0).map { self[$0] } } }
}

extension Dictionary {
    /// Creates a dictionary from some entries, with the last one of each key.
    package init(keepingLast entries: [(Key, Value)]) { self.init(entries, uniquingKeysWith: { $1 }) }
}
