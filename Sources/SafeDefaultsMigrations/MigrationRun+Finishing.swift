import Foundation
import SafeDefaults

// Makes what is pending of a version. Any run may do that, whichever run has stored it.

extension MigrationRun {
    /// Finishes a version: makes the changes that are still pending, stores the version's number, and removes the moved
    /// values from their old stores.
    func finish(_ pending: PendingMigration) throws(Failure) {
        do throws(DefaultsError) {
            // The target's values are on the disk before any old value is changed or removed.
            try save(box)
            let saves = box.savesByOthers
            if try !isReached(pending) {
                try make(pending.changes)
                try save(box)
            }
            try secure(pending.changes, since: saves)
            try storeVersion(of: pending)
            try save(box)
            try securing(since: saves) { () throws(DefaultsError) in
                try isVersionSaved(of: pending)
            } repeating: { () throws(DefaultsError) in
                try storeVersion(of: pending)
            }
            for move in pending.moves { try removeSource(of: move) }
            if !pending.moves.isEmpty { try secure(pending.changes, since: saves) }
            try change { state throws(DefaultsError) in
                // Another run may have gone on to the next version.
                let stored = state.content(named: list.pendingName).propertyListValue.flatMap(PendingMigration.init)
                guard let stored, stored.version <= pending.version else { return }
                try state.stageOwn(nil, named: list.pendingName)
            }
            try save(box)
            waitForOthers(since: saves)
        } catch {
            throw Failure(.failedWrite, in: list, version: pending.version, because: error)
        }
    }

    /// Whether the pending changes have all been made.
    private func isReached(_ pending: PendingMigration) throws(DefaultsError) -> Bool {
        try number(MigrationState(in: box)) >= pending.version
    }

    private func number(_ state: MigrationState) throws(DefaultsError) -> Int {
        let content = state.content(named: list.versionName)
        return try StoreBox.decoded(content, name: list.versionName, as: Int.self) { try Int._decode($0) } ?? 0
    }

    private func make(_ changes: [PendingMigration.Change]) throws(DefaultsError) {
        try change { state throws(DefaultsError) in try stage(changes, in: state) }
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

    private func storeVersion(of pending: PendingMigration) throws(DefaultsError) {
        try change { state throws(DefaultsError) in
            guard try number(state) < pending.version else { return }
            try state.stageOwn(.integer(Int64(pending.version)), named: list.versionName)
        }
    }

    // MARK: - Other programs' saves

    /// Makes changes of a plain store again until its file has them.
    private func secure(_ changes: [PendingMigration.Change], since saves: Int?) throws(DefaultsError) {
        try securing(since: saves) { () throws(DefaultsError) in
            guard let saved = try box.savedContents(named: changes.map(\.name)) else { return true }
            return !changes.contains { $0.isUndone(by: saved[$0.name] ?? .nothing) }
        } repeating: { () throws(DefaultsError) in
            try make(changes)
        }
    }

    /// Whether a plain store's file has the version's number.
    private func isVersionSaved(of pending: PendingMigration) throws(DefaultsError) -> Bool {
        guard let saved = try box.savedContents(named: [list.versionName]) else { return true }
        guard case .value(.integer(let version))? = saved[list.versionName] else { return false }
        return version >= pending.version
    }

    /// Repeats a change of a plain store until its file has it.
    ///
    /// Programs that use the library wait while this one migrates. Any other program may have read the file before the
    /// change was saved, and may save all of what it has read afterwards.
    ///
    /// - Parameters:
    ///   - saves: What ``StoreBox/savesByOthers`` was before the change.
    ///   - isSaved: Returns whether the file has the change.
    ///   - change: Makes the change.
    private func securing(
        since saves: Int?, _ isSaved: () throws(DefaultsError) -> Bool,
        repeating change: () throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        for _ in 0..<StoreBox.attempts {
            // Looks twice if there is another program: its save may not be over yet.
            if try isSaved() {
                guard waitForOthers(since: saves) else { return }
                if try isSaved() { return }
            }
            try readAnew(box)
            try change()
            try save(box)
        }
        throw isTakenBack
    }

    /// Waits for the end of a save by another program, if another one has saved the file of a plain store.
    ///
    /// NB: if Foundation doesn't find in the file what it has just written there, because others have written it, too,
    /// it waits for 50 ms. Then it may write the same again, without having read the file.
    ///
    /// - Returns: Whether it has waited.
    @discardableResult
    private func waitForOthers(since saves: Int?) -> Bool {
        guard box.savesByOthers != saves else { return false }
        usleep(200_000)
        return true
    }

    private var isTakenBack: DefaultsError {
        DefaultsError(
            .fileFailure, reason: "another program, which doesn't use this library, undoes the changes again and again")
    }

    /// Makes Foundation read the file of a plain store again, which it does if it has nothing to save.
    private func readAnew(_ box: StoreBox) throws(DefaultsError) {
        try save(box)
        try save(box)
    }

    /// Removes a moved value from its old store, if it is still the same there.
    private func removeSource(of move: PendingMigration.Move) throws(DefaultsError) {
        // A list that no longer has the step leaves the value where it is.
        guard let version = list.versions.first(where: { $0.number == move.version }),
            version.steps.indices.contains(move.step), let source = version.steps[move.step].source
        else { return }
        let box = source.box
        for _ in 0..<StoreBox.attempts {
            try change(in: box) { state throws(DefaultsError) in
                guard state.content(named: move.name) == .value(move.value) else { return }
                try state.stageOwn(nil, named: move.name)
            }
            try save(box)
            let saved = try box.savedContents(named: [move.name])?[move.name]
            if saved != .value(move.value) { return }
            try readAnew(box)
        }
        throw isTakenBack
    }

    /// Changes a store, as one change, unless nothing has to be changed.
    private func change(
        in other: StoreBox? = nil, _ body: (MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        let box = other ?? self.box
        try box.settling { attempt throws(DefaultsError) in
            let state = MigrationState(in: box)
            try body(state)
            guard state.hasChanges else { return () as Void? }
            let expected = attempt == .alone ? [:] : state.transaction.expected
            let isMade = try box.commit(StoreTransaction(expected: expected, in: .own, changes: state.changes))
            return try attempt.isSettled(isMade) ? () : nil
        }
    }

    // MARK: - Saving

    /// Saves a store, or throws an error if that fails.
    private func save(_ box: StoreBox) throws(DefaultsError) {
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

extension PendingMigration.Change {
    /// Returns whether a file has the old content, and not the new one.
    fileprivate func isUndone(by saved: StoredContent) -> Bool {
        guard saved == StoredContent(old) else { return false }
        guard let new, saved != .nothing else { return true }
        // NB: Foundation keeps an old value that it takes for equal to the new one, such as 1 where 1.0 is stored.
        return new.isKeptExactly(over: saved)
    }
}
