import SafeDefaults

/// What is left to do of versions whose changes can't be made as one record.
///
/// It is stored before the first change, and removed after the last one. So a run that was interrupted can be
/// continued. A change is made only where the old content is still stored.
struct PendingMigration: Equatable {
    let version: Int
    let changes: [Change]

    /// The values to remove from other stores.
    let moves: [Move]

    struct Change: Equatable {
        let name: String
        let old: PropertyListValue?
        let new: PropertyListValue?
    }

    struct Move: Equatable {
        let version: Int

        /// The position of the step that moves the value, in its version.
        ///
        /// The step knows the other store.
        let step: Int

        let name: String
        let value: PropertyListValue
    }

    // MARK: - Stored form

    /// The stored form: a dictionary with the names and values of the changes and moves.
    var stored: PropertyListValue {
        .dictionary([
            "version": .integer(Int64(version)), "changes": .array(changes.map(\.stored)),
            "moves": .array(moves.map(\.stored)),
        ])
    }
}

extension PendingMigration {
    /// Creates the value from its stored form; nil if it has another form, which this library never writes.
    init?(stored: PropertyListValue) {
        guard case .dictionary(let fields) = stored, case .integer(let version)? = fields["version"],
            case .array(let changes)? = fields["changes"], case .array(let moves)? = fields["moves"]
        else { return nil }
        self.version = Int(clamping: version)
        self.changes = changes.compactMap(Change.init)
        self.moves = moves.compactMap(Move.init)
        guard self.changes.count == changes.count, self.moves.count == moves.count else { return nil }
    }
}

extension PendingMigration.Change {
    fileprivate var stored: PropertyListValue {
        var fields: [String: PropertyListValue] = ["name": .string(name)]
        fields["old"] = old
        fields["new"] = new
        return .dictionary(fields)
    }

    fileprivate init?(_ stored: PropertyListValue) {
        guard case .dictionary(let fields) = stored, case .string(let name)? = fields["name"] else { return nil }
        self.init(name: name, old: fields["old"], new: fields["new"])
    }
}

extension PendingMigration.Move {
    var stored: PropertyListValue {
        .dictionary([
            "version": .integer(Int64(version)), "step": .integer(Int64(step)), "name": .string(name), "value": value,
        ])
    }

    init?(_ stored: PropertyListValue) {
        guard case .dictionary(let fields) = stored, case .string(let name)? = fields["name"],
            case .integer(let version)? = fields["version"], case .integer(let step)? = fields["step"],
            let value = fields["value"]
        else { return nil }
        self.init(version: Int(clamping: version), step: Int(clamping: step), name: name, value: value)
    }
}
