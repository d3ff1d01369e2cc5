/// The reads and writes of one call of an edit's body.
final class DraftState {
    let location: CodeLocation

    private let box: StoreBox

    /// The stored contents when the call began, under all of the domain's keys at one moment.
    private let stored: [String: StoredContent]

    /// The writes of the edit, and the contents that they depend on.
    private(set) var transaction = StoreTransaction()

    /// The issues of values that couldn't be read, by stored name.
    private var unreadable: [String: DefaultsIssue] = [:]

    /// The names of unreadable values that were written after they were read, so that the edit must not be stored.
    private var refused: Set<String> = []

    /// The issues of values that couldn't be read but were removed then, and of the edit as a whole.
    private var others: [DefaultsIssue] = []

    /// The errors of values that can't be stored, by stored name.
    ///
    /// An entry goes when the name is written again.
    private var failures: [String: DefaultsError] = [:]

    init(of names: [String], in box: StoreBox, at location: CodeLocation) {
        self.box = box
        self.location = location
        stored = box.contents(named: names)
    }

    /// Returns what the draft has under a name.
    ///
    /// The edit then depends on it.
    func content(named name: String) -> StoredContent {
        if let change = transaction.changes[name] { return StoredContent(change) }
        if let seen = transaction.expected[name] { return seen }
        // A name that was created at run time wasn't read at the start.
        let seen = stored[name] ?? box.content(named: name)
        transaction.expected[name] = seen
        return seen
    }

    /// Returns whether the draft or the store itself already has a value, so that writing it changes nothing.
    ///
    /// The edit then depends on that.
    func holds(_ value: PropertyListValue?, named name: String) -> Bool {
        guard content(named: name) == StoredContent(value) else { return false }
        return transaction.changes.keys.contains(name) || box.isStored(value, named: name)
    }

    /// Stores a value under a name when the edit ends, or removes what is there for nil.
    ///
    /// If an unreadable value was read under that name, the new one was probably computed from the default, so the edit
    /// won't be stored.
    func stage(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try box.check(value, named: name)
        if unreadable[name] != nil { refused.insert(name) }
        transaction.changes.updateValue(value, forKey: name)
        forgetFailure(ofStoring: name)
    }

    /// Removes what is stored under a name when the edit ends, readable or not.
    func remove(_ name: String) {
        transaction.remove(name)
        refused.remove(name)
        // It was read, so its issue is still reported. But what is written from now on isn't computed from the default.
        if let issue = unreadable.removeValue(forKey: name) { others.append(issue) }
        forgetFailure(ofStoring: name)
    }

    /// Runs a write, and keeps its error for the end of the edit.
    func keepingFailure(ofStoring name: String, _ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) {
            try write()
        } catch {
            failures[name] = error
        }
    }

    /// Forgets that an earlier value couldn't be stored, because a later one replaces it.
    func forgetFailure(ofStoring name: String) { failures[name] = nil }

    /// Keeps the issue of a value that can't be read for the end of the edit, one for each name.
    func note(_ issue: DefaultsIssue, about name: String) {
        if unreadable[name] == nil { unreadable[name] = issue }
    }

    /// Whether the edit may be stored: every written value can be, and none follows an unreadable one.
    var isStorable: Bool { failures.isEmpty && refused.isEmpty }

    /// Keeps an issue of the edit as a whole for its end.
    func note(_ issue: DefaultsIssue) { others.append(issue) }

    /// Returns the error of the value under a name, if it was read and couldn't be.
    func unreadableError(named name: String) -> DefaultsError? { unreadable[name]?.error }

    /// The issues of the edit, one for each name.
    ///
    /// - Parameter isThrown: Whether the body has thrown, so that what it wrote doesn't matter.
    func issues(isThrown: Bool) -> [DefaultsIssue] {
        let unreadable = unreadable.sorted { $0.key < $1.key }
        if isThrown { return others + unreadable.map(\.value) }
        return others + unreadable.map { refused.contains($0) ? $1.ofAChangeThatIsNotStored : $1 }
            + failures.sorted { $0.key < $1.key }.map { .failedWrite($0.value, at: location) }
    }
}
