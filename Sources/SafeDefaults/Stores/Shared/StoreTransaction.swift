/// Writes to several names that are made as one, if what they were made of is still there.
struct StoreTransaction {
    /// What was seen under the names that the writes depend on.
    var expected: [String: StoredContent] = [:]

    /// What to store by name, checked already; nil removes.
    var changes: [String: PropertyListValue?] = [:]

    /// Removes what is stored under a name.
    mutating func remove(_ name: String) {
        // Not `= nil`, which would take the name out of the changes.
        changes.updateValue(nil, forKey: name)
    }

    /// Tells whether what was seen is still what is stored.
    func isUpToDate(_ content: (String) -> StoredContent) -> Bool {
        expected.allSatisfy { content($0.key) == $0.value }
    }
}
