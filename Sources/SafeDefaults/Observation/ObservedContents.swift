/// The names that an observer depends on.
package struct ObservedNames: Sendable {
    /// The stored names, with the scope's prefix if there is one, without duplicates.
    package let all: [String]

    /// For each setting with former names, the indexes of its names, its own first.
    private let settings: [[Int]]

    /// Returns the origin of a name's content.
    private let origin: @Sendable (String) -> ValueOrigin

    /// Creates the names of some settings in a store.
    ///
    /// - Parameters:
    ///   - settings: The names of each setting, its own first.
    ///   - box: The store, which is asked for origins under the hub's lock.
    package init(_ settings: [[String]], in box: StoreBox) {
        let settings = settings.map { $0.map(box.fullName) }
        // Two settings may share a name.
        var (names, places) = ([String](), [String: Int]())
        for name in settings.joined() where places[name] == nil {
            places[name] = names.count
            names.append(name)
        }
        all = names
        self.settings = settings.filter { $0.count > 1 }.map { $0.compactMap { places[$0] } }
        origin = { box.store.origin(named: $0, through: box.hub) }
    }

    /// Returns contents in which those that a setting doesn't use, because it prefers one of a later name, are nothing;
    /// nil if no setting has former names.
    ///
    /// That can be told only while they are stored. Later the same content may have another origin.
    fileprivate func used(of contents: [StoredContent]) -> [StoredContent]? {
        if settings.isEmpty { return nil }
        var used = contents
        for places in settings {
            let index = places.map { contents[$0] }.preferredIndex(names: places.map { all[$0] }, origin: origin)
            for place in places.prefix(index ?? 0) { used[place] = .nothing }
        }
        return used
    }
}

/// The current contents of an observer's names.
///
/// Create and change it under the hub's lock, so that the contents are those that the store has.
package struct ObservedContents: Sendable {
    private let names: ObservedNames
    private var stored: [StoredContent]

    /// The contents that settings use; nil if no setting has former names.
    private var used: [StoredContent]?

    /// The contents in the order of the names.
    ///
    /// Of a setting's names, the first one that has a content is used.
    package var current: [StoredContent] { used ?? stored }

    package init(_ names: ObservedNames, _ contents: [StoredContent]) {
        self.names = names
        stored = contents
        used = names.used(of: contents)
    }

    /// Takes note of a change.
    ///
    /// - Parameter changes: The contents of the changed names.
    package mutating func take(_ changes: [String: StoredContent]) {
        for (index, name) in names.all.enumerated() {
            if let change = changes[name] { stored[index] = change }
        }
        used = names.used(of: stored)
    }
}
