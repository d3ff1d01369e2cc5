/// The properties of a setting.
@usableFromInline
package final class SettingDefinition<Value>: Sendable {
    /// The key's raw value.
    let name: String

    /// The stored name.
    ///
    /// NB: it is kept, because computing it from the key costs more than reading a value from memory.
    let storedName: String

    private let makeFallback: @Sendable () -> Value

    package let codec: DefaultsCodec<Value>

    /// The names under which earlier versions of the program stored the value, the newest first.
    ///
    /// NB: strings, because even asking whether an array of a generic type is empty takes 300 instructions here.
    let formerNames: [String]

    /// The conversions of the values under the former names.
    let formerly: [FormerName<Value>]

    /// Whether a write is stored only if it changes the stored form.
    let storesOnlyChanges: Bool

    let declaration: CodeLocation

    /// The values that the setting allows, which the codec and the conversions obey; nil if all are allowed.
    package let limits: ValueLimits<Value>?

    /// The codec without the limits, to tell a value that isn't allowed from the one that is used in its place.
    package let unlimitedCodec: DefaultsCodec<Value>

    /// What the setting is for; empty if the declaration doesn't say.
    let help: String

    let isSecret: Bool

    init(
        _ key: some DefaultsKey, codec: DefaultsCodec<Value>, limits: ValueLimits<Value>?,
        formerly formerNames: [FormerName<Value>], at declaration: CodeLocation,
        fallback: @escaping @Sendable () -> Value
    ) {
        name = key.rawValue
        let storedName = key.uniqueValue
        self.storedName = storedName
        unlimitedCodec = codec
        self.codec = codec.limited(to: limits)
        // NB: most settings have no former names, and the first call of `filter` or `map` slows the program's start.
        if formerNames.isEmpty {
            (formerly, self.formerNames) = ([], [])
        } else {
            formerly = formerNames.filter { $0.name != storedName }.map { $0.limited(to: limits) }
            self.formerNames = formerly.map(\.name)
        }
        storesOnlyChanges = false
        self.declaration = declaration
        self.limits = limits
        (help, isSecret) = ("", false)
        makeFallback = fallback
    }

    /// Creates a copy of a definition with another codec, a further check of the values, another policy, or words for
    /// people.
    init(
        _ other: SettingDefinition, codec: DefaultsCodec<Value>? = nil, storesOnlyChanges: Bool? = nil,
        allowing isAllowed: (@Sendable (Value) -> Bool)? = nil, help: String? = nil, isSecret: Bool? = nil
    ) {
        (name, storedName, formerNames) = (other.name, other.storedName, other.formerNames)
        (declaration, makeFallback) = (other.declaration, other.makeFallback)
        let added = isAllowed.map((other.limits ?? .all).and)
        limits = added ?? other.limits
        unlimitedCodec = codec ?? other.unlimitedCodec
        self.codec = unlimitedCodec.limited(to: limits)
        formerly = other.formerly.map { $0.limited(to: added) }
        self.storesOnlyChanges = storesOnlyChanges ?? other.storesOnlyChanges
        self.help = help ?? other.help
        self.isSecret = isSecret ?? other.isSecret
    }

    // MARK: - Reading

    /// Returns the default.
    ///
    /// NB: if this were inlined, or the closure called from elsewhere, the closure would be retained, and readers on
    /// several processors would wait for each other to do so.
    @inline(never)
    func fallback() -> Value { makeFallback() }

    /// Returns the stored value, or nil if nothing is stored.
    func read(from box: StoreBox) throws(DefaultsError) -> Value? {
        noteRead(in: box)
        if let value = try decoded(content(in: box), in: box) { return value }
        return try box.missingValue(named: storedName)
    }

    /// Returns the stored value, or the default if nothing is stored.
    ///
    /// If the stored value can't be read, this reports an issue and returns the default.
    ///
    /// - Parameter location: The source location of the call, for issues; if it is nil, that of the setting's
    ///   declaration is used.
    @inline(never)
    package func value(in box: StoreBox, at location: CodeLocation? = nil) -> Value {
        value(in: box, at: location, ifUnreadable: DefaultsIssue.report)
    }

    /// Returns the stored value, or the default if nothing is stored or the stored value can't be read.
    ///
    /// NB: every property access comes here. So the usual path doesn't use `Value?`, because generic code would look up
    /// the type's metadata at each call. After a failure, the value is read again.
    @inline(__always)
    private func value(
        in box: StoreBox, at location: CodeLocation?, ifUnreadable report: (DefaultsIssue) -> Void
    ) -> Value {
        noteRead(in: box)
        // A value under a former name comes before a registered value of the setting's own name.
        if formerNames.isEmpty {
            do {
                guard let stored = try box.currentValue(named: storedName) else { return fallback() }
                return try codec.decode(stored)
            } catch {
                // It can't be read, or lacks a field, which is found out below.
            }
        }
        return value(of: content(in: box), in: box, at: location ?? declaration, ifUnreadable: report)
    }

    /// Returns the value of some content, or the default if the content is missing or can't be read.
    ///
    /// - Parameters:
    ///   - content: The stored content.
    ///   - box: The box that was read.
    ///   - location: The source location of the call, for issues.
    ///   - report: A closure that receives the issue if the content can't be read.
    func value(
        of content: SettingContent, in box: StoreBox, at location: CodeLocation,
        ifUnreadable report: (DefaultsIssue) -> Void
    ) -> Value {
        do throws(DefaultsError) {
            return try decoded(content, in: box) ?? fallback()
        } catch {
            let value = fallback()
            let override = content.layer == .all ? box.override(of: error) : nil
            report(
                .unreadable(
                    error, fallback: DefaultsCodec.isNil(value) ? .nil : .default, override: override, at: location))
            return value
        }
    }

    /// Creates a value from its stored form, with the fields that it lacks taken from the default.
    ///
    /// - Parameters:
    ///   - stored: The stored form.
    ///   - name: The name under which it was found.
    ///   - box: The box that was read; nil if the stored form doesn't come from an environment variable.
    ///   - conversion: The conversion of a former name; nil for the setting's own form.
    func decode(
        _ stored: PropertyListValue, named name: String, in box: StoreBox?,
        by conversion: ((PropertyListValue) throws -> Value)?
    ) throws -> Value {
        do {
            if let conversion { return try conversion(stored) }
            return try codec.decode(stored)
        } catch {
            if let variable = box?.variable(name, of: stored) {
                // A text that a person has written lacks a field by mistake.
                let decode = conversion ?? codec.decode
                return try variable.value { try SettingText.decoded($0, decode: decode) }
            }
            if conversion != nil { throw error }
            return try codec.valueFilled(stored, after: error, from: makeFallback)
        }
    }

    func lookup(in box: StoreBox) -> Lookup<Value> {
        Lookup { () throws(DefaultsError) in try read(from: box) }
    }

    // MARK: - Changing in place

    /// Returns the value for a change in place, such as `+=`.
    ///
    /// If the stored value can't be read, this reports an issue, and the value is the default.
    ///
    /// - Parameters:
    ///   - box: The store.
    ///   - location: The source location of the call, for issues; if it is nil, that of the setting's declaration is
    ///     used.
    ///   - isReadable: Set to false if the stored value can't be read, so that the change must not be stored.
    @inline(never)
    func valueToChange(in box: StoreBox, at location: CodeLocation? = nil, isReadable: inout Bool) -> Value {
        value(in: box, at: location) { issue in
            isReadable = false
            DefaultsIssue.report(issue.ofAChangeThatIsNotStored(override: box.override(of: issue.error)))
        }
    }

    // MARK: - Writing

    package func write(_ value: Value, to box: StoreBox) throws(DefaultsError) {
        _ = try settle(value, over: nil, in: box)
    }

    /// Stores a value, and reports an issue if that fails.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - box: The store.
    ///   - location: The source location of the call, for issues; if it is nil, that of the setting's declaration is
    ///     used.
    func set(_ value: Value, in box: StoreBox, at location: CodeLocation? = nil) {
        DefaultsIssue.reportingFailedWrite(at: location ?? declaration) { () throws(DefaultsError) in
            try write(value, to: box)
        }
    }

    /// Changes the value atomically with respect to all writes made through the library.
    ///
    /// The body receives the value beneath a launch argument or an environment variable. If the stored value can't be
    /// read, it receives the default and nothing is stored.
    func update<Result, Failure: Error>(
        in box: StoreBox, at location: CodeLocation, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The issue of the last attempt. It is reported at the end, because the last attempt may run under the lock,
        // and the handler must not be called under the lock.
        var issue: DefaultsIssue?
        defer { if let issue { DefaultsIssue.report(issue) } }
        return try box.settling { attempt throws(Failure) in
            issue = nil
            let seen = baseContent(in: box)
            var value = value(of: seen, in: box, at: location) { issue = $0.ofAChangeThatIsNotStored() }
            let result = try body(&value)
            if issue != nil {
                // If another write has replaced the unreadable value, the body is called again with the new value.
                return attempt != .amongOthers || baseContent(in: box) == seen ? result : nil
            }
            do throws(DefaultsError) {
                try box.checkChangeable(storedName, from: seen.own)
                let isMade = try settle(value, over: attempt == .alone ? nil : seen, in: box)
                return try attempt.isSettled(isMade) ? result : nil
            } catch {
                issue = .failedWrite(error, at: location)
                return result
            }
        }
    }

    /// Changes the value atomically, like `update`, and throws what that reports.
    package func change(in box: StoreBox, _ body: (Value) throws(DefaultsError) -> Value) throws(DefaultsError) {
        _ = try box.settling { attempt throws(DefaultsError) -> Bool? in
            let seen = baseContent(in: box)
            try box.checkChangeable(storedName, from: seen.own)
            let value = try body(try decoded(seen, in: box) ?? fallback())
            let isMade = try settle(value, over: attempt == .alone ? nil : seen, in: box)
            return try attempt.isSettled(isMade) ? true : nil
        }
    }

    /// Stores a value if the contents that it was computed from are still stored.
    ///
    /// - Returns: Whether it is done. If it isn't, the value has to be computed again. With nil for `seen`, it is
    ///   always done.
    private func settle(_ value: Value, over seen: SettingContent?, in box: StoreBox) throws(DefaultsError) -> Bool {
        let encoded = try StoreBox.encoded(value, name: box.fullName(storedName), encode: codec.encode)
        if storesOnlyChanges, box.holds(encoded, named: storedName) {
            if seen == nil, formerNames.isEmpty { return true }
            let found = seen ?? baseContent(in: box)
            if found.own == StoredContent(encoded), !found.hasFormer { return true }
        }
        if !formerNames.isEmpty { return try replace(seen, by: encoded, in: box) }
        return try box.set(encoded, named: storedName, over: seen?.own)
    }
}
