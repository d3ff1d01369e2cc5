/// The reads and writes that the body of an edit makes in one call.
final class DraftState {
    let location: CodeLocation

    let box: StoreBox

    /// The contents stored under the keys of the domains that the body uses, those of a domain read together.
    private var stored: [String: StoredContent] = [:]

    /// The writes of the edit, and the contents that the body has read.
    private(set) var transaction = StoreTransaction()

    /// The issues of the edit, in the order in which they came up.
    private var problems: [Problem] = []

    private struct Problem {
        /// The name of the unreadable value that the body has read; nil if no write of the body concerns the issue.
        var name: String?

        let issue: DefaultsIssue

        /// Whether the body has read an unreadable value and then written another one.
        var isReplaced = false

        /// Whether a value that the body has written can't be stored.
        var isFailure: Bool { issue.kind == .failedWrite }
    }

    init(in box: StoreBox, at location: CodeLocation) {
        self.box = box
        self.location = location
    }

    /// Reads the contents stored under all keys of a domain, unless they have been read.
    func read(_ names: [String]) {
        guard names.contains(where: { stored[$0] == nil }) else { return }
        stored.merge(box.contents(named: names, in: .beneathOverrides)) { first, _ in first }
    }

    /// Returns the draft's content under a name.
    ///
    /// If the content comes from the store, the edit then depends on it.
    func content(named name: String) -> StoredContent {
        if let change = transaction.changes[name] { return StoredContent(change) }
        if let seen = transaction.expected[name] { return seen }
        // The contents read at the start don't include a name that was created at run time.
        let seen = stored[name] ?? box.content(named: name, in: .beneathOverrides)
        transaction.expected[name] = seen
        return seen
    }

    /// Returns the origin of the draft's content under a name.
    func origin(named name: String) -> ValueOrigin {
        transaction.changes.keys.contains(name) ? .stored : box.baseOrigin(named: name)
    }

    /// Returns whether the draft or the store itself already has a value, so that a write of the value would change
    /// nothing.
    ///
    /// The edit then depends on the stored content.
    func holds(_ value: PropertyListValue?, named name: String) -> Bool {
        guard content(named: name) == StoredContent(value) else { return false }
        return transaction.changes.keys.contains(name) || box.holds(value, named: name)
    }

    // MARK: - Writing

    /// Records that a value is to be stored under a name when the edit ends.
    ///
    /// If the value is nil, the stored value is to be removed.
    ///
    /// If an unreadable value was read under that name, the new value was probably computed from the default. In that
    /// case, the edit isn't stored.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name.
    ///   - former: The names whose values are removed with it, the newest first.
    func stage(
        _ value: PropertyListValue?, named name: String, removing former: [String]
    ) throws(DefaultsError) {
        try box.check(value, named: name)
        for name in former.reversed() { remove(name) }
        if let index = unreadableIndex(of: name) { problems[index].isReplaced = true }
        transaction.put(value, named: name)
    }

    /// Records that the value under a name is to be removed when the edit ends.
    ///
    /// It is removed even if it can't be read.
    func remove(_ name: String) {
        transaction.put(nil, named: name)
        // The issue is still reported, but values that are written from now on aren't computed from the default.
        if let index = unreadableIndex(of: name) { problems[index] = Problem(issue: problems[index].issue) }
    }

    // MARK: - Problems

    /// Keeps the issue of an unreadable value until the end of the edit.
    ///
    /// Only the first issue of each name is kept.
    func note(_ issue: DefaultsIssue, about name: String) {
        if unreadableIndex(of: name) == nil { problems.append(Problem(name: name, issue: issue)) }
    }

    /// Keeps an issue that no further write of the body concerns until the edit ends.
    func note(_ issue: DefaultsIssue) { problems.append(Problem(issue: issue)) }

    /// Returns the error of the value under a name if the body read the value and it was unreadable; otherwise returns
    /// nil.
    func unreadableError(named name: String) -> DefaultsError? {
        unreadableIndex(of: name).map { problems[$0].issue.error }
    }

    private func unreadableIndex(of name: String) -> Int? {
        problems.firstIndex { $0.name == name }
    }

    /// Whether the edit may be stored.
    ///
    /// It may be if all written values can be stored, and if none was written after an unreadable value was read under
    /// the same name.
    var isStorable: Bool { !problems.contains { $0.isReplaced || $0.isFailure } }

    /// Stores what the body has written.
    ///
    /// - Returns: Whether it is done, or has failed. If it isn't done, the body has to be called again.
    func store(in attempt: Attempt) -> Bool {
        var transaction = transaction
        // In the last attempt, writes by other threads are held back. Only the body itself can have written to the
        // store since the attempt began, and such a write is overwritten.
        if attempt == .alone { transaction.expected = [:] }
        do throws(DefaultsError) {
            for (name, content) in self.transaction.expected { try box.checkChangeable(name, from: content) }
            return try attempt.isSettled(box.commit(transaction))
        } catch {
            note(.failedWrite(error, at: location))
            return true
        }
    }

    /// Returns the issues of the edit.
    ///
    /// - Parameter isThrown: Whether the body has thrown an error, so that its writes don't matter.
    func issues(isThrown: Bool) -> [DefaultsIssue] {
        if isThrown { return problems.filter { !$0.isFailure }.map(\.issue) }
        return problems.map { $0.isReplaced ? $0.issue.ofAChangeThatIsNotStored() : $0.issue }
    }
}
