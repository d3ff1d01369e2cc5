import Foundation
import SafeDefaults

// Keeps what was moved from one store to another, for as long as another program may undo the move.
//
// On Linux, a program without the library may write back what it had read of a plain store's file before.
// - If it was the new store's, the next run makes the versions again. For that, the old store keeps moved values under
//   a reserved name.
// - If it was the old store's, the next run removes the values again. For that, the new store has a note of them.
//
// If the note is still there after a while, what is kept is removed. Two scopes of one store have one file, so another
// program undoes both halves of a move between them: nothing is kept.

extension MigrationRun {
    /// Removes moved values from their old stores, if they are still the same there.
    func removeSources(of moves: [PendingMigration.Move]) throws(DefaultsError) {
        for box in sources {
            // A list that no longer has the step leaves the value where it is.
            let moves = moves.filter { source(of: $0) == box }
            if moves.isEmpty { continue }
            try box.checkReadable()
            // This also reads what other processes have saved.
            if !box.keepsBatchesWhole { try save(box) }
            for move in moves {
                try change(in: box) { state throws(DefaultsError) in
                    guard state.content(named: move.name) == .value(move.value) else { return }
                    try state.stageOwn(nil, named: move.name)
                    guard keepsValues(movedFrom: box), let target = self.box.sharedName else { return }
                    var kept = MovedValues(state.content(named: list.keptName))
                    kept.add(move, target: target)
                    try state.stageOwn(kept.stored, named: list.keptName)
                }
            }
            try save(box)
        }
    }

    /// Returns whether a store keeps what was moved out of it.
    private func keepsValues(movedFrom source: StoreBox) -> Bool {
        box.sharedName != nil && source.store !== box.store
    }

    private func source(of move: PendingMigration.Move) -> StoreBox? {
        guard let version = list.versions.first(where: { $0.number == move.version }),
            version.steps.indices.contains(move.step)
        else { return nil }
        return version.steps[move.step].source?.box
    }

    /// Adds to the state's writes the notes that other stores keep what was moved, since when, and what that is.
    func noteKeeping(_ moves: [PendingMigration.Move], in state: MigrationState) throws(DefaultsError) {
        let kept = moves.filter { source(of: $0).map(keepsValues) ?? false }
        for (version, moves) in Dictionary(grouping: kept, by: \.version) {
            try state.stageOwn(KeptMoves.stored(moves, since: Date()), named: list.keepingName(version))
        }
    }

    /// What other stores keep, as the notes say.
    var keptMoves: [KeptMoves] {
        if box.sharedName == nil { return [] }
        let state = MigrationState(in: box)
        return list.versions.filter { $0.steps.contains { $0.source != nil } }.compactMap { version in
            KeptMoves(version, state.content(named: list.keepingName(version.number)).propertyListValue)
        }
    }

    /// Removes moved values from their old stores, if they are there again, and what these keep for long enough.
    ///
    /// If one of them can't be changed, an issue says so, and the next run tries again. The run doesn't fail, because
    /// all versions are made.
    func removeKeptValues() {
        do throws(DefaultsError) {
            for kept in keptMoves {
                try removeSources(of: kept.moves)
                // A time in the future is that of a clock that was set back since; it counts as long ago.
                if abs(kept.since.timeIntervalSinceNow) < list.timeOfKeeping { continue }
                try removeValues(keptFor: kept.version)
            }
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: location))
        }
    }

    private func removeValues(keptFor version: DefaultsMigrations.Version) throws(DefaultsError) {
        guard let target = box.sharedName else { return }
        for source in version.steps.compactMap({ $0.source?.box }) {
            try source.checkReadable()
            try change(in: source) { state throws(DefaultsError) in
                var kept = MovedValues(state.content(named: list.keptName))
                guard kept.removeAll(target: target, version: version.number) else { return }
                try state.stageOwn(kept.stored, named: list.keptName)
            }
            try save(source)
        }
        try change { state throws(DefaultsError) in
            try state.stageOwn(nil, named: list.keepingName(version.number))
        }
        try save(box)
    }
}

/// What other stores keep of a version.
struct KeptMoves {
    let version: DefaultsMigrations.Version
    let since: Date
    let moves: [PendingMigration.Move]

    init?(_ version: DefaultsMigrations.Version, _ stored: PropertyListValue?) {
        guard case .dictionary(let fields)? = stored, case .date(let since)? = fields["since"],
            case .array(let moves)? = fields["moves"]
        else { return nil }
        self.version = version
        self.since = since
        self.moves = moves.compactMap(PendingMigration.Move.init)
    }

    static func stored(_ moves: [PendingMigration.Move], since: Date) -> PropertyListValue {
        .dictionary(["since": .date(since), "moves": .array(moves.map(\.stored))])
    }
}

/// The values that were moved out of a store, by the store that they were moved to.
struct MovedValues {
    private struct Entry {
        let target: String
        let move: PendingMigration.Move
    }

    private var entries: [Entry] = []

    /// Reads the stored form; anything else is taken for no values.
    init(_ content: StoredContent?) {
        guard case .array(let stored)? = content?.propertyListValue else { return }
        entries = stored.compactMap { entry in
            guard case .dictionary(let fields) = entry, case .string(let target)? = fields["target"],
                let move = fields["move"].flatMap(PendingMigration.Move.init)
            else { return nil }
            return Entry(target: target, move: move)
        }
    }

    /// The stored form: an array of dictionaries; nil if there are no values.
    var stored: PropertyListValue? {
        if entries.isEmpty { return nil }
        return .array(entries.map { .dictionary(["target": .string($0.target), "move": $0.move.stored]) })
    }

    /// Returns the value that a step has moved; nil if there is none.
    func value(named name: String, version: Int, step: Int, target: String?) -> PropertyListValue? {
        entries.last { entry in
            let move = entry.move
            return entry.target == target && move.version == version && move.step == step
                && StoredName(move.name) == StoredName(name)
        }?.move.value
    }

    mutating func add(_ move: PendingMigration.Move, target: String) {
        entries.append(Entry(target: target, move: move))
    }

    /// Removes what a version has moved to a store, and returns whether there was something.
    mutating func removeAll(target: String, version: Int) -> Bool {
        let count = entries.count
        entries.removeAll { $0.target == target && $0.move.version == version }
        return entries.count < count
    }
}
