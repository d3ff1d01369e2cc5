/// What one attempt of an edit has read and written.
final class DraftState {
    let location: CodeLocation

    private let box: StoreBox

    /// What was stored when the attempt began, under all of the domain's keys at one moment.
    private let stored: [String: StoredContent]

    /// What the edit will store, and what that depends on.
    private(set) var transaction = StoreTransaction()

    /// Values that were read and couldn't be, by name.
    private var unreadable: [String: DefaultsIssue] = [:]

    /// The names of those that were then written, so that the edit must not be stored.
    private var refused: Set<String> = []

    /// The issues of values that couldn't be read, but were then removed, and of the edit as a whole.
    private var others: [DefaultsIssue] = []

    /// Values that were written and can't be stored, by name; one that is written again is forgotten.
    private var failures: [String: DefaultsError] = [:]

    init(of names: [String], in box: StoreBox, at location: CodeLocation) {
        self.box = box
        self.location = location
        stored = box.contents(named: names)
    }

    /// What the draft has under a name; the edit then depends on it.
    func content(named name: String) -> StoredContent {
        if let change = transaction.changes[name] { return StoredContent(change) }
        if let seen = transaction.expected[name] { return seen }
        // A name that was made at run time isn't among those that were read in the beginning.
        let seen = stored[name] ?? box.content(named: name)
        transaction.expected[name] = seen
        return seen
    }

    /// Whether a write of a value would change nothing, because the draft or the store itself has it; the edit then depends
    /// on that.
    func holds(_ value: PropertyListValue?, named name: String) -> Bool {
        guard content(named: name) == StoredContent(value) else { return false }
        return transaction.changes.keys.contains(name) || box.isStored(value, named: name)
    }

    /// Has a value stored under a name when the edit ends, or what is there removed for nil.
    ///
    /// A value that follows an unreadable one was probably computed from the default, so it keeps the edit from being
    /// stored.
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
        // Reported all the same: it was read. But what is written from now on isn't made of it.
        if let issue = unreadable.removeValue(forKey: name) { others.append(issue) }
        forgetFailure(ofStoring: name)
    }

    /// Runs a write, and keeps what goes wrong for the end of the edit.
    func keepingFailure(ofStoring name: String, _ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) {
            try write()
        } catch {
            failures[name] = error
        }
    }

    /// Lets a later write of the same name count.
    func forgetFailure(ofStoring name: String) { failures[name] = nil }

    /// Keeps the issue of a value that can't be read for the end of the edit; one is enough for a name.
    func note(_ issue: DefaultsIssue, about name: String) {
        if unreadable[name] == nil { unreadable[name] = issue }
    }

    /// Whether the edit may be stored: nothing that was written is unstorable, or made from something unreadable.
    var isStorable: Bool { failures.isEmpty && refused.isEmpty }

    /// Keeps an issue of the edit as a whole for its end.
    func note(_ issue: DefaultsIssue) { others.append(issue) }

    /// Why the value under a name couldn't be read, if it was read and couldn't be.
    func unreadableError(named name: String) -> DefaultsError? { unreadable[name]?.error }

    /// The issues of the edit, one for each name.
    ///
    /// - Parameter isThrown: Whether the body has thrown, so that it doesn't matter what it wrote.
    func issues(isThrown: Bool) -> [DefaultsIssue] {
        let unreadable = unreadable.sorted { $0.key < $1.key }
        if isThrown { return others + unreadable.map(\.value) }
        return others + unreadable.map { refused.contains($0) ? $1.ofAChangeThatIsNotStored : $1 }
            + failures.sorted { $0.key < $1.key }.map { .failedWrite($0.value, at: location) }
    }
}
