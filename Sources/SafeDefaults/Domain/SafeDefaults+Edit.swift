extension SafeDefaults {
    /// Changes several settings of the domain atomically.
    ///
    /// ```swift
    /// login.edit { draft in
    ///     draft.attempts += 1
    ///     draft.theme = .dark
    /// }
    /// ```
    ///
    /// When the body returns, everything it wrote to the draft is stored, or nothing. Nothing is stored if the body
    /// throws, or if a value can't be stored; each such value is reported as an issue. Observers are notified once, of
    /// the final state. No sequence, closure, ``dictionaryRepresentation`` or other edit sees a part of the changes;
    /// but of two reads of two settings, one may come before the edit and one after.
    ///
    /// The edit is stored only if everything that the body has read in the draft is unchanged in the store. Values that
    /// it only writes are stored whatever others write. An edit inside the body is a separate one, which is stored
    /// before this one.
    ///
    /// If the body reads a value that can't be read, and then writes to the same key, nothing at all is stored, because
    /// the new value was probably computed from the default. The stored values are kept, and one issue is reported. To
    /// replace an unreadable value, write it without reading it, or call ``DomainDraft/reset(_:)`` first. To stop
    /// instead, read it with ``DomainDraft/read(_:)``, which throws.
    ///
    /// - Important: The body may be called more than once, with any store: if another write changed what it has read,
    ///   it is called again with a new draft. Let it change the draft and do nothing else that mustn't happen twice.
    ///   After 32 collisions it is called once more while other threads' writes are held back, so it must never wait
    ///   for a thread that writes.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the draft.
    /// - Returns: What the body returned in its last call.
    /// - Throws: What the body throws.
    @discardableResult
    public func edit<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout DomainDraft<Self>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (box, location) = (store.box, CodeLocation(fileID: fileID, line: line))
        // The issues of the last attempt. They are reported at the end, because that attempt may run under the lock,
        // and no handler may.
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
            // No other thread has written since, but an edit inside the body may have; it is overwritten.
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
