/// What is stored under a setting's own name and its former names.
struct SettingContent: Equatable, Sendable {
    /// The content of the setting's own stored name.
    let own: StoredContent

    /// The contents of the former names, in their order.
    ///
    /// NB: usually empty, so that no memory is allocated for it.
    let former: [StoredContent]

    init(own: StoredContent, former: [StoredContent] = []) {
        self.own = own
        self.former = former
    }

    /// Creates the content from the contents of the setting's names, in their order.
    init(_ contents: [StoredContent]) {
        self.init(own: contents.first ?? .nothing, former: Array(contents.dropFirst()))
    }

    /// Whether nothing is stored under any of the names.
    var isNothing: Bool { own == .nothing && !hasFormer }

    /// Whether something is stored under a former name.
    var hasFormer: Bool { former.contains { $0 != .nothing } }
}

extension SettingDefinition {
    /// All names of the setting, its own first.
    var storedNames: [String] { [storedName] + formerNames }

    /// Registers a read with the Observation framework if that tracks reads on this thread now.
    func noteRead(in box: StoreBox) {
        box.noteRead(of: storedName)
        formerNames.forEach(box.noteRead)
    }

    /// Returns the contents of the setting's names, with all or none of the changes of a batch.
    func content(in box: StoreBox, in layer: Layer = .all) -> SettingContent {
        // NB: in nearly all settings.
        if formerNames.isEmpty { return SettingContent(own: box.content(named: storedName, in: layer)) }
        let contents = box.contents(named: storedNames, in: layer)
        return content { contents[$0] ?? .nothing }
    }

    /// Returns the contents from which a change is computed: those that a read would find without a launch argument or
    /// the like.
    func baseContent(in box: StoreBox) -> SettingContent { content(in: box, in: .beneathOverrides) }

    /// Returns the contents of the setting's names.
    ///
    /// - Parameter find: Returns the content of a name.
    func content(_ find: (String) -> StoredContent) -> SettingContent {
        SettingContent(own: find(storedName), former: formerNames.isEmpty ? [] : formerNames.map(find))
    }

    /// Returns the value of some contents, or nil if nothing is stored.
    ///
    /// The value under the setting's own name is used. If there is none, that under the first former name that has one
    /// is used.
    func decoded(_ content: SettingContent) throws(DefaultsError) -> Value? {
        if !formerNames.isEmpty, content.own == .nothing {
            for (former, stored) in zip(formerly, content.former) where stored != .nothing {
                return try StoreBox.decoded(
                    stored, name: former.name, as: Value.self, decode: former.decode ?? decode)
            }
        }
        return try value(of: content.own)
    }

    /// Returns whether the store itself holds a value, even one that can't be read.
    ///
    /// The Observation framework tracks the read.
    package func isStored(in box: StoreBox) -> Bool { storedNames.contains(where: box.isStored) }

    /// Returns where the value that a read finds comes from.
    ///
    /// The Observation framework tracks the read.
    func origin(in box: StoreBox) -> ValueOrigin {
        for name in storedNames {
            let origin = box.origin(named: name)
            if origin != .default { return origin }
        }
        return .default
    }

    /// Returns whether a read finds a value, even one that can't be read.
    ///
    /// The Observation framework tracks the read.
    func contains(in box: StoreBox) -> Bool { storedNames.contains(where: box.contains) }

    /// Removes the stored value.
    ///
    /// A failure is reported as an issue.
    func reset(in box: StoreBox) {
        if formerNames.isEmpty { return box.remove(storedName) }
        do throws(DefaultsError) {
            _ = try replace(nil, by: nil, in: box)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
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
            transaction.remove(name)
            transaction.lastNames.append(name)
        }
        transaction.changes.updateValue(encoded, forKey: storedName)
        if encoded == nil { transaction.lastNames.append(storedName) }
        return try box.commit(transaction)
    }
}
