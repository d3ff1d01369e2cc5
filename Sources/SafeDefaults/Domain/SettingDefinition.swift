/// What a setting is made of; one object, so that a setting is copied as one pointer.
///
/// Its name is computed once, because asking a key for it costs more than the read of a value from memory.
@usableFromInline
final class SettingDefinition<Value>: Sendable {
    /// The key's raw value.
    let name: String

    /// The key's name in the store.
    let storedName: String

    /// Makes the default.
    let fallback: @Sendable () -> Value

    let codec: DefaultsCodec<Value>
    let writes: WritePolicy
    let declaration: CodeLocation

    init(
        _ key: some DefaultsKey, codec: DefaultsCodec<Value>, writes: WritePolicy, declaration: CodeLocation,
        fallback: @escaping @Sendable () -> Value
    ) {
        name = key.rawValue
        storedName = key.uniqueValue
        self.codec = codec
        self.writes = writes
        self.declaration = declaration
        self.fallback = fallback
    }

    // MARK: - Reading

    /// The stored value, or nil for nothing.
    func read(from box: StoreBox) throws(DefaultsError) -> Value? {
        try box.read(storedName, as: Value.self, decode: codec.decode)
    }

    /// The stored value, or the default; an unreadable one is reported.
    ///
    /// The way of every property access. It makes no `Value?`, whose metadata generic code has to look up each time, and
    /// leaves everything that goes wrong to the way below it.
    ///
    /// - Parameter location: The caller, for issues; nil for the setting's declaration.
    @usableFromInline
    func value(in box: StoreBox, at location: CodeLocation? = nil) -> Value {
        do {
            guard let stored = try box.value(named: storedName) else { return fallback() }
            return try codec.decode(stored)
        } catch {
            return valueOrReport(in: box, at: location ?? declaration)
        }
    }

    private func valueOrReport(in box: StoreBox, at location: CodeLocation) -> Value {
        value(of: box.content(named: storedName), at: location, ifUnreadable: DefaultsIssue.report)
    }

    /// The value that a read makes of some content: the default for nothing, and for what can't be read.
    ///
    /// - Parameters:
    ///   - content: What is stored.
    ///   - location: The caller, for issues.
    ///   - report: Gets the issue of what can't be read.
    func value(
        of content: StoredContent, at location: CodeLocation, ifUnreadable report: (DefaultsIssue) -> Void
    ) -> Value {
        do throws(DefaultsError) {
            return try StoreBox.decoded(content, name: storedName, as: Value.self, decode: codec.decode) ?? fallback()
        } catch {
            let value = fallback()
            report(.unreadable(error, fallback: kind(of: value), at: location))
            return value
        }
    }

    /// Tells a missing value, a value, and an unreadable value apart.
    func lookup(in box: StoreBox) -> Lookup<Value> {
        do throws(DefaultsError) {
            return try read(from: box).map(Lookup.value) ?? .missing
        } catch {
            return .unreadable(error)
        }
    }

    // MARK: - Writing

    /// Stores a value.
    func write(_ value: Value, to box: StoreBox) throws(DefaultsError) {
        try box.write(value, to: storedName, onlyChanges: writes == .onlyChanges, encode: codec.encode)
    }

    /// Stores a value; a failure is reported.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - box: Where to store it.
    ///   - location: The caller, for issues; nil for the setting's declaration.
    @usableFromInline
    func set(_ value: Value, in box: StoreBox, at location: CodeLocation? = nil) {
        do throws(DefaultsError) {
            try write(value, to: box)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: location ?? declaration))
        }
    }

    /// Stores what a body makes of the value, as one step against every write made through the library.
    func update<Result, Failure: Error>(
        in box: StoreBox, at location: CodeLocation, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Reported at the end: the last attempt runs under the lock, and no handler does.
        var issues: [DefaultsIssue] = []
        defer { issues.forEach(DefaultsIssue.report) }
        return try box.settling { isLast throws(Failure) in
            let seen = box.content(named: storedName)
            var value = value(of: seen, at: location) { issue in
                // The body may have run before; one unreadable value stays one issue.
                if !issues.contains(issue) { issues.append(issue) }
            }
            let result = try body(&value)
            // Overtaken again and again, or by its own body: the last attempt has the last word.
            return settle(value, over: isLast ? nil : seen, in: box, issues: &issues, at: location) ? result : nil
        }
    }

    /// Stores what an update made, over what it was made of, or over anything for nil; false if it has to be made again.
    ///
    /// A value that can't be stored is an issue, and ends the update.
    private func settle(
        _ value: Value, over seen: StoredContent?, in box: StoreBox, issues: inout [DefaultsIssue],
        at location: CodeLocation
    ) -> Bool {
        do throws(DefaultsError) {
            let encoded = try StoreBox.encoded(value, name: storedName, encode: codec.encode)
            if writes == .onlyChanges, StoredContent(encoded) == seen { return true }
            if let seen { return try box.exchange(seen, for: encoded, named: storedName) }
            try box.set(encoded, named: storedName)
        } catch {
            issues.append(.failedWrite(error, at: location))
        }
        return true
    }

    private func kind(of value: Value) -> DefaultsIssue.Fallback {
        (value as? any AnyOptional)?.isNil ?? false ? .nil : .default
    }
}
