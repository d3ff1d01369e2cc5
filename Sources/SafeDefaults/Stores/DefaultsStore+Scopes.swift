// Named scopes: the same settings for each account or document, in one store.

extension DefaultsStore {
    /// Returns a part of this store, in which every stored name has a prefix of its own.
    ///
    /// Use it to keep the same settings for each account or document:
    ///
    /// ```swift
    /// let mine = LoginDefaults(store: .standard.scoped("user-7"))
    /// let hers = LoginDefaults(store: .standard.scoped("user-8"))
    /// mine.attempts = 3
    /// hers.attempts  //=> 0
    /// ```
    ///
    /// A scope is a store like any other. Everything works in it, and nothing that is done in it reaches another scope
    /// or the settings outside. Scopes of one store share its `UserDefaults` object, its file and its
    /// ``flush(fileID:line:)``, and a scope can have scopes. It may be used from several threads, and every call with
    /// the same name returns an equal store.
    ///
    /// - *Stored names:* The value above is stored as `scope:user-7/login/attempts`. In the scope's name, every byte of
    ///   UTF-8 is written as `%` and two hexadecimal digits, except for ASCII letters, digits, `-` and `_`. So any text
    ///   can be the name of a scope, and two names never have the same form, not even two Unicode normalization forms
    ///   of one text. Errors and issues name the full stored name.
    /// - *Other code:* Launch arguments, environment variables, and code that uses the `UserDefaults` object itself,
    ///   need the full name: `-scope:user-7/login/attempts 5`.
    /// - *`standard`:* A scope of ``standard`` is resolved at each use, as `standard` itself is.
    /// - *Absence:* A scope exists while something is stored in it; see ``scopes``.
    ///
    /// - Important: A name is refused if it is empty or longer than 1,024 bytes of UTF-8. An issue of the kind
    ///   ``DefaultsIssue/Kind/refusedName`` is then reported, and the returned store is a new one in memory; its
    ///   ``flush(fileID:line:)`` returns `false`.
    /// - Parameters:
    ///   - name: The scope's name, such as the identifier of an account.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func scoped(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> DefaultsStore {
        if let reason = ScopeName.reasonToRefuse(name) {
            let refusal = DefaultsError.refusal(of: name, as: "scope", because: reason)
            DefaultsIssue.report(.refusedName(refusal, at: CodeLocation(fileID: fileID, line: line)))
            return DefaultsStore(box: StoreBox(InMemoryDefaults(inPlaceOf: refusal)))
        }
        return scoped(by: ScopeName.prefix(name))
    }

    /// Returns a part of ``standard``; the same as its ``scoped(_:fileID:line:)-swift.method``.
    ///
    /// ```swift
    /// let mine = LoginDefaults(store: .scoped("user-7"))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The scope's name.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func scoped(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> DefaultsStore {
        standard.scoped(name, fileID: fileID, line: line)
    }

    /// The names of the scopes in which something is stored, sorted by their UTF-8.
    ///
    /// ```swift
    /// let store = DefaultsStore.inMemory()
    /// LoginDefaults(store: store.scoped("user-7")).attempts = 3
    /// store.scopes  //=> ["user-7"]
    /// ```
    ///
    /// A scope is listed if the store itself holds a value in it or in a scope of it, even one that can't be read.
    /// Launch arguments, environment variables and registered values don't count. The scopes of a scope are listed by
    /// that scope's own `scopes`. A stored name that other code has made counts only if it has exactly the form that
    /// ``scoped(_:fileID:line:)-swift.method`` describes. If the store's file can't be opened, the list is empty.
    ///
    /// All names of the store are read for this, and the read isn't tracked by the Observation framework.
    public var scopes: [String] { box.scopeNames() }

    /// Removes everything that is stored in a scope, and in the scopes of that scope, as one change.
    ///
    /// ```swift
    /// DefaultsStore.standard.removeScope("user-7")
    /// ```
    ///
    /// It needs no domain, so it also removes what earlier versions of the program have stored there. Other threads'
    /// and processes' writes come before or after the removal, never in the middle of it. Observers are notified once.
    /// If nothing is stored in the scope, or the name is refused, this does nothing. A failure is reported as an issue
    /// of the kind ``DefaultsIssue/Kind/failedWrite``, and nothing is removed.
    ///
    /// If the process is killed during the removal, a file store has all of the scope or nothing. A `UserDefaults` may
    /// have a part of it, which the next removal takes.
    ///
    /// - Parameters:
    ///   - name: The scope's name, which was passed to ``scoped(_:fileID:line:)-swift.method``.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func removeScope(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) {
        guard ScopeName.reasonToRefuse(name) == nil else { return }
        DefaultsIssue.reportingFailedWrite(at: CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try box.removeAll(beginningWith: ScopeName.prefix(name))
        }
    }
}
