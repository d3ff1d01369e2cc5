// Access to settings as properties, by key path and as values, and the operations on settings.
//
// NB: the subscripts are inlinable, so that the compiler resolves the key path when it compiles client code. Applying a
// key path at run time takes 700 instructions, more than everything else that a read adds to `object(forKey:)`.
//
// NB: each `_modify` is written out. If one yielded to another, a change that throws would be stored, because the inner
// one would go on after its `yield`.

extension SafeDefaults {
    /// Accesses a setting as a property.
    ///
    /// A read returns the stored value, or the default if nothing is stored. If the stored value can't be read, the
    /// default is returned and an issue is reported. Writing `nil` removes the stored value, unless the setting
    /// remembers `nil`. If a value can't be stored, the previous value is kept and an issue is reported. Each issue
    /// names the line of the setting's declaration.
    ///
    /// ```swift
    /// login.attempts += 1
    /// ```
    ///
    /// An assignment replaces a stored value that can't be read. A change in place, such as `+=`, `append` or an
    /// assignment to a part of the value, doesn't: it has the default to begin with, so it is reported and not stored.
    ///
    /// - Important: A change in place reads the value and then writes it. Another thread may write in between. If a
    ///   launch argument overrides the value, what is stored was computed from the argument. To avoid both, use
    ///   ``update(_:fileID:line:_:)``.
    @inlinable public subscript<Value>(dynamicMember path: KeyPath<Settings, DomainSetting<Self, Value>>) -> Value {
        get { Self.settings[keyPath: path].definition.value(in: store) }
        nonmutating set { Self.settings[keyPath: path].definition.set(newValue, in: store) }
        nonmutating _modify {
            let definition = Self.settings[keyPath: path].definition
            var isReadable = true
            var value = definition.valueToChange(in: store, isReadable: &isReadable)
            yield &value
            if isReadable { definition.set(value, in: store) }
        }
    }

    /// A setting itself, with its key and its default.
    ///
    /// ```swift
    /// let names = [LoginDefaults.attempts.name]
    /// ```
    @inlinable
    public static subscript<Value>(
        dynamicMember path: KeyPath<Settings, DomainSetting<Self, Value>>
    ) -> DomainSetting<Self, Value> {
        settings[keyPath: path]
    }

    /// Accesses a setting by key path.
    ///
    /// Use this if a member of the protocol has the same name as the setting.
    ///
    /// ```swift
    /// login[\.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) -> Value {
        get { Self.settings[keyPath: path].definition.value(in: store) }
        nonmutating set { Self.settings[keyPath: path].definition.set(newValue, in: store) }
        nonmutating _modify {
            let definition = Self.settings[keyPath: path].definition
            var isReadable = true
            var value = definition.valueToChange(in: store, isReadable: &isReadable)
            yield &value
            if isReadable { definition.set(value, in: store) }
        }
    }

    /// Accesses a setting that is passed as a value.
    ///
    /// ```swift
    /// login[LoginDefaults.attempts] += 1
    /// ```
    @inlinable public subscript<Value>(_ setting: DomainSetting<Self, Value>) -> Value {
        get { setting.definition.value(in: store) }
        nonmutating set { setting.definition.set(newValue, in: store) }
        nonmutating _modify {
            var isReadable = true
            var value = setting.definition.valueToChange(in: store, isReadable: &isReadable)
            yield &value
            if isReadable { setting.definition.set(value, in: store) }
        }
    }

    /// Looks up the stored value, and distinguishes a missing value from an unreadable one.
    ///
    /// No issue is reported.
    ///
    /// ```swift
    /// if case .missing = login.lookup(\.attempts) { print("never stored") }
    /// ```
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: The result. If there is no value, it is ``Lookup/missing``, never the default.
    public func lookup<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) -> Lookup<Value> {
        definition(path).lookup(in: store.box)
    }

    /// Returns the stored value, or the default if nothing is stored, and throws an error if the stored value can't be
    /// read.
    ///
    /// The property reports an issue instead.
    ///
    /// ```swift
    /// let attempts = try login.read(\.attempts)
    /// ```
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: The value.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    public func read<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) throws(DefaultsError) -> Value {
        let definition = definition(path)
        return try definition.read(from: store.box) ?? definition.fallback()
    }

    /// Stores a value for a setting, or throws an error if it can't be stored.
    ///
    /// The property reports an issue instead.
    ///
    /// ```swift
    /// try login.write(3, to: \.attempts)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - path: The key path of the setting, such as `\.attempts`.
    /// - Throws: A ``DefaultsError`` if the value can't be stored. In that case, the previous value is kept.
    public func write<Value>(
        _ value: Value, to path: KeyPath<Settings, DomainSetting<Self, Value>>
    ) throws(DefaultsError) {
        try definition(path).write(value, to: store.box)
    }

    /// Returns whether a read finds a value for a setting, even one that can't be read.
    ///
    /// Like ``lookup(_:)``, it goes by what a read finds: a value from a launch argument, an environment variable or a
    /// registered default counts. ``storedKeys`` and ``DomainSetting/origin(in:)`` tell what is stored.
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: `true` if there is a value, even one that can't be read.
    public func contains<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) -> Bool {
        definition(path).storedNames.contains(where: store.box.contains)
    }

    /// Removes the value stored for a setting, so that reads return the default again.
    ///
    /// ```swift
    /// login.reset(\.attempts)
    /// ```
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    public func reset<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) {
        definition(path).reset(in: store.box)
    }

    /// Changes a setting's value atomically.
    ///
    /// No other write through the library comes between the read and the write, on any thread and through any domain
    /// with the same store.
    ///
    /// ```swift
    /// login.update(\.attempts) { $0 += 1 }
    /// ```
    ///
    /// The body receives the value that a read returns. If a launch argument, an environment variable or a managed
    /// value overrides the stored value, the body receives the stored one or, if there is none, the default. Reads go
    /// on returning the override. So a value for one run is never stored. (A store over a `UserDefaults` that other
    /// code has created can't look beneath an override.) The body may read and write other settings. The changed value
    /// is stored as if you assigned it to the property: `nil` removes the stored value, and a value that can't be
    /// stored is reported as an issue. Nothing is stored if the body throws.
    ///
    /// If the stored value can't be read, the body receives the default and its result is returned, but nothing is
    /// stored. The unreadable value is kept, and one issue is reported. To replace the unreadable value, assign a new
    /// value or call ``reset(_:)``. To get an error instead of an issue, call ``DomainDraft/read(_:)`` inside
    /// ``edit(fileID:line:_:)``.
    ///
    /// - Important: The body may be called more than once, with any store. If another write comes in between, the body
    ///   is called again with the newer value. Compute only the value in it, and do nothing else that mustn't happen
    ///   twice. After 32 collisions, the body is called once more while writes by other threads are held back, so it
    ///   must never wait for a thread that writes.
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes its argument, the value. What it returns isn't stored: `{ $0 + 1 }` changes
    ///     nothing.
    /// - Returns: What the body returned in its last call.
    /// - Throws: The error that the body throws.
    @discardableResult
    public func update<Value, Result, Failure: Error>(
        _ path: KeyPath<Settings, DomainSetting<Self, Value>>, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition(path).update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    func definition<Value>(_ path: KeyPath<Settings, DomainSetting<Self, Value>>) -> SettingDefinition<Value> {
        Self.settings[keyPath: path].definition
    }
}

// MARK: - What the properties do

// NB: these are functions of the definition, because those of a setting are passed the domain's type, too, in every
// access in a program. They consume the definition, because otherwise each access had code that releases it.

extension SettingDefinition {
    /// Returns the stored value, or the default if nothing is stored.
    @usableFromInline
    package __consuming func value(in store: DefaultsStore) -> Value { store.withBox { value(in: $0) } }

    /// Stores a value, and reports an issue if that fails.
    @usableFromInline
    package __consuming func set(_ value: Value, in store: DefaultsStore) {
        store.withBox { set(value, in: $0) }
    }

    /// Returns the value for a change in place, such as `+=`.
    ///
    /// If the stored value can't be read, this is the default, whose change must not be stored.
    @usableFromInline
    package func valueToChange(in store: DefaultsStore, isReadable: inout Bool) -> Value {
        store.withBox { valueToChange(in: $0, isReadable: &isReadable) }
    }
}
