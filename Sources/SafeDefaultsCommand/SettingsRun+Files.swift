import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The commands that write and read files.

extension SettingsRun {
    /// A copy of the store in memory, in which changes are tried.
    func copy() throws -> DefaultsStore {
        try store.checkReadable()
        let copy = DefaultsStore.inMemory(environment: store.environment)
        try copy.restore(store.snapshot(of: command.domains))
        return copy
    }

    func export(_ words: CommandWords) throws {
        let snapshot = store.snapshot(of: command.domains)
        let part = words.has(.reveal) ? snapshot : snapshot.withoutSecrets
        try console.export(part, words, beside: store.fileURL)
        for problem in try problems(of: try part.export(as: .json), words) {
            console.complain("\(problem) An import refuses that.")
        }
        let secrets = snapshot.values.keys.filter { part.values[$0] == nil }.sorted().map(\.shownName)
        if !secrets.isEmpty {
            console.complain("Left out, because secret: \(secrets.joined(separator: ", ")). --reveal writes them, too.")
        }
    }

    func importFile(_ words: CommandWords) throws {
        let data = try console.read(words[0] ?? "")
        let problems = try problems(of: data, words)
        guard problems.isEmpty else { throw CommandFailure(importing: problems) }
        let report = try store.import(data, for: command.domains, unknown: words.unknownNames)
        try save()
        try console.say(report, isJSON: words.isJSON)
    }

    /// Checks a file without the store, so that it can be done on another machine.
    func check(_ words: CommandWords) throws {
        let problems = try problems(of: try console.read(words[0] ?? ""), words)
        try say(problems.prefix(1_000).map(\.description), words)
    }

    /// Prints what a check has found, and throws a failure if that is something.
    func say(_ problems: [String], _ words: CommandWords) throws {
        if words.isJSON {
            try console.say(JSONText.lines(problems.map(JSONText.string)))
        } else {
            try console.say(problems.isEmpty ? "No problems." : problems.joined(separator: "\n"))
        }
        if !problems.isEmpty { throw CommandFailure(.data, sentences: []) }
    }

    /// Returns the reasons why a file can't be imported, and for the values that the library would replace by the
    /// nearest in a range, which isn't what somebody who writes a file expects.
    func problems(of data: Data, _ words: CommandWords) throws -> [DefaultsError] {
        var problems: [DefaultsError] = []
        do throws(DefaultsImportError) {
            try DefaultsStore.inMemory().import(data, for: command.domains, unknown: words.unknownNames)
        } catch {
            problems = error.problems
        }
        let (values, wrong) = (DefaultsSnapshot.reading(data).snapshot.values, Set(problems.map(\.storedName)))
        problems += names.settings.filter { !wrong.contains($0.storedName) }.compactMap { $0.refusal(in: values) }
        return problems.sorted { ($0.storedName ?? "", $0.reason) < ($1.storedName ?? "", $1.reason) }
    }

    func diff(_ words: CommandWords) throws {
        let data = try console.read(words[0] ?? "")
        let problems = try problems(of: data, words)
        guard problems.isEmpty else { throw CommandFailure(importing: problems) }
        let before = store.snapshot(of: command.domains)
        let copy = try copy()
        let report = try copy.import(data, for: command.domains, unknown: words.unknownNames)
        let file = try DefaultsSnapshot(importing: data)
        let unknown = Set(file.values.keys).subtracting(before.names).subtracting(report.skipped)
        let difference = copy.snapshot(of: command.domains).difference(from: before)
        try console.say(difference, alsoAdding: unknown.sorted(), of: file, words)
        if !(difference.isEmpty && unknown.isEmpty) { throw CommandFailure(.different, sentences: []) }
    }
}

extension CommandWords {
    /// What an import does with names that no domain has.
    var unknownNames: DefaultsSnapshot.UnknownNames {
        ["skip": .skip, "keep": .keep][options["--unknown"] ?? ""] ?? .refuse
    }

    /// The format of an export to a file.
    func format(for path: String?) -> DefaultsSnapshot.Format {
        let fitting: DefaultsSnapshot.Format = path?.lowercased().hasSuffix(".plist") == true ? .xml : .json
        return ["json": .json, "xml": .xml, "binary": .binary][options["--format"] ?? ""] ?? fitting
    }
}

extension CommandFailure {
    /// Creates the failure of an import, with a sentence for each of the first 20 problems.
    init(importing problems: [DefaultsError]) {
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
        try write(try snapshot.export(as: words.format(for: path)), to: path, replacing: words.has(.force))
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
            func json(_ name: String, _ value: PropertyListValue) -> String {
                difference.secretNames.contains(name) ? JSONText.string("•••") : JSONText.value(value)
            }
            let old = difference.oldValues.reduce(into: [String: String]()) { $0[$1.key] = json($1.key, $1.value) }
            let new = difference.newValues.reduce(into: [String: String]()) { $0[$1.key] = json($1.key, $1.value) }
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
