// Calls that can't work. Each overload exists only for its error message, which the compiler prints; none is ever
// called.
//
// The overloads are disfavored, so that the compiler doesn't mention them when it can't resolve another call.

extension SafeDefaults {
    /// Unavailable: use ``edit(fileID:line:_:)`` to change several settings.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            update changes one setting: write update(\\.attempts) { $0 += 1 }; to change several as one, write \
            edit { $0.attempts += 1 }
            """
    )
    public func update(_ body: (inout DomainDraft<Self>) throws -> Void) {}
}

// MARK: - Key paths of an object

extension SafeDefaults {
    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func update<Value, Result>(_ path: KeyPath<Self, Value>, _ body: (inout Value) throws -> Result) {}

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func reset<Value>(_ path: KeyPath<Self, Value>) {}

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func contains<Value>(_ path: KeyPath<Self, Value>) -> Bool { false }

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func lookup<Value>(_ path: KeyPath<Self, Value>) -> Lookup<Value> { .missing }

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func observe<Value>(
        _ path: KeyPath<Self, Value>, initial: Bool = false, _ handler: (Change<Value>) -> Void
    ) -> DefaultsObservation { changes().observe { _ in } }

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func values<Value>(of path: KeyPath<Self, Value>) -> AsyncStream<Value> { AsyncStream { $0.finish() } }

    /// Unavailable: a setting is a static property.
    @_disfavoredOverload
    @available(*, unavailable, message: "a setting is a static property of its domain: write \\.attempts alone")
    public func changes<Value>(of path: KeyPath<Self, Value>) -> AsyncStream<Change<Value>> {
        AsyncStream { $0.finish() }
    }
}
