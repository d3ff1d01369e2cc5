// MARK: - Closures

// A closure is called on the writer's thread or on the main actor. To observe several settings or a whole domain, use
// `observe` of the sequence that a `changes` method returns.

extension SafeDefaults {
    /// Calls a closure with each change of a setting, before the setter that makes the change returns.
    ///
    /// ```swift
    /// let observation = login.observe(\.attempts) { change in
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// login.attempts += 1  // prints 0 → 1
    /// observation.cancel()
    /// ```
    ///
    /// **Behavior**
    ///
    /// - *First call:* with the first change. If `initial` is `true`, the closure is also called before this method
    ///   returns.
    /// - *Which changes:* all changes made through the library, on every platform, and changes by other code or
    ///   processes if the system reports them; see <doc:ObservingSettings>. For each change made by the program itself,
    ///   there is one call. For several changes by others, there may be only one call. If a write finds a change by
    ///   others, the call for that change comes before the call for the write.
    /// - *Equal values:* if the new value equals the old one, there is no call. If the type isn't `Equatable`, the
    ///   stored forms are compared instead.
    /// - *Thread:* the thread that writes. If several threads write at once, one of them makes the calls for all, in
    ///   the order of the changes. The other threads' setters may then return before the calls for their changes.
    ///   Several closures are called in the order in which they were added.
    /// - *Writes inside the closure:* observers of such a write, including this closure, are called after the closure
    ///   has returned. Two closures that keep overwriting each other's values run forever.
    /// - *Locks:* the closure is called without a lock, so it may read, write, observe, and cancel any observation,
    ///   including its own. While it blocks, the other closures of the store wait. Writers, loops over sequences, reads
    ///   and the Observation framework don't wait.
    /// - *Unreadable values:* the closure receives the default, and one issue is reported.
    /// - *Store:* the domain's store. If that is ``DefaultsStore/standard``, it is resolved when this method is called.
    /// - *Retention:* the token keeps the closure and the store alive.
    /// - *End:* the observation ends when the token is cancelled or released. Calls that are still waiting aren't made.
    /// - *On Linux:* a write to a plain `UserDefaults` object by another process, or without this library, isn't
    ///   noticed until ``DefaultsStore/refresh()`` is called or the program writes to the same name through the
    ///   library.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - initial: Whether to call the closure once before this method returns, with the current value as both the old
    ///     and the new value.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe<Value>(
        _ path: KeyPath<Settings, DomainSetting<Self, Value>>, initial: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, handler)
    }

    /// Calls a closure on the main actor with each change of a setting, in order.
    ///
    /// Use this to change what belongs to the main actor, such as a view or a model.
    ///
    /// ```swift
    /// @MainActor final class AttemptsTitle {
    ///     private(set) var text = ""
    ///     private var observation: DefaultsObservation?
    ///
    ///     init(_ login: LoginDefaults) {
    ///         observation = login.observe(\.attempts, initial: true, on: MainActor.self) { [weak self] change in
    ///             self?.text = "Attempts: \(change.newValue)"
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Setters don't wait for the closure, because a task calls it. So this method returns before the first call, also
    /// if `initial` is `true`. The closure is called for each change made by the program itself, even if it is slow. If
    /// the token is cancelled on the main actor, no further call begins. Everything else, such as equal and unreadable
    /// values, is as for ``observe(_:initial:fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - initial: Whether to call the closure first with the current value as both the old and the new value.
    ///   - actor: `MainActor.self`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe<Value>(
        _ path: KeyPath<Settings, DomainSetting<Self, Value>>, initial: Bool = false, on actor: MainActor.Type,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, on: actor, handler)
    }
}

// MARK: - Sequences

// `values` starts with the current value, and `changes` contains only changes.

extension SafeDefaults {
    /// Returns an asynchronous sequence of a setting's values: the current value, then each new one.
    ///
    /// ```swift
    /// for await attempts in login.values(of: \.attempts) {
    ///     print(attempts)
    /// }
    /// ```
    ///
    /// See ``SettingValues`` for the changes that are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values<Value>(
        of path: KeyPath<Settings, DomainSetting<Self, Value>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(
            observed: ObservedValue(definition(path), in: store.box, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of a setting's changes, each with the old and the new value.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts) {
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// ```
    ///
    /// See ``SettingChanges`` for the changes that are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes<Value>(
        of path: KeyPath<Settings, DomainSetting<Self, Value>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value> {
        SettingChanges(observed: values(of: path, fileID: fileID, line: line).observed)
    }
}

// MARK: - Several settings

extension SafeDefaults {
    /// Returns an asynchronous sequence of the values of several settings: the current values, then the values after
    /// each change.
    ///
    /// If several settings are changed at once, by ``edit(fileID:line:_:)`` or ``removeAll()``, the sequence has one
    /// element for it.
    ///
    /// ```swift
    /// for await (attempts, date) in login.values(of: \.attempts, \.loginDate) {
    ///     print(attempts, date ?? .distantPast)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The key path of a setting.
    ///   - second: The key path of another setting.
    ///   - others: The key paths of any number of further settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values<First, Second, each Other>(
        of first: KeyPath<Settings, DomainSetting<Self, First>>,
        _ second: KeyPath<Settings, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Settings, DomainSetting<Self, each Other>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<(First, Second, repeat each Other)> {
        SettingValues(
            observed: ObservedValue(
                tupleOf: definition(first), definition(second), repeat definition(each others), in: store.box,
                at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the changes of several settings, each with all old and all new values.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts, \.loginDate) {
    ///     print(change.oldValue.0, "→", change.newValue.0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The key path of a setting.
    ///   - second: The key path of another setting.
    ///   - others: The key paths of any number of further settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes<First, Second, each Other>(
        of first: KeyPath<Settings, DomainSetting<Self, First>>,
        _ second: KeyPath<Settings, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Settings, DomainSetting<Self, each Other>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<(First, Second, repeat each Other)> {
        SettingChanges(observed: values(of: first, second, repeat each others, fileID: fileID, line: line).observed)
    }
}

// MARK: - The whole domain

extension SafeDefaults {
    /// Returns an asynchronous sequence of the domain's stored values by key: the current values, then the values after
    /// each change.
    ///
    /// Each element has the same values as ``dictionaryRepresentation``. Defaults aren't included.
    ///
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values() -> SettingValues<[Keys: PropertyListValue]> {
        SettingValues(
            observed: ObservedValue(keys: Array(Keys.allCases), former: Self.formerNames, in: store.box))
    }

    /// Returns an asynchronous sequence of the changes of the domain's stored values, each with the old and the new
    /// values by key.
    ///
    /// ```swift
    /// for await change in login.changes() {
    ///     print("changed:", change.changedKeys())
    /// }
    /// ```
    ///
    /// By default, if several changes happen while the loop is busy, they are combined, and it receives one change,
    /// which contains every changed key.
    ///
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes() -> SettingChanges<[Keys: PropertyListValue]> {
        SettingChanges(observed: values().observed)
    }
}

extension Change {
    /// Returns the keys whose stored values differ, in the order of `allCases`.
    ///
    /// - Returns: The keys. There is at least one, unless ``isInitial`` is `true`.
    public func changedKeys<Key: DefaultsKey>() -> [Key] where Value == [Key: PropertyListValue] {
        Key.allCases.filter { oldValue[$0] != newValue[$0] }
    }
}
