// Reads the values of a plain store that launch arguments, managed or registered values may hide.
// `ObservationHub+PlainWrites` explains why the lock isn't held meanwhile.

extension ObservationHub {
    /// Returns the names under which a plain store holds something, perhaps among others.
    ///
    /// Names with an unfinished write are among them.
    func storedNamesOfPlain() -> [String] {
        // Read before the store, so that a write that ends in between isn't missed: it is in both lists.
        let decided = underLock { unfinished.names }
        return Array(Set(decided).union(plain?.storedNames() ?? []))
    }

    /// Returns what a plain store itself holds under some names, with all or none of the changes of a batch.
    func storedContentsOfPlain(named names: [String]) -> [String: StoredContent] {
        plainContents(of: names) { plain, names in
            plain.storedContents(of: names)
        } after: { _, _, value in
            // Converted to Foundation's object and back, because a read doesn't always find exactly the value that was
            // written.
            value.map { StoredContent(foundationObject: $0.foundationObject) } ?? .nothing
        }
    }

    /// Returns the contents from which changes of some names are computed, with all or none of the changes of a batch.
    func baseContentsOfPlain(named names: [String]) -> [String: StoredContent] {
        plainContents(of: names) { plain, names in
            let contents = names.map { ($0, plain.baseContent(of: $0, found: plain.content(of: $0))) }
            return Dictionary(keepingLast: contents)
        } after: { plain, name, value in
            plain.baseContent(of: name, after: value)
        }
    }

    /// Returns the contents of some names at one moment.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - read: Reads the contents.
    ///   - after: Returns the content of a name after an unfinished write to it.
    private func plainContents(
        of names: [String], _ read: (any PlainValues, [String]) -> [String: StoredContent],
        after: (any PlainValues, String, PropertyListValue?) -> StoredContent
    ) -> [String: StoredContent] {
        guard let plain else { return [:] }
        for _ in 0..<Self.attempts {
            let (before, decided) = underLock { (revision, names.map { unfinished.value(of: $0) }) }
            var contents = read(plain, names)
            for (name, value) in zip(names, decided) {
                if let value { contents[name] = after(plain, name, value) }
            }
            if underLock({ revision == before }) { return contents }
        }
        return holdingBackOtherWriters { plainContents(of: names, read, after: after) }
    }
}

/// The values of a plain store, which is a `UserDefaults` whose class isn't this library's.
///
/// Each of these calls may run observers of other code, so the hub makes it while its lock is released.
protocol PlainValues: AnyObject, Sendable {
    /// Returns the content of a name.
    func content(of name: String) -> StoredContent

    /// Returns what the store itself holds under some names, without launch arguments, managed and registered values
    /// and other domains, where that is known.
    func storedContents(of names: [String]) -> [String: StoredContent]

    /// Returns the names under which the store itself holds something, perhaps among others.
    func storedNames() -> [String]

    /// Returns the content from which a change of a name is computed.
    ///
    /// It is what a read would find without a launch argument and without a managed value, where that is known.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - found: What a read has found.
    func baseContent(of name: String, found: StoredContent) -> StoredContent

    /// Returns what ``baseContent(of:found:)`` will be after a value has been stored, or after the stored one has been
    /// removed if the value is nil.
    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Returns what a read of a name will find after a value has been stored, or after the stored one has been removed
    /// if the value is nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Stores a value, or removes the stored one if the new value is nil.
    func put(_ value: PropertyListValue?, named name: String)
}
