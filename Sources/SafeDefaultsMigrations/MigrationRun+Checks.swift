import SafeDefaults

// What is checked before anything is changed.

extension MigrationRun {
    /// Throws a failure if the list can't be used, or if the store can't be read.
    func check() throws(Failure) {
        if let reason = list.reasonToRefuse { throw Failure(.invalidList, in: list, because: reason) }
        try checkReadable(box)
    }

    func checkReadable(_ box: StoreBox) throws(Failure) {
        try failing(as: .unreadableStore, box.checkReadable)
    }

    /// Whether the store has the newest version, and nothing is pending.
    var isUpToDate: Bool {
        get throws(Failure) {
            let state = MigrationState(in: box)
            guard try reachedVersion(state) == list.newestVersion else { return false }
            return try pendingMigration(state) == nil
        }
    }

    func storedVersion(_ state: MigrationState) throws(DefaultsError) -> Int {
        let content = state.content(named: list.versionName)
        return try StoreBox.decoded(content, name: list.versionName, as: Int.self) { try Int._decode($0) } ?? 0
    }

    /// Returns the version that the store has reached; 0 if it has never been migrated.
    ///
    /// Throws a failure if the version can't be read, is newer than the list's last one, or is followed by versions
    /// that the list lacks.
    func reachedVersion(_ state: MigrationState) throws(Failure) -> Int {
        let version = try failing(as: .unreadableStore) { () throws(DefaultsError) in try storedVersion(state) }
        if version > list.newestVersion {
            throw Failure(
                .newerStore, in: list, because: "the store has version \(version), and the list \(list.end)")
        }
        if let first = list.versions.first, version < first.number - 1 {
            throw Failure(
                .missingVersions, in: list,
                because: "the store has version \(version), and the list begins with version \(first.number)")
        }
        return version
    }

    /// Returns what an interrupted run has left to do; nil if there is nothing.
    func pendingMigration(_ state: MigrationState) throws(Failure) -> PendingMigration? {
        let content = state.content(named: list.pendingName)
        if content == .nothing { return nil }
        guard let pending = content.propertyListValue.flatMap(PendingMigration.init) else {
            throw Failure(
                .unreadableStore, in: list,
                because: "\(list.pendingName.inQuotes) holds something that this library hasn't stored there")
        }
        guard pending.version <= list.newestVersion else {
            throw Failure(
                .newerStore, in: list,
                because: "changes of version \(pending.version) are pending in the store, and the list \(list.end)")
        }
        return pending
    }

    /// Runs a closure, and throws its error as a failure of the list.
    func failing<Result>(
        as kind: Failure.Kind, version: Int? = nil, _ body: () throws(DefaultsError) -> Result
    ) throws(Failure) -> Result {
        do throws(DefaultsError) {
            return try body()
        } catch {
            throw Failure(kind, in: list, version: version, because: error)
        }
    }
}

extension DefaultsMigrations {
    /// The last version, as a part of a sentence.
    fileprivate var end: String { newestVersion == 0 ? "is empty" : "ends with version \(newestVersion)" }

    /// The reason why the list can't be used, as a clause; nil if it can.
    fileprivate var reasonToRefuse: String? {
        if name.isEmpty { return "the list's name is empty" }
        if name.contains("/") { return "the list's name contains a /" }
        guard let first = versions.first?.number else { return nil }
        if first < 1 { return "version \(first) is listed, and the first possible number is 1" }
        for (version, next) in zip(versions, versions.dropFirst()) {
            if version.number < .max, next.number == version.number + 1 { continue }
            return next.number == version.number
                ? "version \(next.number) is listed twice"
                : "version \(next.number) is listed after version \(version.number), not directly"
        }
        return nil
    }
}
