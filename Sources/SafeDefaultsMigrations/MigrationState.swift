import SafeDefaults

/// What the steps of one or several versions have read and changed in one attempt.
final class MigrationState {
    let box: StoreBox

    /// The changes, and the stored contents that the steps have read.
    private(set) var transaction = StoreTransaction()

    /// What the steps come to so far.
    var outcome: Outcome {
        get { (transaction.changes, moves, entries) }
        set { (transaction.changes, moves, entries) = newValue }
    }

    /// The values that are moved from other stores.
    private(set) var moves: [(source: StoreBox, pending: PendingMigration.Move)] = []

    /// The names that were listed by prefix.
    private var listings: [StoredName: [String]] = [:]

    /// The names that were read or changed.
    private var names: [String: StoredName] = [:]

    /// The changes by step, and what steps have left as it is.
    private(set) var entries: [DefaultsMigrations.Report.Entry] = []

    /// The step that is running.
    private var step = Step()

    typealias Outcome = (
        changes: [String: PropertyListValue?], moves: [(source: StoreBox, pending: PendingMigration.Move)],
        entries: [DefaultsMigrations.Report.Entry]
    )

    private struct Step {
        var version = 0
        var index = 0
        var title = ""

        /// The name under which other stores keep what was moved from them.
        var keptName = ""

        /// The contents before the step, of the names that it has changed.
        var before: [String: StoredContent] = [:]

        /// The first failure that the step's closure couldn't throw.
        var failure: DefaultsError?
    }

    init(in box: StoreBox) { self.box = box }

    // MARK: - Versions

    /// Runs a version's steps.
    func apply(
        _ version: DefaultsMigrations.Version, of list: DefaultsMigrations
    ) throws(DefaultsMigrations.Failure) {
        for (index, definition) in version.steps.enumerated() {
            step = Step(
                version: version.number, index: index, title: definition.title, keptName: list.keptName)
            do {
                var draft = DefaultsMigrations.Draft(state: self)
                try definition.body(&draft)
                if let failure = step.failure { throw failure }
            } catch {
                throw .step(definition.title, of: version.number, in: list, because: error)
            }
            note(contentsOf: step)
        }
    }

    private func note(contentsOf step: Step) {
        for (name, before) in step.before.inAlphabeticalOrder() {
            let after = content(named: name)
            if before == after { continue }
            entries.append(
                .init(
                    version: step.version, step: step.title, storedName: name, old: before.propertyListValue,
                    new: after.propertyListValue))
        }
    }

    /// Whether the store has to be changed.
    var hasChanges: Bool { !changes.isEmpty || !moves.isEmpty }

    /// The changes that make a difference.
    var changes: [String: PropertyListValue?] {
        transaction.changes.filter { transaction.expected[$0.key] != StoredContent($0.value) }
    }

    /// Whether the store still has all that was read, so that it was read as at one moment.
    var isCurrent: Bool {
        box.contents(named: Array(transaction.expected.keys), in: .own) == transaction.expected && listsAreCurrent
    }

    /// Whether the same names are stored as when they were listed.
    var listsAreCurrent: Bool { listings.allSatisfy { box.storedNames(startingWith: $0.key.text) == $0.value } }

    // MARK: - Reading

    /// Returns the content of a name, with the changes of the steps so far.
    ///
    /// If it comes from the store, the version then depends on it.
    func content(named name: String) -> StoredContent {
        _ = keepingFailure { () throws(DefaultsError) in try checkForm(of: name) }
        if let change = transaction.changes[name] { return StoredContent(change) }
        if let seen = transaction.expected[name] { return seen }
        let seen = box.contents(named: [name], in: .own)[name] ?? .nothing
        transaction.expected[name] = seen
        return seen
    }

    /// Throws an error if a name differs only in its Unicode form from one that was used before.
    ///
    /// To a store, those are two names. What a version reads and changes is kept by names that Swift compares, so a
    /// version can't use both.
    private func checkForm(of name: String) throws(DefaultsError) {
        let used = names[name] ?? StoredName(name)
        names[name] = used
        guard used != StoredName(name) else { return }
        throw DefaultsError(
            .unstorable, storedName: name,
            reason: "\(name.inQuotes) is stored in two Unicode forms, or is to be, and a version can use only one")
    }

    /// Returns the value of a name, with the changes of the steps so far; nil if there is none.
    func value(named name: String) throws(DefaultsError) -> PropertyListValue? {
        try Self.value(of: content(named: name), named: name)
    }

    private static func value(
        of content: StoredContent, named name: String
    ) throws(DefaultsError) -> PropertyListValue? {
        try StoreBox.decoded(content, name: name, as: PropertyListValue.self) { $0 }
    }

    /// Returns the stored names with a prefix, with the changes of the steps so far.
    func names(startingWith prefix: String) -> [String] {
        let stored = listings[StoredName(prefix)] ?? box.storedNames(startingWith: prefix)
        listings[StoredName(prefix)] = stored
        let written = transaction.changes.keys.filter { $0.utf8.starts(with: prefix.utf8) }
        return Set((stored + written).map(StoredName.init)).map(\.text).filter { content(named: $0) != .nothing }
            .inAlphabeticalOrder()
    }

    // MARK: - Changing

    /// Notes that a step stores a value under a name, or that it removes the stored one if the value is nil.
    func stage(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try checkIsFree(name)
        try stageOwn(value, named: name)
    }

    /// Throws an error for a name that the lists of migrations use themselves.
    private func checkIsFree(_ name: String) throws(DefaultsError) {
        guard name.utf8.starts(with: ReservedName.migrations.utf8) else { return }
        throw DefaultsError(
            .unstorable, storedName: name,
            reason: "names that begin with \(ReservedName.migrations) are used by the lists of migrations "
                + "themselves")
    }

    /// Notes a change as ``stage(_:named:)`` does, and allows the names under which the list keeps its own state.
    func stageOwn(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try box.check(value, named: name)
        // What is overwritten is read, so that the report can tell it, and no concurrent write is lost.
        let before = content(named: name)
        if step.before[name] == nil { step.before[name] = before }
        transaction.changes.updateValue(value, forKey: name)
    }

    /// Runs a closure, and keeps its failure until the end of the step.
    func keepingFailure<Result>(_ body: () throws(DefaultsError) -> Result) -> Result? {
        do throws(DefaultsError) {
            return try body()
        } catch {
            if step.failure == nil { step.failure = error }
            return nil
        }
    }

    /// Notes that the step has left a value as it is.
    private func note(_ reason: String, about name: String) {
        entries.append(.init(version: step.version, step: step.title, storedName: name, reason: reason))
    }

    // MARK: - Steps

    func rename(_ name: String, to newName: String) throws(DefaultsError) {
        guard StoredName(name) != StoredName(newName), let value = try value(named: name) else { return }
        try checkForm(of: newName)
        if isTaken(newName, for: name) { return }
        try stage(value, named: newName)
        try stage(nil, named: name)
    }

    func move(_ name: String, from source: StoreBox, to newName: String) throws(DefaultsError) {
        if source == box { return try rename(name, to: newName) }
        if moves.contains(where: { $0.source == source && StoredName($0.pending.name) == StoredName(name) }) { return }
        try checkIsFree(name)
        try source.checkReadable()
        let contents = source.contents(named: [name, step.keptName], in: .own)
        let kept = MovedValues(contents[step.keptName])
            .value(named: name, version: step.version, step: step.index, target: box.sharedName)
        // What another program has undone is moved again.
        guard let value = try Self.value(of: contents[name] ?? .nothing, named: name) ?? kept else { return }
        if isTaken(newName, for: name) { return }
        try stage(value, named: newName)
        moves.append((source, .init(version: step.version, step: step.index, name: name, value: value)))
    }

    func convert<Old, New>(
        _ name: String, to newName: String, decoding old: DefaultsCodec<Old>, encoding new: DefaultsCodec<New>,
        _ transform: (Old) throws -> New
    ) throws(DefaultsError) {
        let content = content(named: name)
        if content == .nothing || (name != newName && isTaken(newName, for: name)) { return }
        let value: Old
        do throws(DefaultsError) {
            let found = try StoreBox.decoded(content, name: name, as: Old.self, decode: old.decode)
            guard let found else { return }
            value = found
        } catch {
            guard name == newName, isReadable(content, named: name, with: new) else { throw error }
            return note("left as it is, because it has the new form already", about: name)
        }
        let result: New
        do {
            result = try transform(value)
        } catch {
            throw DefaultsError(
                .unstorable, storedName: newName, expected: String(describing: New.self),
                reason: "the conversion threw \(type(of: error))")
        }
        try stage(StoreBox.encoded(result, name: newName, encode: new.encode), named: newName)
        if name != newName { try stage(nil, named: name) }
    }

    private func isReadable<Value>(
        _ content: StoredContent, named name: String, with codec: DefaultsCodec<Value>
    ) -> Bool {
        (try? StoreBox.decoded(content, name: name, as: Value.self, decode: codec.decode) != nil) ?? false
    }

    /// Returns whether there is a value under a step's new name, and notes that both values stay.
    private func isTaken(_ newName: String, for name: String) -> Bool {
        guard content(named: newName) != .nothing else { return false }
        note("left as it is, because \(newName.inQuotes) has a value already", about: name)
        return true
    }
}

extension String {
    /// The string in quotes, abbreviated, for messages.
    var inQuotes: String { "\"\(abbreviated)\"" }
}
