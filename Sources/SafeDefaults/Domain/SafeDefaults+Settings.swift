// Access by setting: as a property, by key path, by the setting itself, and the verbs.
//
// NB: the subscripts are inlinable so that a client's compiler resolves the key path. Applying one at run time takes
// 700 instructions, which is more than all else that a read adds to `object(forKey:)`.

extension SafeDefaults {
    /// Accesses a setting as a property of its name.
    ///
    /// A read returns the stored value, or the default if nothing is stored. If what is stored can't be read, the
    /// default is returned and an issue is reported. Writing `nil` removes the value. If a value can't be stored, what
    /// was stored is kept and an issue is reported. Each issue names the line of the setting's declaration.
    ///
    /// ```swift
    /// login.attempts += 1
    /// ```
    ///
    /// - Important: `+=`, `append` and the like are a read followed by a write. Another thread may write in between,
    ///   and the write replaces a value that couldn't be read. Use ``update(_:fileID:line:_:)`` where that matters.
    @inlinable public subscript<Value>(dynamicMember path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Value {
        get { Self.self[keyPath: path].definition.value(in: store.box) }
        nonmutating set { Self.self[keyPath: path].definition.set(newValue, in: store.box) }
    }

    /// Accesses a setting by key path, also one whose name a member of the protocol already has.
    ///
    /// ```swift
    /// login[\.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Value {
        get { Self.self[keyPath: path].definition.value(in: store.box) }
        nonmutating set { Self.self[keyPath: path].definition.set(newValue, in: store.box) }
    }

    /// Accesses a setting that you have as a value.
    ///
    /// ```swift
    /// login[LoginDefaults.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ setting: DomainSetting<Self, Value>) -> Value {
        get { setting.definition.value(in: store.box) }
        nonmutating set { setting.definition.set(newValue, in: store.box) }
    }

    /// Looks up the stored value, which may be missing or unreadable, and reports no issue.
    ///
    /// ```swift
    /// if case .missing = login.lookup(\.attempts) { print("never stored") }
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: The result; the default isn't considered.
    public func lookup<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Lookup<Value> {
        definition(path).lookup(in: store.box)
    }

    /// Returns the stored value, or the default if nothing is stored, and throws an error where the property reports an
    /// issue.
    ///
    /// ```swift
    /// let attempts = try login.read(\.attempts)
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: The value.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    public func read<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) throws(DefaultsError) -> Value {
        let definition = definition(path)
        return try definition.read(from: store.box) ?? definition.fallback()
    }

    /// Stores a value for a setting, and throws an error where the property reports an issue.
    ///
    /// ```swift
    /// try login.write(3, to: \.attempts)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes what is stored.
    ///   - path: The setting.
    /// - Throws: A ``DefaultsError`` if the value can't be stored; what was stored is kept.
    public func write<Value>(
        _ value: Value, to path: KeyPath<Self.Type, DomainSetting<Self, Value>>
    ) throws(DefaultsError) {
        try definition(path).write(value, to: store.box)
    }

    /// Returns whether something is stored for a setting, readable or not.
    ///
    /// A launch argument and a registered default count as stored, because a `UserDefaults` object can't tell them
    /// apart.
    ///
    /// - Parameter path: The setting.
    /// - Returns: Whether a read finds something.
    public func contains<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Bool {
        store.box.contains(definition(path).storedName)
    }

    /// Removes what is stored for a setting, so that reads return the default again.
    ///
    /// ```swift
    /// login.reset(\.attempts)
    /// ```
    ///
    /// - Parameter path: The setting.
    public func reset<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) {
        store.box.remove(definition(path).storedName)
    }

    /// Changes a setting's value atomically.
    ///
    /// No other write made through the library, on any thread and through any domain over the same store, comes between
    /// the read and the write.
    ///
    /// ```swift
    /// login.update(\.attempts) { $0 += 1 }
    /// ```
    ///
    /// The body receives the value that a read returns, and may read and write other settings. The changed value is
    /// stored as if you assigned it to the property: `nil` removes, and a value that can't be stored is reported as an
    /// issue. Nothing is stored if the body throws.
    ///
    /// If the stored value can't be read, the body receives the default and its result is returned, but nothing is
    /// stored: the unreadable value is kept, and one issue is reported. To replace it, write a value or call
    /// ``reset(_:)``. To get an error instead, read with ``DomainDraft/read(_:)`` inside ``edit(fileID:line:_:)``.
    ///
    /// - Important: The body may be called more than once, with any store: if another write came in between, it is
    ///   called again with the newer value. Let it compute the value and do nothing else that mustn't happen twice.
    ///   After 32 collisions it is called once more while other threads' writes are held back, so it must never wait
    ///   for a thread that writes.
    /// - Parameters:
    ///   - path: The setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the value.
    /// - Returns: What the body returned in its last call.
    /// - Throws: What the body throws.
    @discardableResult
    public func update<Value, Result, Failure: Error>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition(path).update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    func definition<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>
    ) -> SettingDefinition<Value> {
        Self.self[keyPath: path].definition
    }
}
