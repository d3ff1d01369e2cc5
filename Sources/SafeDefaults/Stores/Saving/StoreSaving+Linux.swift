#if !canImport(Darwin)
import Foundation

// `UserDefaults` writes its file here only when it is told to, and in place: a save that is cut short by a full disk
// leaves half a file, which the next save then reads as empty and replaces. So each save checks the file first, keeps a
// safety copy while it runs, and puts that back if the save fails.

/// Saves the writes of one plain store.
final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The file, if it is known, which that of an object made by other code isn't; used by one save at a time.
    private let file: Locked<PreferencesFile>?

    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) {
        defaults = SharedDefaults(userDefaults)
        self.file = file.map(Locked.init)
    }

    /// Schedules a save after a write.
    func noteWrite() { SavingQueue.shared.schedule(self) }

    /// Saves now, and returns whether what was written is saved.
    func flush(at location: CodeLocation) -> Bool {
        SavingQueue.shared.saveNow(including: self, at: location)
    }

    // MARK: - The steps of a save

    /// Whether `synchronize()` is Foundation's own, which saves every file with a change in it and answers for all of
    /// them.
    var savesEveryFile: Bool { type(of: defaults.object) == UserDefaults.self }

    /// Checks the file, and makes a safety copy of it.
    ///
    /// - Returns: Issues that were found.
    func prepare() throws(SavingProblem) -> [DefaultsIssue] {
        try file?.withLock { file throws(SavingProblem) in try file.prepareForSave() } ?? []
    }

    /// Makes Foundation write the file, and returns its answer.
    func synchronize() -> Bool { defaults.object.synchronize() }

    /// Checks the result of the save, and repairs what went wrong.
    func finish(_ answer: Bool) throws(SavingProblem) {
        if let file {
            try file.withLock { file throws(SavingProblem) in try file.endSave(answer) }
        } else if !answer {
            throw SavingProblem(reason: "synchronize() of \(type(of: defaults.object)) failed")
        }
    }

    /// Ends a save that was prepared, and then not made.
    func abandon() { file?.withLock { $0.removeSafetyCopy() } }
}

/// Why a save didn't take place.
struct SavingProblem: Error {
    /// The reason, as a clause.
    let reason: String
}
#endif
