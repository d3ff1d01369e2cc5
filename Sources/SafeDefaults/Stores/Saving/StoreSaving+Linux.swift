#if !canImport(Darwin)
import Foundation

// `UserDefaults` writes its file here only when it is told to, in place, and without a second thought: a save that is
// cut short by a full disk leaves half a file, which the next save then reads as empty and writes over. So each save
// looks at the file first, keeps a safety copy while it runs, and puts that back if the save fails.

/// What saves the writes of one store.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, `isPending` and `changes` are guarded by the
/// queue's lock, and all else is immutable.
final class StoreSaving: @unchecked Sendable {
    private let userDefaults: UserDefaults

    /// The file, where it is known: not for an object that somebody else made.
    private let file: PreferencesFile?

    /// Whether writes wait to be saved; touched by ``SavingQueue`` only, under its lock.
    var isPending = false

    /// What this process has written itself and not yet saved, by name, if it was forked; touched by ``SavingQueue`` only,
    /// under its lock.
    var changes: [String: PropertyListValue?] = [:]

    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) {
        self.userDefaults = userDefaults
        self.file = file
    }

    /// Has what was just written saved soon.
    func noteWrite(of name: String, _ value: PropertyListValue?) {
        SavingQueue.shared.schedule(self, writing: value, to: name)
    }

    /// Saves now, and tells whether what was written is saved.
    func flush(at location: CodeLocation) -> Bool {
        SavingQueue.shared.saveNow(including: self, at: location)
    }

    // MARK: - The steps of a save, one save at a time

    /// Whether `synchronize()` is Foundation's own, which saves every file with a change in it and answers for all.
    var savesEveryFile: Bool { type(of: userDefaults) == UserDefaults.self }

    /// Looks at the file, and makes a safety copy of it.
    func prepare() throws(SavingProblem) -> [DefaultsIssue] {
        try file?.prepareForSave() ?? []
    }

    /// Has Foundation write the file, and gives its answer.
    func synchronize() -> Bool { userDefaults.synchronize() }

    /// Finds out what came of it, and makes good what went wrong.
    func finish(_ answer: Bool) throws(SavingProblem) {
        if let file {
            try file.endSave(answer)
        } else if !answer {
            throw SavingProblem(reason: "synchronize() of \(type(of: userDefaults)) failed")
        }
    }

    /// Ends a save that was prepared, and then not made.
    func abandon() { file?.removeSafetyCopy() }

    // MARK: - The save of a forked process

    /// Saves what this process has written itself.
    func save(_ changes: [String: PropertyListValue?], noting issues: inout [DefaultsIssue]) throws(SavingProblem) {
        guard let file else {
            throw SavingProblem(
                reason: "this process was forked, and saves .standard and suites only, not another "
                    + "\(type(of: userDefaults))",
                advice: .isLostInFork)
        }
        try file.merge(changes, noting: &issues)
    }
}

/// Why a save didn't take place, as a clause.
struct SavingProblem: Error {
    let reason: String
    var advice = DefaultsIssue.SaveAdvice.isTriedAgain
}
#endif
