/// The contents of a setting, in one object, so that a setting is copied as one pointer.
///
/// NB: it keeps the stored name, because asking a key for it costs more than reading a value from memory.
@usableFromInline
final class SettingDefinition<Value>: Sendable {
    /// The key's raw value.
    let name: String

    let storedName: String

    /// Returns the default.
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

    /// Returns the stored value, or nil if nothing is stored.
    func read(from box: StoreBox) throws(DefaultsError) -> Value? {
        try box.read(storedName, as: Value.self, decode: codec.decode)
    }

    /// Returns the stored value or the default, and reports a value that can't be read.
    ///
    /// NB: every property access comes here, so this path has no `Value?`, whose metadata generic code looks up at each
    /// call. What goes wrong is left to `valueOrReport`, which reads again.
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

    /// Returns the value of some content, or the default if there is none or it can't be read.
    ///
    /// - Parameters:
    ///   - content: What is stored.
    ///   - location: The caller, for issues.
    ///   - report: Receives the issue if the content can't be read.
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

    func lookup(in box: StoreBox) -> Lookup<Value> {
        Lookup { () throws(DefaultsError) in try read(from: box) }
    }

    // MARK: - Writing

    func write(_ value: Value, to box: StoreBox) throws(DefaultsError) {
        try box.write(value, to: storedName, onlyChanges: writes == .onlyChanges, encode: codec.encode)
    }

    /// Stores a value, and reports a failure.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - box: The store.
    ///   - location: The caller, for issues; nil for the setting's declaration.
    @usableFromInline
    func set(_ value: Value, in box: StoreBox, at location: CodeLocation? = nil) {
        do throws(DefaultsError) {
            try write(value, to: box)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: location ?? declaration))
        }
    }

    /// Changes the value atomically against every write made through the library.
    ///
    /// If the stored value can't be read, nothing is stored, because the body was given the default.
    func update<Result, Failure: Error>(
        in box: StoreBox, at location: CodeLocation, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The issue of the last attempt. It is reported at the end, because that attempt may run under the lock, and no
        // handler may.
        var issue: DefaultsIssue?
        defer { if let issue { DefaultsIssue.report(issue) } }
        return try box.settling { isLast throws(Failure) in
            issue = nil
            let seen = box.content(named: storedName)
            var value = value(of: seen, at: location) { issue = $0.ofAChangeThatIsNotStored }
            let result = try body(&value)
            if issue != nil {
                // If another write has replaced the unreadable value, the body is called with the new one.
                return isLast || box.content(named: storedName) == seen ? result : nil
            }
            do throws(DefaultsError) {
                // The last attempt doesn't ask whether it was overtaken, which its own body may have done.
                return try settle(value, over: isLast ? nil : seen, in: box) ? result : nil
            } catch {
                issue = .failedWrite(error, at: location)
                return result
            }
        }
    }

    /// Stores the result of an update if what it was computed from is still stored, or always if that is nil.
    ///
    /// - Returns: Whether the update is done. If not, it has to start again.
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
