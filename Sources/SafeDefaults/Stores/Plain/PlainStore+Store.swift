import Foundation

// A plain store as a ``Store``: reads that have to know of unfinished writes, and all writes, go through the hub.

extension PlainStore: Store {
    // MARK: - Reading

    func content(named name: String, in layer: Layer, through hub: ObservationHub) -> StoredContent {
        switch layer {
        case .all:
            hub.hasUnfinishedWrites ? hub.plainContent(of: name) : content(of: name)
        case .beneathOverrides where !hub.hasUnfinishedWrites:
            baseContent(of: name, found: content(of: name))
        case .beneathOverrides, .own:
            contents(named: [name], in: layer, through: hub)[name] ?? .nothing
        }
    }

    func contents(
        named names: [String], in layer: Layer, through hub: ObservationHub
    ) -> [String: StoredContent] {
        switch layer {
        case .all: hub.underLock(knowing: { names }) { Dictionary(keepingLast: $0) }
        case .beneathOverrides: hub.baseContentsOfPlain(named: names)
        case .own: hub.storedContentsOfPlain(named: names)
        }
    }

    func holds(_ value: PropertyListValue?, named name: String, through hub: ObservationHub) -> Bool {
        guard content(named: name, in: .all, through: hub) == StoredContent(value) else { return false }
        // If a read finds nothing, then nothing is stored.
        guard let value else { return true }
        return !isHidden(name) && !fallbacks(for: name).contains(.value(value))
    }

    func origin(named name: String, through hub: ObservationHub) -> ValueOrigin {
        let stored = content(named: name, in: .own, through: hub)
        return origin(of: name, content: content(named: name, in: .all, through: hub), stored: stored)
    }

    func storedNames(startingWith prefix: String, through hub: ObservationHub) -> [String] {
        let names = hub.storedNamesOfPlain().filter { $0.utf8.starts(with: prefix.utf8) }
        if names.isEmpty { return names }
        let contents = contents(named: names, in: .own, through: hub)
        return names.filter { contents[$0, default: .nothing] != .nothing }
    }

    // MARK: - Writing

    func set(
        _ value: PropertyListValue?, named name: String, through hub: ObservationHub
    ) throws(DefaultsError) {
        try checkSize(of: [name: value])
        hub.write(value, to: name)
    }

    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        try checkSize(of: [name: value])
        return hub.write([name: value], over: [name: seen])
    }

    func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        var bases = transaction.expected
        if transaction.layer == .own {
            // When the writes are decided on, what a read would find beneath overrides is compared. If a registered
            // value of the same content hides a name, another thread's write to it in between isn't noticed.
            let names = Array(bases.keys)
            bases = contents(named: names, in: .beneathOverrides, through: hub)
            guard contents(named: names, in: .own, through: hub) == transaction.expected else { return false }
        }
        guard isCurrent() else { return false }
        try checkSize(of: transaction.changes)
        return hub.write(transaction.changes, over: bases, lastly: transaction.lastNames)
    }

    // MARK: - State

    func missingValue(named name: String) -> DefaultsError? {
        guard var error = knownProblem else { return nil }
        error.content.storedName = name
        return error
    }

    func checkChangeable(_ name: String, from seen: StoredContent) throws(DefaultsError) {
        if let knownProblem { throw knownProblem }
    }
}

extension DefaultsError {
    /// The error for settings that the system keeps closed.
    static let notYetUnlocked = DefaultsError(
        .notYetReadable,
        reason: "what is stored can't be read yet, because the device wasn't unlocked when this process began to use "
            + "its settings")
}
