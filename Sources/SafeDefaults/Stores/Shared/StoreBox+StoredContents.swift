// What a store itself holds, as distinguished from what a read finds.

extension StoreBox {
    /// Returns what the store itself holds under some names, with all or none of the changes of a batch.
    ///
    /// Launch arguments, environment variables, managed and registered values, and the values of other domains don't
    /// count. If the store can't tell them from its own values, the content is what a read finds. That is the case only
    /// for a `UserDefaults` that other code has created, whose domain is unknown, and there only for a name that has a
    /// launch argument, a managed value, or a registered value equal to the one that is read.
    ///
    /// While a file can't be opened, nothing is stored in it.
    ///
    /// The reads aren't tracked by the Observation framework.
    package func storedContents(named names: [String]) -> [String: StoredContent] {
        if let scope { return scope.ownNames(scope.base.storedContents(named: names.map(scope.fullName))) }
        guard let own else { return hub.storedContentsOfPlain(named: names) }
        return own.object.store.storedContents(named: names)
    }

    /// Returns what a function that reads contents returns for some names, by the names' bytes.
    ///
    /// - Parameters:
    ///   - names: The names. If two of them differ only in their Unicode form, they are read one after the other.
    ///   - read: Reads the contents of names that aren't equal.
    package func contentsByBytes(
        of names: [String], _ read: ([String]) -> [String: StoredContent]
    ) -> [StoredName: StoredContent] {
        var contents: [StoredName: StoredContent] = [:]
        for group in names.inGroupsOfUnequalNames() {
            for (name, content) in read(group) { contents[StoredName(name)] = content }
        }
        return contents
    }

    /// Returns values by names that Swift compares.
    ///
    /// Of two names that differ only in their Unicode form, one is left out, and an issue is reported.
    package static func valuesByString(_ values: [StoredName: PropertyListValue]) -> [String: PropertyListValue] {
        let result = Dictionary(keepingLast: values.map { ($0.key.text, $0.value) })
        if result.count == values.count { return result }
        // The same one is left out each time.
        var first: [String: PropertyListValue] = [:]
        for name in values.keys.map(\.text).inByteOrder() {
            if first[name] == nil {
                first[name] = values[StoredName(name)]
            } else {
                DefaultsIssue.report(.ambiguousName(name))
            }
        }
        return first
    }

    /// Returns whether the store itself holds something under a name, even a value that can't be read.
    ///
    /// The Observation framework tracks the read.
    func isStored(_ name: String) -> Bool {
        noteRead(of: name)
        return storedContents(named: [name])[name] != .nothing
    }

    // MARK: - Beneath overrides

    /// Returns the content from which a change of a name is computed.
    ///
    /// It is what a read would find without a launch argument, an environment variable or a managed value, because
    /// those are for this run only and must not be stored. If the store can't look beneath them, it is what a read
    /// finds.
    func baseContent(named name: String) -> StoredContent {
        if let own { return own.object.store.baseContent(named: name) }
        guard let plain, !hub.hasUnfinishedWrites else { return baseContents(named: [name])[name] ?? .nothing }
        return plain.baseContent(of: name, found: plain.content(of: name))
    }

    /// Returns the contents from which changes of some names are computed, with all or none of the changes of a batch.
    func baseContents(named names: [String]) -> [String: StoredContent] {
        guard let store = own?.object.store else {
            guard let scope else { return hub.baseContentsOfPlain(named: names) }
            return scope.ownNames(scope.base.baseContents(named: names.map(scope.fullName)))
        }
        guard store.search.hasOverrides else { return contents(named: names) }
        return store.contentsBeneathOverrides(named: names)
            ?? hub.underLock {
                Dictionary(keepingLast: names.map { ($0, store.baseContent(named: $0)) })
            }
    }

    // MARK: - Origin

    /// Returns where the value that a read of a name finds comes from.
    ///
    /// The Observation framework tracks the read.
    func origin(named name: String) -> ValueOrigin {
        if let scope { return scope.base.origin(named: scope.fullName(name)) }
        noteRead(of: name)
        if let own { return own.object.store.origin(named: name) }
        let stored = storedContents(named: [name])[name] ?? .nothing
        return plain?.origin(of: name, content: content(named: name), stored: stored) ?? .default
    }
}
