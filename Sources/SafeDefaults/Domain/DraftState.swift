/// The reads and writes that the body of an edit makes in one call.
final class DraftState {
    let location: CodeLocation

    let box: StoreBox

    /// The contents stored under the keys of the domains that the body uses, those of a domain read together.
    private var stored: [String: StoredContent] = [:]

    /// The writes of the edit, and the contents that the body has read.
    private(set) var transaction = StoreTransaction()

    /// The issues of the values that couldn't be read, by stored name.
    private var unreadable: [String: DefaultsIssue] = [:]

    /// The names whose values were unreadable when the body read them, and to which it has written since.
    ///
    /// If there are any, the edit isn't stored.
    private var refused: Set<String> = []

    /// The issues of unreadable values that the body has removed, and the issues of the edit as a whole.
    private var others: [DefaultsIssue] = []

    /// The errors of the values that can't be stored, by stored name.
    ///
    /// If the body writes to a name again, its entry is removed.
    private var failures: [String: DefaultsError] = [:]

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

    /// Records that a value is to be stored under a name when the edit ends.
    ///
    /// If the value is nil, the stored value is to be removed.
    ///
    /// If an unreadable value was read under that name, the new value was probably computed from the default. In that
    /// case, the edit isn't stored.
    func stage(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try box.check(value, named: name)
        if unreadable[name] != nil { refused.insert(name) }
        transaction.changes.updateValue(value, forKey: name)
        forgetFailure(ofStoring: name)
    }

    /// Records that the value under a name is to be removed when the edit ends.
    ///
    /// It is removed even if it can't be read.
    func remove(_ name: String) {
        transaction.remove(name)
        refused.remove(name)
        // The unreadable value was read, so its issue is still reported. But values that are written from now on aren't
        // computed from the default.
        if let issue = unreadable.removeValue(forKey: name) { others.append(issue) }
        forgetFailure(ofStoring: name)
    }

    /// Runs a write, and keeps its error until the end of the edit if the write fails.
    func keepingFailure(ofStoring name: String, _ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) {
            try write()
        } catch {
            failures[name] = error
        }
    }

    /// Removes the error of an earlier value that couldn't be stored, because a later value replaces it.
    func forgetFailure(ofStoring name: String) { failures[name] = nil }

    /// Keeps the issue of an unreadable value until the end of the edit.
    ///
    /// Only the first issue of each name is kept.
    func note(_ issue: DefaultsIssue, about name: String) {
        if unreadable[name] == nil { unreadable[name] = box.naming(issue) }
    }

    /// Whether the edit may be stored.
    ///
    /// It may be if all written values can be stored, and if none was written after an unreadable value was read under
    /// the same name.
    var isStorable: Bool { failures.isEmpty && refused.isEmpty }

    /// Keeps an issue of the edit as a whole until the edit ends.
    func note(_ issue: DefaultsIssue) { others.append(issue) }

    /// Returns the error of the value under a name if the body read the value and it was unreadable; otherwise returns
    /// nil.
    func unreadableError(named name: String) -> DefaultsError? { unreadable[name]?.error }

    /// Returns the issues of the edit.
    ///
    /// - Parameter isThrown: Whether the body has thrown an error, so that its writes don't matter.
    func issues(isThrown: Bool) -> [DefaultsIssue] {
        let unreadable = unreadable.inAlphabeticalOrder()
        if isThrown { return others + unreadable.map(\.value) }
        return others + unreadable.map { refused.contains($0) ? $1.ofAChangeThatIsNotStored : $1 }
            + failures.inAlphabeticalOrder().map { .failedWrite($0.value, at: location) }
    }
}
