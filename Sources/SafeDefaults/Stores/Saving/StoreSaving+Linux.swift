#if !canImport(Darwin)
import Foundation

// On Linux, `UserDefaults` writes its file only when `synchronize()` is called, and overwrites it in place. If a full
// disk interrupts a save, half a file is left, which the next save reads as empty and replaces. So each save checks the
// file first, keeps a safety copy while it runs, and restores that if the save fails.

/// Saves the writes of one plain store.
final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The file; nil if it is unknown, as for an object that other code has created.
    ///
    /// Only one save uses it at a time.
    private let file: Locked<PreferencesFile>?

    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) {
        defaults = SharedDefaults(userDefaults)
        self.file = file.map(Locked.init)
    }

    /// The URL of the file; nil if it is unknown.
    var fileURL: URL? { file?.withLock(\.place) }

    /// Schedules a save after a write.
    func noteWrite() { SavingQueue.shared.schedule(self) }

    /// Saves the store now, and returns whether its writes are saved.
    func flush(at location: CodeLocation?) -> Bool {
        SavingQueue.shared.saveNow(including: self, at: location)
    }

    /// Throws an error if the file is damaged, so that its values can't be read.
    func checkReadable() throws(DefaultsError) {
        do throws(SavingProblem) {
            try file?.withLock { file throws(SavingProblem) in try file.checkReadable() }
        } catch {
            throw DefaultsError(.fileFailure, reason: error.reason)
        }
    }

    /// Returns the values in the file, which is read anew; nil if the file is unknown.
    func savedValues() throws(DefaultsError) -> [String: Any]? {
        do throws(SavingProblem) {
            return try file?.withLock { file throws(SavingProblem) in try file.values() }
        } catch {
            throw DefaultsError(.fileFailure, reason: error.reason)
        }
    }

    /// A number that increases when other code writes the file; nil if the file is unknown.
    var savesByOthers: Int? { file?.withLock(\.savesByOthers) }

    // MARK: - The steps of a save

    /// Whether `synchronize()` is Foundation's own, which saves all files with changes and returns one result for all
    /// of them.
    var savesEveryFile: Bool { type(of: defaults.object) == UserDefaults.self }

    /// Checks the file, and makes a safety copy of it.
    ///
    /// - Returns: Issues that were found.
    func prepare() throws(SavingProblem) -> [DefaultsIssue] {
        try file?.withLock { file throws(SavingProblem) in try file.prepareForSave() } ?? []
    }

    /// Makes Foundation write the file.
    ///
    /// Returns its result.
    func synchronize() -> Bool { defaults.object.synchronize() }

    /// Checks the result of the save, and repairs what went wrong.
    func finish(_ answer: Bool) throws(SavingProblem) {
        if let file {
            try file.withLock { file throws(SavingProblem) in try file.endSave(answer) }
        } else if !answer {
            throw SavingProblem(reason: "synchronize() of \(type(of: defaults.object)) failed")
        }
    }

    /// Ends a save that was prepared but not made.
    func abandon() { file?.withLock { $0.removeSafetyCopy() } }
}

/// The reason why a store wasn't saved.
struct SavingProblem: Error {
    /// The reason, as a clause.
    let reason: String
}
#endif
