import SafeDefaults

// Makes the pending changes of one or several versions. Any run may do that, whichever run has noted them.

extension MigrationRun {
    /// Makes the changes that are still pending, stores the number of the last version, and removes the moved values
    /// from their old stores.
    ///
    /// A plain store's file gets the changes and the number by one save. So if another program brings back what the
    /// file had before, all of the changes and the number are there, or none of them, and the next run makes them.
    func finish(_ pending: PendingMigration) throws(Failure) {
        try failing(as: .failedWrite, version: pending.version) { () throws(DefaultsError) in
            // The plan is on the disk before anything is changed.
            try save(box)
            try make(pending)
            try removeSources(of: pending.moves)
            try change { state throws(DefaultsError) in
                // Another run may have gone on to the next version.
                let stored = state.content(named: list.pendingName).propertyListValue.flatMap(PendingMigration.init)
                if let stored, stored.version > pending.version { return }
                // Another program may have brought back what the file had before the plan.
                try state.stageOwn(nil, named: list.pendingName)
                try noteKeeping(pending.moves, in: state)
            }
            try save(box)
        }
    }

    /// Makes the changes and stores the number, unless that was done already.
    private func make(_ pending: PendingMigration) throws(DefaultsError) {
        try change { state throws(DefaultsError) in
            guard try storedVersion(state) < pending.version else { return }
            try stage(pending.changes, in: state)
            try state.stageOwn(.integer(Int64(pending.version)), named: list.versionName)
        }
        try save(box)
    }

    /// Adds pending changes to the state's writes.
    ///
    /// A change is left out if its old content is no longer stored, because then it was made already, or another
    /// program has written the name since.
    func stage(_ changes: [PendingMigration.Change], in state: MigrationState) throws(DefaultsError) {
        for change in changes {
            let content = state.content(named: change.name)
            var isOld = content == StoredContent(change.old)
            if !isOld, let old = change.old, let value = content.propertyListValue { isOld = value.mayStand(for: old) }
            if isOld { try state.stageOwn(change.new, named: change.name) }
        }
    }

    /// Changes a store, as one change, unless nothing has to be changed.
    ///
    /// Values are stored before others are removed, and what the list itself keeps comes last. So if each write is
    /// saved by itself, as on Apple systems, none is lost if the process ends in between.
    func change(
        in other: StoreBox? = nil, _ body: (MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        let box = other ?? self.box
        if box.keepsBatchesWhole { return try changeAlone(box, body) }
        try MigrationLock.holdingBackSaves { () throws(DefaultsError) in try changeAlone(box, body) }
    }

    private func changeAlone(
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
        try failing(as: .failedWrite) { () throws(DefaultsError) in try save(box) }
    }
}
