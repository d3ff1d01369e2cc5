/// What one attempt of an edit has read and written.
final class DraftState {
    let location: CodeLocation

    private let box: StoreBox

    /// What was stored when the attempt began, under all of the domain's keys at one moment.
    private let stored: [String: StoredContent]

    /// What the edit will store, and what that depends on.
    private(set) var transaction = StoreTransaction()

    /// Values that were read and couldn't be.
    private(set) var issues: [DefaultsIssue] = []

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

    /// Has a value stored under a name when the edit ends, or what is there removed for nil.
    func stage(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try box.check(value, named: name)
        transaction.changes.updateValue(value, forKey: name)
        forgetFailure(ofStoring: name)
    }

    /// Has what is stored under a name removed when the edit ends.
    func remove(_ name: String) {
        transaction.remove(name)
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

    /// Keeps the issue of a value that can't be read for the end of the edit.
    func note(_ issue: DefaultsIssue) { issues.append(issue) }

    /// The values that can't be stored, as issues.
    var failedWrites: [DefaultsIssue] {
        failures.sorted { $0.key < $1.key }.map { .failedWrite($0.value, at: location) }
    }
}
