import Foundation
import SafeDefaults

// Makes the pending changes of a version. Any run may do that, whichever run has noted them.

extension MigrationRun {
    /// Finishes a version: makes the changes that are still pending, together with the version's number, and removes
    /// the moved values from their old stores.
    ///
    /// A plain store's file gets the changes and the number by one save. So it has all of a version or none of it. A
    /// program without the library may bring back what the file had before. Then nothing is lost, and a later attempt
    /// makes the version again.
    func finish(_ pending: PendingMigration) throws(Failure) {
        do throws(DefaultsError) {
            // The plan is on the disk before anything is changed.
            try save(box)
            guard try make(pending) else { return }
            for move in pending.moves { try removeSource(of: move) }
            try change { state throws(DefaultsError) in
                // Another run may have gone on to the next version.
                let stored = state.content(named: list.pendingName).propertyListValue.flatMap(PendingMigration.init)
                guard let stored, stored.version <= pending.version else { return }
                try state.stageOwn(nil, named: list.pendingName)
                for version in Set(pending.moves.map(\.version)) { try noteKeeping(of: version, in: state) }
            }
            try save(box)
        } catch {
            throw failure(pending, because: error)
        }
    }

    /// Puts moved values back, and returns the failure of a run whose changes another program undoes each time.
    func undone(_ pending: PendingMigration) -> Failure {
        do throws(DefaultsError) {
            for version in list.versions where version.number <= pending.version { try putBack(version) }
        } catch {
            return failure(pending, because: error)
        }
        return failure(pending, because: isTakenBack)
    }

    private func failure(_ pending: PendingMigration, because error: DefaultsError) -> Failure {
        Failure(.failedWrite, in: list, version: pending.version, because: error)
    }

    private func number(_ content: StoredContent) throws(DefaultsError) -> Int {
        try StoreBox.decoded(content, name: list.versionName, as: Int.self) { try Int._decode($0) } ?? 0
    }

    /// Makes the changes of a version and stores its number.
    ///
    /// Programs that use the library wait while this one migrates. Any other program may have read the file of a plain
    /// store before the changes were saved, and may save all of what it has read afterwards.
    ///
    /// - Returns: Whether the file has the version. If not, the next attempt begins with what it has.
    private func make(_ pending: PendingMigration) throws(DefaultsError) -> Bool {
        let saves = box.savesByOthers
        var isOutdated = false
        try change { state throws(DefaultsError) in
            let reached = try number(state.content(named: list.versionName))
            isOutdated = pending.base.map { reached < $0 } ?? false
            if isOutdated { return try state.stageOwn(nil, named: list.pendingName) }
            guard reached < pending.version else { return }
            try stage(pending.changes, in: state)
            try state.stageOwn(.integer(Int64(pending.version)), named: list.versionName)
        }
        try save(box)
        if isOutdated { return false }
        // Looks twice if there is another program: its save may not be over yet.
        if try isSaved(pending) {
            guard waitForOthers(since: saves) else { return true }
            if try isSaved(pending) { return true }
        }
        try readAnew(box)
        return false
    }

    /// Adds pending changes to the state's writes.
    ///
    /// A change is left out if its old content is no longer stored, because then it was made already, or another
    /// program has written the name since.
    func stage(_ changes: [PendingMigration.Change], in state: MigrationState) throws(DefaultsError) {
        for change in changes where state.content(named: change.name) == StoredContent(change.old) {
            try state.stageOwn(change.new, named: change.name)
        }
    }

    /// Whether a plain store's file has a version; true if the file is unknown.
    private func isSaved(_ pending: PendingMigration) throws(DefaultsError) -> Bool {
        guard let saved = try box.savedContents(named: [list.versionName]) else { return true }
        return try number(saved[list.versionName] ?? .nothing) >= pending.version
    }

    /// Waits for the end of a save by another program, if another one has saved the file of a plain store.
    ///
    /// NB: if Foundation doesn't find in the file what it has just written there, because others have written it, too,
    /// it waits for 50 ms. Then it may write the same again, without having read the file.
    ///
    /// - Returns: Whether it has waited.
    private func waitForOthers(since saves: Int?) -> Bool {
        guard box.savesByOthers != saves else { return false }
        usleep(200_000)
        return true
    }

    var isTakenBack: DefaultsError {
        DefaultsError(
            .fileFailure, reason: "another program, which doesn't use this library, undoes the changes again and again")
    }

    /// Makes Foundation read the file of a plain store again, which it does if it has nothing to save.
    func readAnew(_ box: StoreBox) throws(DefaultsError) {
        try save(box)
        try save(box)
    }

    /// Changes a store, as one change, unless nothing has to be changed.
    ///
    /// Values are stored before others are removed, and what the list itself keeps comes last. So if each write is
    /// saved by itself, as on Apple systems, none is lost if the process ends in between.
    func change(
        in other: StoreBox? = nil, _ body: (MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        let box = other ?? self.box
        if box.keepsBatchesWhole { return try changeAtOnce(box, body) }
        try SavingQueue.shared.savingTogether { () throws(DefaultsError) in try changeAtOnce(box, body) }
    }

    private func changeAtOnce(
        _ box: StoreBox, _ body: (MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        try box.settling { attempt throws(DefaultsError) in
            let state = MigrationState(in: box)
            try body(state)
            guard state.hasChanges else { return () as Void? }
            let own = [list.versionName, list.pendingName]
            let removals = state.changes.filter { $0.value == nil && !own.contains($0.key) }.map(\.key)
            let transaction = StoreTransaction(
                expected: attempt == .alone ? [:] : state.transaction.expected, in: .own, changes: state.changes,
                lastNames: removals + own)
            return try attempt.isSettled(box.commit(transaction)) ? () : nil
        }
    }

    // MARK: - Saving

    /// Saves a store, or throws an error if that fails.
    func save(_ box: StoreBox) throws(DefaultsError) {
        if box.flush(at: location) { return }
        throw DefaultsError(.fileFailure, reason: "the store can't be saved; an issue says why")
    }

    /// Saves a store before anything is changed.
    func flush(_ box: StoreBox) throws(Failure) {
        do throws(DefaultsError) {
            try save(box)
        } catch {
            throw Failure(.failedWrite, in: list, because: error)
        }
    }
}
