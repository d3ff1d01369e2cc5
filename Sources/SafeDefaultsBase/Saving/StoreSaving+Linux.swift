#if !canImport(Darwin)
package import Foundation

// On Linux, `UserDefaults` writes its file only when `synchronize()` is called, and overwrites it in place. If a full
// disk interrupts a save, half a file is left, which the next save reads as empty and replaces. So each save checks the
// file first, keeps a safety copy while it runs, and restores that if the save fails.

/// Saves the writes of one plain store.
package final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The file; nil if it is unknown, as for an object that other code has created.
    ///
    /// Only one save uses it at a time.
    private let file: Locked<PreferencesFile>?

    /// Receives the issues of saves that nobody waits for.
    let report: SavingReport

    package init(_ userDefaults: UserDefaults, file: PreferencesFile?, report: @escaping SavingReport) {
        defaults = SharedDefaults(userDefaults)
        self.report = report
        self.file = file.map(Locked.init)
    }

    /// The URL of the file; nil if it is unknown.
    package var fileURL: URL? { file?.withLock(\.place) }

    /// Schedules a save after a write.
    package func noteWrite() { SavingQueue.shared.schedule(self) }

    /// Saves the store now, and returns whether its writes are saved.
    package func flush(report: SavingReport) -> Bool {
        SavingQueue.shared.saveNow(including: self, report: report)
    }

    /// Throws an error if the file is damaged, so that its values can't be read.
    package func checkReadable() throws(SavingProblem) {
        try file?.withLock { file throws(SavingProblem) in try file.checkReadable() }
    }

    /// Returns the values in the file, which is read anew; nil if the file is unknown.
    package func savedValues() throws(SavingProblem) -> [String: Any]? {
        try file?.withLock { file throws(SavingProblem) in try file.values() }
    }

    /// A number that increases when other code writes the file; nil if the file is unknown.
    package var savesByOthers: Int? { file?.withLock(\.savesByOthers) }

    // MARK: - The steps of a save

    /// Whether `synchronize()` is Foundation's own, which saves all files with changes and returns one result for all
    /// of them.
    var savesEveryFile: Bool { type(of: defaults.object) == UserDefaults.self }

    /// Checks the file, and makes a safety copy of it.
    ///
    /// - Returns: Issues that were found.
    func prepare() throws(SavingProblem) -> [SavingIssue] {
        try file?.withLock { file throws(SavingProblem) in try file.prepareForSave() } ?? []
    }

    /// Makes Foundation write the file.
    ///
    /// Returns its result.
    func synchronize() -> Bool { NumberLocale.withPoint { defaults.object.synchronize() } }

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
#endif
