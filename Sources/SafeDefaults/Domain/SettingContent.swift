/// What is stored under a setting's own name and its former names.
struct SettingContent: Equatable, Sendable {
    /// The content of the setting's own stored name.
    let own: StoredContent

    /// The contents of the former names, in their order.
    ///
    /// NB: usually empty, so that no memory is allocated for it.
    let former: [StoredContent]

    /// The index of the former name whose content is used; nil if it is that of the setting's own name.
    let used: Int?

    /// The layer in which it was looked up.
    let layer: Layer

    /// Creates the content of a setting without former names.
    init(own: StoredContent, in layer: Layer) { (self.own, former, used, self.layer) = (own, [], nil, layer) }

    /// Creates the content from the contents of the setting's names, in their order.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - layer: The layer in which they were looked up.
    ///   - index: The index of the content that is used.
    init(_ contents: [StoredContent], in layer: Layer, using index: Int?) {
        self.layer = layer
        own = contents.first ?? .nothing
        former = Array(contents.dropFirst())
        used = index.flatMap { $0 > 0 ? $0 - 1 : nil }
    }

    /// Whether nothing is stored under any of the names.
    var isNothing: Bool { own == .nothing && !hasFormer }

    /// Whether something is stored under a former name.
    var hasFormer: Bool { former.contains { $0 != .nothing } }
}

extension SettingDefinition {
    /// All names of the setting, its own first.
    package var storedNames: [String] { [storedName] + formerNames }

    /// Registers a read with the Observation framework if that tracks reads on this thread now.
    func noteRead(in box: StoreBox) {
        box.noteRead(of: storedName)
        for name in formerNames { box.noteRead(of: name) }
    }

    /// Returns the contents of the setting's names, with all or none of the changes of a batch.
    func content(in box: StoreBox, in layer: Layer = .all) -> SettingContent {
        // NB: in nearly all settings.
        if formerNames.isEmpty { return SettingContent(own: box.content(named: storedName, in: layer), in: layer) }
        let contents = box.contents(named: storedNames, in: layer)
        return content(in: layer, origin: layer == .all ? box.origin : box.baseOrigin) { contents[$0] ?? .nothing }
    }

    /// Returns the contents from which a change is computed: those that a read would find without a launch argument or
    /// the like.
    func baseContent(in box: StoreBox) -> SettingContent { content(in: box, in: .beneathOverrides) }

    /// Returns the contents of the setting's names.
    ///
    /// If several names have a content, one of a launch argument or the like is used, or else one that the store itself
    /// holds, or else any other, such as a registered one. Within each of these three, the setting's own name comes
    /// first.
    ///
    /// - Parameters:
    ///   - layer: The layer in which they are looked up.
    ///   - origin: Returns the origin of a name's content.
    ///   - find: Returns the content of a name.
    func content(
        in layer: Layer, origin: (String) -> ValueOrigin, _ find: (String) -> StoredContent
    ) -> SettingContent {
        if formerNames.isEmpty { return SettingContent(own: find(storedName), in: layer) }
        let contents = storedNames.map(find)
        let index = contents.preferredIndex(names: storedNames, origin: origin)
        return SettingContent(contents, in: layer, using: index)
    }

    /// Returns the contents of the setting's names, of which the first one that isn't nothing is used.
    func content(_ contents: [StoredContent]) -> SettingContent {
        SettingContent(contents, in: .all, using: contents.firstIndex { $0 != .nothing })
    }

    /// Returns the value of some contents, or nil if nothing is stored.
    ///
    /// - Parameters:
    ///   - content: The contents.
    ///   - box: The box that was read; nil if the contents come from no store.
    /// - Throws: An error with the full stored name if the value can't be read.
    func decoded(_ content: SettingContent, in box: StoreBox?) throws(DefaultsError) -> Value? {
        let read = content.layer == .all ? box : nil
        // NB: apart from the former names, because even looking at an array of a generic type takes long.
        guard let index = content.used else {
            let name = storedName
            return try StoreBox.decoded(content.own, name: box?.fullName(name) ?? name, as: Value.self) { stored in
                try decode(stored, named: name, in: read, by: nil)
            }
        }
        let (name, found) = (formerNames[index], content.former[index])
        return try StoreBox.decoded(found, name: box?.fullName(name) ?? name, as: Value.self) { stored in
            try decode(stored, named: name, in: read, by: formerly[index].decode)
        }
    }

    /// Returns whether the store itself holds a value, even one that can't be read.
    ///
    /// The Observation framework tracks the read.
    package func isStored(in box: StoreBox) -> Bool { storedNames.contains(where: box.isStored) }

    /// Removes the stored value.
    ///
    /// A failure is reported as an issue.
    package func reset(in box: StoreBox) {
        if formerNames.isEmpty { return box.remove(storedName) }
        DefaultsIssue.reportingFailedWrite(at: nil) { () throws(DefaultsError) in
            _ = try replace(nil, by: nil, in: box)
        }
    }

    /// Stores an encoded value under the setting's own name, and removes what is stored under its former names.
    ///
    /// If the process ends in between, reads find the new value: it is stored before the old ones are removed. If a
    /// value is removed, the name that reads prefer is the last one to be removed.
    ///
    /// - Parameters:
    ///   - seen: The contents that the value was computed from; nil if it depends on none.
    ///   - encoded: The encoded value; nil to remove the value.
    ///   - box: The store.
    /// - Returns: Whether the contents were still stored. If they weren't, nothing is changed.
    func replace(_ seen: SettingContent?, by encoded: PropertyListValue?, in box: StoreBox) throws(DefaultsError)
        -> Bool
    {
        try box.check(encoded, named: storedName)
        let found = seen ?? baseContent(in: box)
        var transaction = StoreTransaction()
        if let seen {
            for (name, content) in zip(storedNames, [seen.own] + seen.former) { transaction.expected[name] = content }
        }
        for (name, content) in zip(formerNames, found.former).reversed() where content != .nothing {
            transaction.put(nil, named: name)
        }
        transaction.put(encoded, named: storedName)
        return try box.commit(transaction)
    }
}

// MARK: - The order of the search

extension [StoredContent] {
    /// Returns the index of the content that a read uses; nil if all are nothing.
    ///
    /// - Parameters:
    ///   - names: The names of the contents, the preferred ones first.
    ///   - origin: Returns the origin of a name's content. It is called only if several names have one.
    func preferredIndex(names: [String], origin: (String) -> ValueOrigin) -> Int? {
        let found = indices.filter { self[$0] != .nothing }
        if found.count < 2 { return found.first }
        // The origins are asked for later than the contents. If all values are gone by then, any order will do.
        return indices.map { self[$0] == .nothing ? .default : origin(names[$0]) }.preferredIndex ?? found.first
    }
}

extension [ValueOrigin] {
    /// The index of the first override, or else of the first value of the store itself, or else of any other value.
    var preferredIndex: Int? {
        firstIndex(where: \.isOverride) ?? firstIndex(of: .stored) ?? firstIndex { $0 != .default }
    }
}
