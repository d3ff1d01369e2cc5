import SafeDefaults

/// One call of ``DefaultsMigrations/run(in:)``.
///
/// A store of this library's own makes the changes of all versions, and stores the last number, as one record. In any
/// other store, the changes are stored as a ``PendingMigration`` first, and then they are made, with the number.
///
/// If another thread or process has written what a step has read, the attempt ends without a change, and begins again.
struct MigrationRun {
    let list: DefaultsMigrations
    let box: StoreBox

    /// The location of the call, for issues.
    let location: CodeLocation

    typealias Failure = DefaultsMigrations.Failure

    // MARK: - Running

    func run() throws(Failure) -> DefaultsMigrations.Report {
        try check()
        if try isUpToDate, keptMoves.isEmpty { return report(from: list.newestVersion) }
        let usesPlainStores = !box.keepsBatchesWhole || sources.contains { !$0.keepsBatchesWhole }
        guard usesPlainStores else { return try migrate() }
        do throws(DefaultsError) {
            try MigrationLock.lock()
        } catch {
            // What is kept can wait for the next run.
            if try isUpToDate { return report(from: list.newestVersion) }
            throw Failure(.busyStore, in: list, because: error)
        }
        defer { MigrationLock.unlock() }
        // This also reads what other processes have saved.
        if !box.keepsBatchesWhole { try flush(box) }
        let report = try isUpToDate ? report(from: list.newestVersion) : migrate()
        removeKeptValues()
        return report
    }

    private func migrate() throws(Failure) -> DefaultsMigrations.Report {
        try prepareSources()
        var report: DefaultsMigrations.Report?
        while true {
            let outcome = try box.settling(attempt)
            if report == nil { report = self.report(from: outcome.oldVersion) }
            report?.newVersion = outcome.newVersion
            report?.entries += outcome.entries
            if let pending = outcome.pending {
                try finish(pending)
                if !outcome.isOwn { report?.hasResumed = true }
                report?.newVersion = max(outcome.newVersion, pending.version)
            }
            guard outcome.pending == nil, outcome.newVersion == list.newestVersion, let report else { continue }
            if !box.keepsBatchesWhole { try flush(box) }
            return report
        }
    }

    /// Reads what other processes have written to the stores from which values are moved, and checks that these stores
    /// can be read.
    private func prepareSources() throws(Failure) {
        for source in sources {
            try checkReadable(source)
            if !source.keepsBatchesWhole { try flush(source) }
        }
    }

    /// The stores from which values are moved, each once.
    var sources: [StoreBox] {
        list.versions.flatMap(\.steps).reduce(into: []) { sources, step in
            if let source = step.source?.box, !sources.contains(source) { sources.append(source) }
        }
    }

    // MARK: - Attempts

    /// The result of an attempt that no other writer has disturbed.
    private struct Outcome {
        var oldVersion: Int
        var newVersion: Int
        var entries: [DefaultsMigrations.Report.Entry] = []

        /// The changes of an interrupted version, which have to be made before the next attempt.
        var pending: PendingMigration?

        /// Whether the attempt itself has stored ``pending``.
        var isOwn = false
    }

    /// Makes the versions that are missing, as one change, or notes that change as pending.
    ///
    /// Returns nil if another writer came in between.
    private func attempt(_ attempt: Attempt) throws(Failure) -> Outcome? {
        let state = MigrationState(in: box)
        let version = try reachedVersion(state)
        if let pending = try pendingMigration(state) {
            return Outcome(oldVersion: version, newVersion: version, pending: pending)
        }
        if version == list.newestVersion { return Outcome(oldVersion: version, newVersion: version) }
        let reached: Int
        do throws(Failure) {
            reached = try applyVersions(after: version, to: state)
        } catch {
            // If another writer has made a change, some values were read before it and others after it: begin again.
            guard attempt != .amongOthers || state.isCurrent else { return nil }
            throw error
        }
        // Writes by others are held back in the last attempt, so only a step's own code can have written meanwhile.
        let isAlone = attempt == .alone
        let seen =
            isAlone ? box.contents(named: Array(state.changes.keys), in: .own) : state.transaction.expected
        let pending = pending(state, to: reached, over: seen)
        var transaction = StoreTransaction(expected: isAlone ? [:] : state.transaction.expected, in: .own)
        if box.keepsBatchesWhole { transaction.changes = state.changes }
        if let pending { transaction.changes.updateValue(pending.stored, forKey: list.pendingName) }
        // Otherwise, the number is stored once the changes have been made.
        if box.keepsBatchesWhole || pending == nil {
            transaction.changes.updateValue(.integer(Int64(reached)), forKey: list.versionName)
        }
        let isSettled = try failing(as: .failedWrite, version: reached) { () throws(DefaultsError) in
            for (name, value) in transaction.changes { try box.check(value, named: name) }
            return try attempt.isSettled(box.commit(transaction) { isAlone || state.listsAreCurrent })
        }
        guard isSettled else { return nil }
        return Outcome(
            oldVersion: version, newVersion: pending == nil || box.keepsBatchesWhole ? reached : version,
            entries: state.entries, pending: pending, isOwn: pending != nil)
    }

    /// Runs the steps of the versions after one, and returns the number of the last.
    ///
    /// If a version fails, those before it are made first; the next attempt begins with it.
    private func applyVersions(after version: Int, to state: MigrationState) throws(Failure) -> Int {
        var reached = version
        for next in list.versions where next.number > version {
            let before = state.outcome
            do throws(Failure) {
                try state.apply(next, of: list)
            } catch {
                guard reached > version else { throw error }
                state.outcome = before
                break
            }
            reached = next.number
        }
        return reached
    }

    /// Returns what has to be done after the transaction; nil if nothing has.
    private func pending(
        _ state: MigrationState, to version: Int, over seen: [String: StoredContent]
    ) -> PendingMigration? {
        let moves = state.moves.map(\.pending)
        let changes = box.keepsBatchesWhole ? [:] : state.changes
        guard !moves.isEmpty || !changes.isEmpty else { return nil }
        return PendingMigration(
            version: version,
            changes: changes.inAlphabeticalOrder().map { name, value in
                .init(name: name, old: seen[name]?.propertyListValue, new: value)
            },
            moves: moves)
    }

    private func report(from version: Int) -> DefaultsMigrations.Report {
        .init(list: list.name, oldVersion: version, newVersion: version, hasResumed: false, entries: [])
    }
}
