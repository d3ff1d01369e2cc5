import SafeDefaults

// What migrations need of a file store.

extension FileStore {
    /// A transaction is one record of the journal.
    var keepsBatchesWhole: Bool { true }

    var availability: StoreAvailability {
        guard connection.engine != nil || connection.isMissing else { return .notYetReadable }
        return search.defaults?.availability ?? .available
    }

    /// Throws an error if the file can't be opened or read, or if a part of it is damaged.
    ///
    /// After the next write, which sets the damaged file aside, the store counts as readable again.
    func checkReadable() throws(DefaultsError) {
        guard let engine = try connection.engineOrReason() else { return }
        try engine.cache.refresh()
        guard engine.cache.state.findings.contains(where: \.losesValues) else { return }
        throw DefaultsError(
            .fileFailure,
            reason: "a part of \"\(connection.path)\" is damaged, and its values can't be read: put a copy in its "
                + "place, or write a value, which sets it aside and keeps the rest")
    }
}

extension Finding {
    /// Whether values that were stored can't be read because of this.
    fileprivate var losesValues: Bool {
        switch self {
        case .damagedSnapshot, .damagedJournal, .missingJournal: true
        default: false
        }
    }
}
