import Foundation
import SafeDefaults

// Keeps what was moved from one store to another, for as long as another program may undo the move.
//
// Only programs without the library do that, which save all that they have read of a plain store's file, on Linux. The
// values lie in the store that they were moved from, under a reserved name, and not in the file that is undone. That
// file has a note of them, which is undone with the rest. If the note is still there after a while, so is the version.

extension MigrationRun {
    /// Removes a moved value from its old store, if it is still the same there.
    func removeSource(of move: PendingMigration.Move) throws(DefaultsError) {
        // A list that no longer has the step leaves the value where it is.
        guard let box = source(of: move) else { return }
        for _ in 0..<StoreBox.attempts {
            try change(in: box) { state throws(DefaultsError) in
                guard state.content(named: move.name) == .value(move.value) else { return }
                try state.stageOwn(nil, named: move.name)
                guard let target = self.box.sharedName else { return }
                var kept = MovedValues(state.content(named: list.keptName))
                kept.add(move, target: target)
                try state.stageOwn(kept.stored, named: list.keptName)
            }
            try save(box)
            let saved = try box.savedContents(named: [move.name])?[move.name]
            if saved != .value(move.value) { return }
            try readAnew(box)
        }
        throw isTakenBack
    }

    private func source(of move: PendingMigration.Move) -> StoreBox? {
        guard let version = list.versions.first(where: { $0.number == move.version }),
            version.steps.indices.contains(move.step)
        else { return nil }
        return version.steps[move.step].source?.box
    }

    /// Adds to the state's writes the note that other stores keep what a version has moved, and since when.
    func noteKeeping(of version: Int, in state: MigrationState) throws(DefaultsError) {
        guard box.sharedName != nil else { return }
        try state.stageOwn(.date(Date()), named: list.keepingName(version))
    }

    /// The versions of which other stores have kept values for long enough.
    ///
    /// A time in the future is that of a clock that was set back since; it counts as long ago.
    var keptVersions: [DefaultsMigrations.Version] {
        if box.sharedName == nil { return [] }
        let state = MigrationState(in: box)
        return list.versions.filter { version in
            guard version.steps.contains(where: { $0.source != nil }),
                case .value(.date(let date)) = state.content(named: list.keepingName(version.number))
            else { return false }
            return abs(date.timeIntervalSinceNow) >= list.timeOfKeeping
        }
    }

    /// Removes what other stores have kept for long enough.
    ///
    /// If one of them can't be changed, an issue says so, and the next run tries again. The run doesn't fail, because
    /// all versions are made.
    func removeKeptValues() {
        do throws(DefaultsError) {
            for version in keptVersions { try removeValues(keptFor: version) }
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: location))
        }
    }

    private func removeValues(keptFor version: DefaultsMigrations.Version) throws(DefaultsError) {
        try takeKept(of: version) { _, _ in }
        try change { state throws(DefaultsError) in
            try state.stageOwn(nil, named: list.keepingName(version.number))
        }
        try save(box)
    }
}

extension MigrationRun {
    /// Stores what a version has moved under the old names again, unless they have other values.
    func putBack(_ version: DefaultsMigrations.Version) throws(DefaultsError) {
        try takeKept(of: version) { move, state throws(DefaultsError) in
            guard state.content(named: move.name) == .nothing else { return }
            try state.stageOwn(move.value, named: move.name)
        }
    }

    /// Removes what other stores have kept of a version, and runs a closure for each value.
    private func takeKept(
        of version: DefaultsMigrations.Version,
        _ body: (PendingMigration.Move, MigrationState) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        guard let target = box.sharedName else { return }
        for source in version.steps.compactMap({ $0.source?.box }) {
            try source.checkReadable()
            try change(in: source) { state throws(DefaultsError) in
                var kept = MovedValues(state.content(named: list.keptName))
                let moves = kept.take(target: target, version: version.number)
                for move in moves { try body(move, state) }
                if !moves.isEmpty { try state.stageOwn(kept.stored, named: list.keptName) }
            }
            try save(source)
        }
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

    /// Removes what a version has moved to a store, and returns it.
    mutating func take(target: String, version: Int) -> [PendingMigration.Move] {
        let isTaken = { (entry: Entry) in entry.target == target && entry.move.version == version }
        defer { entries.removeAll(where: isTaken) }
        return entries.filter(isTaken).map(\.move)
    }
}
