/// The definitions of settings that are kept until the process ends.
///
/// A setting is usually a constant of a domain's settings, which lives that long anyway. The declaration may also be a
/// computed property, or a function that makes many settings. So only the first definition of each place in the source
/// is kept.
enum KeptDefinitions {
    /// The definitions, sorted by place.
    ///
    /// NB: the first dictionary with keys of some type makes the runtime look for its `Hashable` conformance in all
    /// libraries of the process, which takes 0.1 ms of every start.
    private static let kept = Locked<[Entry]>([])

    // NB: not a tuple, whose type the runtime would have to make at every start.
    private struct Entry {
        let place: CodeLocation.Identity
        let domain: ObjectIdentifier
        let definition: UntypedDefinition
    }

    /// Keeps a definition if it is the first one of its declaration.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - domain: The type of its domain.
    /// - Returns: Whether it is kept.
    static func keep<Value>(_ definition: SettingDefinition<Value>, of domain: Any.Type) -> Bool {
        guard let place = definition.declaration.identity else { return false }
        return kept.withLock { kept in
            let index = index(of: place, in: kept)
            if index < kept.endIndex, kept[index].place == place { return false }
            let entry = Entry(place: place, domain: ObjectIdentifier(domain), definition: definition)
            // NB: the first `insert` of a program takes 25,000 instructions.
            if index == kept.endIndex { kept.append(entry) } else { kept.insert(entry, at: index) }
            return true
        }
    }

    /// Returns the definitions of a domain's settings with a stored name, wherever they were created.
    static func definitions(named name: String, of domain: Any.Type) -> [UntypedDefinition] {
        let domain = ObjectIdentifier(domain)
        return kept.withLock { kept in
            kept.filter { $0.domain == domain && $0.definition.storedName == name }.map(\.definition)
        }
    }

    /// Returns the index of a place, or the index at which it would have to be inserted.
    private static func index(of place: CodeLocation.Identity, in kept: [Entry]) -> Int {
        var range = kept.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = kept[middle].place < place ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
