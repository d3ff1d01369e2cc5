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
    /// stored, nothing is, and each such value is an issue; if the body throws, nothing is. Observers hear of the end
    /// state, once. No sequence, no closure, no ``dictionaryRepresentation`` and no other edit sees half of it; two reads
    /// of two settings by somebody else may see one before it and one after.
    ///
    /// An edit is made in one step: what the body has read in the draft is still stored when the edit is. What it only
    /// writes is stored whatever others write. An edit inside the body is one by itself, and is made before this one.
    ///
    /// - Important: The body may run more than once, on any store: when another write changed what it has read, it runs
    ///   again with a new draft. Let it change the draft and do nothing else that mustn't happen twice. After 32 vain
    ///   attempts it runs while other threads' writes wait, so it must not wait for one of them.
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
        // Reported at the end: the last attempt runs under the lock, and no handler does.
        var issues: [DefaultsIssue] = []
        defer { issues.forEach(DefaultsIssue.report) }
        return try box.settling { isLast throws(Failure) in
            var draft = DomainDraft<Self>(in: box, at: location)
            let state = draft.state
            defer {
                // The body may have run before; one unreadable value stays one issue.
                for issue in state.issues where !issues.contains(issue) { issues.append(issue) }
            }
            let result = try body(&draft)
            guard state.failedWrites.isEmpty else {
                issues += state.failedWrites
                return result
            }
            var transaction = state.transaction
            // Nobody else has written since; what an edit inside the body wrote is overwritten.
            if isLast { transaction.expected = [:] }
            do throws(DefaultsError) {
                return try box.commit(transaction) ? result : nil
            } catch {
                issues.append(.failedWrite(error, at: location))
                return result
            }
        }
    }
}
