import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsSnapshots
#endif

// The commands that write and read files.

extension SettingsRun {
    func export(_ words: CommandWords) throws {
        try console.export(store.snapshot(of: command.domains), words, beside: store.fileURL)
    }

    func importFile(_ words: CommandWords) throws {
        let data = try console.read(words[0] ?? "")
        let report: DefaultsImportReport
        do throws(DefaultsImportError) {
            report = try store.import(data, for: command.domains, unknown: words.unknownNames)
        } catch {
            throw CommandFailure(error)
        }
        try save()
        try console.say(report, isJSON: words.isJSON)
    }

    func diff(_ words: CommandWords) throws {
        let data = try console.read(words[0] ?? "")
        let before = store.snapshot(of: command.domains)
        // The import is made in a copy.
        let copy = DefaultsStore.inMemory()
        let after: DefaultsSnapshot
        do {
            try copy.restore(before)
            let report = try copy.import(data, for: command.domains, unknown: words.unknownNames)
            let file = try DefaultsSnapshot(importing: data)
            let unknown = Set(file.values.keys).subtracting(before.names).subtracting(report.skipped)
            after = copy.snapshot(of: command.domains)
            try console.say(after.difference(from: before), alsoAdding: unknown.sorted(), of: file, words)
        } catch let error as DefaultsImportError {
            throw CommandFailure(error)
        } catch let error as DefaultsError {
            throw CommandFailure(error)
        }
    }
}

extension CommandWords {
    /// What an import does with names that no domain has.
    var unknownNames: DefaultsSnapshot.UnknownNames {
        switch options["--unknown"] {
        case "skip": .skip
        case "keep": .keep
        default: .refuse
        }
    }

    /// The format of an export to a file.
    func format(for path: String?) -> DefaultsSnapshot.Format {
        switch options["--format"] {
        case "json": .json
        case "xml": .xml
        case "binary": .binary
        default: path?.lowercased().hasSuffix(".plist") == true ? .xml : .json
        }
    }
}

extension CommandFailure {
    /// Creates the failure of an import, with a sentence for each of the first 20 problems.
    init(_ error: DefaultsImportError) {
        let problems = error.problems
        let rest = problems.count > 20 ? ["There are \(problems.count - 20) more problems."] : []
        let status = problems.contains { Self.status(of: $0) == .failedWrite } ? ExitStatus.failedWrite : .data
        let isUnknown = problems.contains { $0.kind == .unknownName }
        let advice = isUnknown ? ["--unknown skip leaves out names that no domain has."] : []
        self.init(
            status, sentences: problems.prefix(20).map(\.description) + rest + ["Nothing was imported."] + advice)
    }
}

extension Console {
    /// Writes a snapshot to the file that the first word names, or to the output.
    ///
    /// - Parameters:
    ///   - snapshot: The values.
    ///   - words: The words of the command.
    ///   - list: The property list of the store that the values come from; nil if it has none.
    func export(_ snapshot: DefaultsSnapshot, _ words: CommandWords, beside list: URL?) throws {
        let path = words[0]
        if let path, path != "-", let list, StoreFamily(list).contains(path) {
            throw CommandFailure.usage(
                "\(path.quoted) is one of the files in which these values are kept: write another name.")
        }
        let data: Data
        do throws(DefaultsError) {
            data = try snapshot.export(as: words.format(for: path))
        } catch {
            throw CommandFailure(error)
        }
        try write(data, to: path)
    }

    func say(_ report: DefaultsImportReport, isJSON: Bool) throws {
        if isJSON {
            let lists = [("set", report.set), ("unchanged", report.unchanged), ("skipped", report.skipped)]
            return try say(
                JSONText.object(lists.map { ($0, JSONText.array($1.map(JSONText.string))) }))
        }
        try say("\(report).")
        if !report.skipped.isEmpty {
            let names = report.skipped.prefix(20).map(\.shownName).joined(separator: ", ")
            let others = report.skipped.count > 20 ? " and \(report.skipped.count - 20) more" : ""
            complain("Skipped, because no domain has them: \(names)\(others).")
        }
    }

    /// Writes a difference, and names that are added besides.
    func say(
        _ difference: DefaultsDifference, alsoAdding names: [String], of file: DefaultsSnapshot, _ words: CommandWords
    ) throws {
        if words.isJSON {
            let old = difference.oldValues.mapValues(JSONText.value)
            let new = difference.newValues.mapValues(JSONText.value)
                .merging(names.map { ($0, JSONText.value(file.values[$0])) }, uniquingKeysWith: { $1 })
            let changes = Set(old.keys).union(new.keys).sorted().map { name in
                JSONText.object([("name", JSONText.string(name)), ("old", old[name]), ("new", new[name])])
            }
            return try say(JSONText.lines(changes))
        }
        let added = names.map { "\($0.shownName): added \(JSONText.value(file.values[$0]))" }
        let lines = (difference.isEmpty ? [] : [difference.text(showingValues: true)]) + added
        try say(lines.isEmpty ? "An import would change nothing." : lines.joined(separator: "\n"))
    }
}
