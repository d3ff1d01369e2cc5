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
    /// When the body returns, either everything that it wrote to the draft is stored, or nothing. Nothing is stored if
    /// the body throws, or if a value can't be stored. Each value that can't be stored is reported as an issue.
    /// Observers are notified once, with the final state. No sequence, closure, ``dictionaryRepresentation`` or other
    /// edit sees only a part of the changes. Two separate reads can see a part of them: the first may come before the
    /// edit, and the second after it.
    ///
    /// The edit is stored only if the values that the body read from the draft are still unchanged in the store. A
    /// value that the body only writes is stored even if other code has changed the stored value. An edit inside the
    /// body is a separate edit, which is stored before this one.
    ///
    /// If the body reads an unreadable value and then writes to the same key, the whole edit stores nothing, because
    /// the new value was probably computed from the default. The stored values are kept, and one issue is reported. To
    /// replace an unreadable value, write the new value without reading the old one, or call ``DomainDraft/reset(_:)``
    /// first. To end the edit at an unreadable value, read the setting with ``DomainDraft/read(_:)``, which throws an
    /// error.
    ///
    /// - Important: The body may be called more than once, with any store. If another write has changed a value that
    ///   the body read, the body is called again with a new draft. Change only the draft in it, and do nothing else
    ///   that mustn't happen twice. After 32 collisions, the body is called once more while writes by other threads are
    ///   held back, so it must never wait for a thread that writes.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the draft.
    /// - Returns: What the body returned in its last call.
    /// - Throws: The error that the body throws.
    @discardableResult
    public func edit<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout DomainDraft<Self>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try store.edit(fileID: fileID, line: line) { draft throws(Failure) in try body(&draft[Self.self]) }
    }
}

extension DefaultsStore {
    /// Changes settings of several domains of this store atomically.
    ///
    /// ```swift
    /// struct SoundDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case volume }
    ///     struct Settings { let volume = Setting(.volume, default: 5) }
    ///     static let settings = Settings()
    /// }
    ///
    /// DefaultsStore.standard.edit { draft in
    ///     draft[LoginDefaults.self].attempts = 0
    ///     draft[SoundDefaults.self].volume = 3
    /// }
    /// ```
    ///
    /// It does for several domains what ``SafeDefaults/edit(fileID:line:_:)`` does for one, in the same way: everything
    /// that the body wrote is stored, or nothing. The domains' own stores don't matter, because a draft gives access to
    /// their types.
    ///
    /// - Important: The body may be called more than once, and must never wait for a thread that writes.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the draft.
    /// - Returns: What the body returned in its last call.
    /// - Throws: The error that the body throws.
    @discardableResult
    public func edit<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout StoreDraft) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The issues of the last attempt. They are reported at the end, because the last attempt may run under the
        // lock, and the handler must not be called under the lock.
        var issues: [DefaultsIssue] = []
        defer { issues.forEach(DefaultsIssue.report) }
        let box = box
        return try box.settling { attempt throws(Failure) in
            let state = DraftState(in: box, at: CodeLocation(fileID: fileID, line: line))
            var isThrown = true
            defer { issues = state.issues(isThrown: isThrown) }
            var draft = StoreDraft(state: state)
            let result = try body(&draft)
            isThrown = false
            return state.isStorable && !state.store(in: attempt) ? nil : result
        }
    }
}

/// A copy of a store's values, which the body of ``DefaultsStore/edit(fileID:line:_:)`` changes.
///
/// ```swift
/// DefaultsStore.standard.edit { $0[LoginDefaults.self].attempts += 1 }
/// ```
public struct StoreDraft {
    fileprivate let state: DraftState

    /// The draft of a domain.
    ///
    /// A write to it is seen by all drafts of this edit, and by nobody else until the edit ends. All values of the
    /// domain are read together when it is first asked for.
    public subscript<Domain: SafeDefaults>(_ domain: Domain.Type) -> DomainDraft<Domain> {
        get {
            state.read(Domain.Keys.allCases.map(\.uniqueValue))
            return DomainDraft(state: state)
        }
        // Nothing is left to do: a write to a domain's draft has changed the state that all drafts share.
        set {}
    }
}
