extension SafeDefaults {
    /// Makes several writes of the domain one change.
    ///
    /// ```swift
    /// login.edit { draft in
    ///     draft.attempts += 1
    ///     draft.theme = .dark
    /// }
    /// ```
    ///
    /// What the body leaves in the draft is stored after it has returned, all of it or nothing: if one value can't be
    /// stored, nothing is, and each such value is an issue; if the body throws, nothing is. Observers are notified
    /// once, of the end state. No sequence, no closure, no ``dictionaryRepresentation`` and no other edit sees half of
    /// it; two reads of two settings by somebody else may see one before it and one after.
    ///
    /// An edit is made in one step: what the body has read in the draft is still stored when the edit is. What it only
    /// writes is stored whatever others write. An edit inside the body is one by itself, and is made before this one.
    ///
    /// If the body reads a value that can't be read, and then writes to the same key, nothing at all is stored: the new
    /// value was probably computed from the default. The stored values are kept, with one issue. To replace an
    /// unreadable value, write it without reading it, or ``DomainDraft/reset(_:)`` it first; to stop instead, read it
    /// with ``DomainDraft/read(_:)``, which throws.
    ///
    /// - Important: The body may run more than once, on any store: when another write changed what it has read, it runs
    ///   again with a new draft. Let it change the draft and do nothing else that mustn't happen twice. After 32
    ///   collisions the body runs once more while other threads' writes are held back, so it must never wait for a
    ///   thread that writes.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: Changes the draft.
    /// - Returns: What the body returned the last time it ran.
    /// - Throws: What the body throws.
    @discardableResult
    public func edit<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout DomainDraft<Self>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (box, location) = (store.box, CodeLocation(fileID: fileID, line: line))
        // Of the last attempt, and reported at the end: that one may run under the lock, and no handler does.
        var issues: [DefaultsIssue] = []
        defer { issues.forEach(DefaultsIssue.report) }
        return try box.settling { isLast throws(Failure) in
            var draft = DomainDraft<Self>(in: box, at: location)
            let state = draft.state
            var isThrown = true
            defer { issues = state.issues(isThrown: isThrown) }
            let result = try body(&draft)
            isThrown = false
            guard state.isStorable else { return result }
            var transaction = state.transaction
            // Nobody else has written since; what an edit inside the body wrote is overwritten.
            if isLast { transaction.expected = [:] }
            do throws(DefaultsError) {
                return try box.commit(transaction) ? result : nil
            } catch {
                state.note(.failedWrite(error, at: location))
                return result
            }
        }
    }
}
