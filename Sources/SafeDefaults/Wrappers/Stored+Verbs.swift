extension Stored {
    /// Removes the stored value, so that reads return the default again.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.reset()
    /// ```
    public func reset() { definition.reset(in: store.box) }

    /// Looks up the stored value, and distinguishes a missing value from an unreadable one.
    ///
    /// No issue is reported.
    ///
    /// This always reads the store, even if the property is cached.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// if case .missing = $attempts.lookup() { print("never stored") }
    /// ```
    ///
    /// - Returns: The result. If there is no value, it is ``Lookup/missing``, never the default.
    public func lookup() -> Lookup<Value> { definition.lookup(in: store.box) }

    /// Changes the value atomically.
    ///
    /// See ``SafeDefaults/update(_:fileID:line:_:)``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.update { $0 += 1 }
    /// ```
    ///
    /// - Important: The body may be called more than once.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the value.
    /// - Returns: What the body returned in its last call.
    /// - Throws: The error that the body throws. In that case, nothing is stored.
    @discardableResult
    public func update<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// An asynchronous sequence of the values: the current value, then each new one.
    ///
    /// See ``SettingValues``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// for await attempts in $attempts.values { print(attempts) }
    /// ```
    public var values: SettingValues<Value> { SettingValues(observed: observed) }

    /// An asynchronous sequence of the changes, each with the old and the new value.
    ///
    /// See ``SettingChanges``. Its `observe` methods call a closure with each change, on the writer's thread or on the
    /// main actor.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// let observation = $attempts.changes.observe { print($0.newValue) }
    /// for await change in $attempts.changes { print(change.oldValue, "→", change.newValue) }
    /// ```
    public var changes: SettingChanges<Value> { SettingChanges(observed: observed) }

    private var observed: ObservedValue<Value> { ObservedValue(definition, in: store.box, at: location) }
}

// MARK: - Uses that can't work

extension Stored {
    /// Unavailable: a setting has its default already.
    @available(
        *, unavailable,
        message: "the default is the setting's, declared once: write @Stored(LoginDefaults.attempts) var attempts"
    )
    public init<Domain: SafeDefaults>(
        wrappedValue: Value, _ setting: DomainSetting<Domain, Value>, store: DefaultsStore = .standard,
        options: StoredOptions = []
    ) {
        self.init(setting, store: store, options: options)
    }

    /// Unavailable: a property is made of a setting.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting itself: @Stored(LoginDefaults.attempts) var attempts")
    public init<Root>(_ path: KeyPath<Root, Value>, store: DefaultsStore = .standard, options: StoredOptions = []) {
        Swift.fatalError()
    }
}
