// Access by setting: as a property, by key path, by the setting itself, and the verbs.
//
// The subscripts are inlinable so that a client's compiler sees through the key path: applying one at run time takes
// 700 instructions, and all else that a read adds to a bare `object(forKey:)` fewer than that.

extension SafeDefaults {
    /// Reads or writes a setting as a property of its name.
    ///
    /// A read gives the stored value, or the default where nothing is stored; where something unreadable is, it gives the
    /// default and an issue. A write of `nil` removes the value; one that can't be stored leaves what was there, and is
    /// an issue. Each issue names the line of the setting's declaration.
    ///
    /// ```swift
    /// login.attempts += 1
    /// ```
    ///
    /// - Important: `+=`, `append` and the like are a read and then a write, between which another thread may write, and
    ///   the write replaces what the read couldn't read; use ``update(_:fileID:line:_:)`` where that matters.
    @inlinable public subscript<Value>(dynamicMember path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Value {
        get { Self.self[keyPath: path].definition.value(in: store.box) }
        nonmutating set { Self.self[keyPath: path].definition.set(newValue, in: store.box) }
    }

    /// Reads or writes a setting by key path: the way to a setting whose name a member of the protocol has already.
    ///
    /// ```swift
    /// login[\.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Value {
        get { Self.self[keyPath: path].definition.value(in: store.box) }
        nonmutating set { Self.self[keyPath: path].definition.set(newValue, in: store.box) }
    }

    /// Reads or writes a setting that is at hand as a value.
    ///
    /// ```swift
    /// login[LoginDefaults.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ setting: DomainSetting<Self, Value>) -> Value {
        get { setting.definition.value(in: store.box) }
        nonmutating set { setting.definition.set(newValue, in: store.box) }
    }

    /// Tells a missing value, a value, and an unreadable value apart; reports nothing.
    ///
    /// ```swift
    /// if case .missing = login.lookup(\.attempts) { print("never stored") }
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: What was found; the default plays no part.
    public func lookup<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Lookup<Value> {
        definition(path).lookup(in: store.box)
    }

    /// The stored value, or the default where nothing is stored; throws where a property would report an issue.
    ///
    /// ```swift
    /// let attempts = try login.read(\.attempts)
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: The value.
    /// - Throws: The ``DefaultsError`` of an unreadable value.
    public func read<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) throws(DefaultsError) -> Value {
        let definition = definition(path)
        return try definition.read(from: store.box) ?? definition.fallback()
    }

    /// Stores a value, `nil` removing what is stored; throws where a property would report an issue.
    ///
    /// ```swift
    /// try login.write(3, to: \.attempts)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The setting.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; what was stored is still there.
    public func write<Value>(
        _ value: Value, to path: KeyPath<Self.Type, DomainSetting<Self, Value>>
    ) throws(DefaultsError) {
        try definition(path).write(value, to: store.box)
    }

    /// Tells whether something is stored for a setting, readable or not.
    ///
    /// A launch argument and a registered default count as stored, since a `UserDefaults` doesn't tell them apart.
    ///
    /// - Parameter path: The setting.
    /// - Returns: Whether a read would find something.
    public func contains<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Bool {
        store.box.contains(definition(path).storedName)
    }

    /// Removes what is stored for a setting, so that reads give the default again.
    ///
    /// ```swift
    /// login.reset(\.attempts)
    /// ```
    ///
    /// - Parameter path: The setting.
    public func reset<Value>(_ path: KeyPath<Self.Type, DomainSetting<Self, Value>>) {
        store.box.remove(definition(path).storedName)
    }

    /// Changes a setting's value in one step: no write made through the library, on any thread and through any domain
    /// over the same store, comes between the read and the write.
    ///
    /// ```swift
    /// login.update(\.attempts) { $0 += 1 }
    /// ```
    ///
    /// The body gets the value that a read would give, and may read and write other settings. If it throws, nothing is
    /// written. What it leaves is stored as by a property: `nil` removes, and a value that can't be stored is an issue.
    ///
    /// If the stored value can't be read, the body gets the default, and its result is returned, but nothing is
    /// written: the stored value is kept, and reported as one issue. To replace it, write a value or call
    /// ``reset(_:)``. To get an error instead, read with ``DomainDraft/read(_:)`` inside ``edit(fileID:line:_:)``.
    ///
    /// - Important: The body may run more than once, on any store: when another write came in between, it runs again
    ///   with the newer value. Let it compute the value and do nothing else that mustn't happen twice. After 32
    ///   collisions the body runs once more while other threads' writes are held back, so it must never wait for a
    ///   thread that writes.
    /// - Parameters:
    ///   - path: The setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: Changes the value.
    /// - Returns: What the body returned the last time it ran.
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
