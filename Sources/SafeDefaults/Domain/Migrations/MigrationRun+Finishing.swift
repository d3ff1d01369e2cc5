// Makes what is pending of a version. Any run may do that, whichever run has stored it.

extension MigrationRun {
    /// Finishes a version: makes the changes that are still pending, stores the version's number, and removes the moved
    /// values from their old stores.
    func finish(_ pending: PendingMigration) throws(Failure) {
        do throws(DefaultsError) {
            // The target's values are on the disk before any old value is changed or removed.
            try save(box)
            if try !isReached(pending) {
                try make(pending.changes)
                try save(box)
                try storeVersion(of: pending)
                try save(box)
            }
            for move in pending.moves { try removeSource(of: move) }
            try change { state throws(DefaultsError) in
                // Another run may have gone on to the next version.
                let stored = state.content(named: list.pendingName).propertyListValue.flatMap(PendingMigration.init)
                guard let stored, stored.version <= pending.version else { return }
                try state.stage(nil, named: list.pendingName)
            }
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
            try state.stage(change.new, named: change.name)
        }
    }

    private func storeVersion(of pending: PendingMigration) throws(DefaultsError) {
        try change { state throws(DefaultsError) in
            guard try number(state) < pending.version else { return }
            try state.stage(.integer(Int64(pending.version)), named: list.versionName)
        }
    }

    /// Removes a moved value from its old store, if it is still the same there.
    private func removeSource(of move: PendingMigration.Move) throws(DefaultsError) {
        // A list that no longer has the step leaves the value where it is.
        guard let version = list.versions.first(where: { $0.number == move.version }),
            version.steps.indices.contains(move.step), let source = version.steps[move.step].source
        else { return }
        let box = source.box
        try change(in: box) { state throws(DefaultsError) in
            guard state.content(named: move.name) == .value(move.value) else { return }
            try state.stage(nil, named: move.name)
        }
        try save(box)
    }

    /// Changes a store, as one change, unless nothing has to be changed.
    private func change(
        in other: StoreBox? = nil, _ body: (MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        let box = other ?? self.box
        try box.settling { isLast throws(DefaultsError) in
            let state = MigrationState(in: box)
            try body(state)
            guard state.hasChanges else { return () as Void? }
            let expected = isLast ? [:] : state.transaction.expected
            let isMade = try box.commit(StoreTransaction(expected: expected, changes: state.changes)) { true }
            return isMade ? () : nil
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
