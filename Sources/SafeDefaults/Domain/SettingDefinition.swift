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
    ///
    /// Where the value can't be read, nothing is stored: the body's work was made from the default.
    func update<Result, Failure: Error>(
        in box: StoreBox, at location: CodeLocation, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Of the last attempt, and reported at the end: that one may run under the lock, and no handler does.
        var issue: DefaultsIssue?
        defer { if let issue { DefaultsIssue.report(issue) } }
        return try box.settling { isLast throws(Failure) in
            issue = nil
            let seen = box.content(named: storedName)
            var value = value(of: seen, at: location) { issue = $0.ofAChangeThatIsNotStored }
            let result = try body(&value)
            if issue != nil {
                // What made it unreadable may be gone by now; then there is something to change.
                return isLast || box.content(named: storedName) == seen ? result : nil
            }
            do throws(DefaultsError) {
                // Overtaken again and again, or by its own body: the last attempt has the last word.
                return try settle(value, over: isLast ? nil : seen, in: box) ? result : nil
            } catch {
                issue = .failedWrite(error, at: location)
                return result
            }
        }
    }

    /// Stores what an update made, over what it was made of, or over anything for nil; false if it has to be made again.
    private func settle(_ value: Value, over seen: StoredContent?, in box: StoreBox) throws(DefaultsError) -> Bool {
        let encoded = try StoreBox.encoded(value, name: storedName, encode: codec.encode)
        if writes == .onlyChanges, StoredContent(encoded) == seen, box.isStored(encoded, named: storedName) {
            return true
        }
        if let seen { return try box.exchange(seen, for: encoded, named: storedName) }
        try box.set(encoded, named: storedName)
        return true
    }

    private func kind(of value: Value) -> DefaultsIssue.Fallback {
        (value as? any AnyOptional)?.isNil ?? false ? .nil : .default
    }
}
