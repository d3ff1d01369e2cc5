// Operations that many places need, each compiled once. The compiler copies generic code that it knows, such as the
// standard library's sort and dictionaries, for each type of element and for each closure. A copy takes up to 6 KB of a
// program, and a part of a second to compile.
//
// Nothing with the attribute `@_semantics("optimize.sil.specialize.generic.never")` is copied. All types share one
// form, which looks up what a type's values need, and so runs several times slower. The attribute stands here, and in
// other files, on what rarely runs, or takes little of its callers' time: see `.ci/instructions`.

extension Sequence<String> {
    /// Returns the strings in alphabetical order.
    package func inAlphabeticalOrder() -> [String] { sortedBySharedCode { $0 < $1 } }

    /// Returns the strings in the order of their bytes in UTF-8.
    package func inByteOrder() -> [String] { sortedBySharedCode { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension [String] {
    /// Returns the names without repetitions, in groups in which Swift takes no two for equal.
    ///
    /// There is one group, unless two names differ only in their Unicode form, such as that of an accented letter. To a
    /// store those are two names, but a dictionary with strings as its keys can have only one of them.
    @inline(never)
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
    @_semantics("optimize.sil.specialize.generic.never")
    package func inAlphabeticalOrder() -> [Element] { sortedBySharedCode { $0.key < $1.key } }

    /// Returns the entries in the order of their keys' bytes in UTF-8.
    @_semantics("optimize.sil.specialize.generic.never")
    package func inByteOrder() -> [Element] {
        sortedBySharedCode { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Returns the entries whose keys are in a set.
    package func limited(to keys: Set<String>) -> [String: Value] { entries { name, _ in keys.contains(name) } }
}

extension Dictionary {
    /// Creates a dictionary from some entries, with the last one of each key.
    @_semantics("optimize.sil.specialize.generic.never")
    package init(keepingLast entries: [(Key, Value)]) { self.init(entries, uniquingKeysWith: { $1 }) }

    /// Returns the entries of which a closure is true.
    @_semantics("optimize.sil.specialize.generic.never")
    func entries(where isIncluded: (Key, Value) -> Bool) -> [Key: Value] { filter { isIncluded($0.key, $0.value) } }

    /// Returns the entries of both dictionaries, with those of the other one where both have a key.
    @_semantics("optimize.sil.specialize.generic.never")
    func overridden(by other: [Key: Value]) -> [Key: Value] { merging(other, uniquingKeysWith: { $1 }) }
}
