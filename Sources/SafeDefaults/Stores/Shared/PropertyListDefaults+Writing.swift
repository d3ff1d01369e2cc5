// The one way of every write to a store of this library's own, by a plain setter or through a domain: keep other
// processes and then other threads from writing, store the value, and let the hub find and deliver the change.

extension PropertyListDefaults {
    /// Stores a checked value, or removes what is stored for nil.
    func write(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try store.beginExclusion()
        try hub.writing(to: name) { () throws(DefaultsError) in
            defer { store.endExclusion() }
            try put(value, named: name)
        }
    }

    /// Stores a checked value, or removes what is stored for nil, if the store still holds what was seen.
    ///
    /// - Returns: Whether it did.
    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters { () throws(DefaultsError) in
            guard content(of: name) == seen else { return false }
            try hub.writing(to: name) { () throws(DefaultsError) in try put(value, named: name) }
            return true
        }
    }

    /// Makes several checked writes as one change, if the store still holds the values that they depend on.
    ///
    /// - Parameters:
    ///   - changes: The writes.
    ///   - expected: The values that they depend on.
    /// - Returns: Whether they are made.
    func write(
        _ changes: [String: PropertyListValue?], over expected: [String: StoredContent]
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters { () throws(DefaultsError) in
            guard expected.allSatisfy({ content(of: $0.key) == $0.value }) else { return false }
            try hub.writing(to: changes.keys) { () throws(DefaultsError) in
                try store.put(changes)
                didChange()
            }
            return true
        }
    }

    /// Runs other code while all other writers are held back, those of other processes included.
    func holdingBackOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var isExcluding = true
        // If other processes can't be kept out, the write of the body fails too, and reports why.
        do throws(DefaultsError) { try store.beginExclusion() } catch { isExcluding = false }
        return try hub.holdingBackOtherWriters { () throws(Failure) in
            defer { if isExcluding { store.endExclusion() } }
            return try body()
        }
    }

    /// Runs a body while no other thread and no other process can write.
    ///
    /// Here, and wherever both are kept out, processes come first: waiting for one may take long, and threads that only
    /// observe need the hub meanwhile. They may write again before the changes are delivered.
    private func excludingOtherWriters<Result>(
        _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try store.beginExclusion()
        return try hub.excludingOtherWriters { () throws(DefaultsError) in
            defer { store.endExclusion() }
            return try body()
        }
    }

    private func content(of name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try store.value(named: name) }
    }

    private func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try store.put(value, named: name)
        didChange()
    }
}
