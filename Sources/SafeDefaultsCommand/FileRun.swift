import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

/// One run of a file command, over a file or a store.
struct FileRun {
    let file: OpenedFile
    let console: Console

    func run(_ command: String, _ words: CommandWords) throws {
        switch command {
        case "list": try list(words)
        case "get": try get(words)
        case "set": try set(words)
        case "delete": try delete(words)
        case "export": try export(words)
        case "import": try importFile(words)
        case "diff": try diff(words)
        case "watch": try watch(words)
        default: try console.say(file.path ?? "")
        }
    }

    // MARK: - Reading

    private func list(_ words: CommandWords) throws {
        let (snapshot, failure) = try file.readablePart()
        if let failure, snapshot.values.isEmpty { throw failure }
        let values = snapshot.values.sorted { $0.key < $1.key }
        for name in file.unreadableNames { console.complain(Self.unreadable(name)) }
        if words.isJSON {
            let entries = values.map { name, value in
                JSONText.object([
                    ("name", JSONText.string(name)), ("value", JSONText.value(value)),
                    ("kind", JSONText.string(value.kind.rawValue)),
                ])
            }
            try console.say(JSONText.lines(entries))
        } else {
            let rows = values.map { [$0.shownName, $1.kind.rawValue, $1.commandText.shown(atMost: 60)] }
            try console.say(Table.text([["name", "kind", "value"]] + rows))
        }
        if let failure { throw failure }
    }

    private func get(_ words: CommandWords) throws {
        let (values, name) = (try file.snapshot().values, words[1] ?? "")
        guard let value = values[name] else {
            if file.unreadableNames.contains(name) { throw CommandFailure(.data, Self.unreadable(name)) }
            let nearest = Nearest.word(to: name, in: Array(values.keys)).map { " Did you mean \($0.shownName)?" } ?? ""
            throw CommandFailure.usage("The \(file.noun) has no value under \(name.quoted).\(nearest)")
        }
        try console.say(words.isJSON ? JSONText.value(value) : value.commandText)
    }

    private static func unreadable(_ name: String) -> String {
        "What is stored under \(name.quoted) isn't a value that this library reads."
    }

    private func export(_ words: CommandWords) throws {
        var output = words
        output.words.removeFirst()
        let list = file.path.map { URL(fileURLWithPath: $0) }
        try console.export(try file.snapshot(), output, beside: list)
    }

    private func diff(_ words: CommandWords) throws {
        let data = try console.read(words[1] ?? "")
        let other = try DefaultsSnapshot(importing: data)
        let difference = other.difference(from: try file.snapshot())
        try console.say(difference, alsoAdding: [], of: other, words)
        if !difference.isEmpty { throw CommandFailure(.different, sentences: []) }
    }

    /// Prints changes until the output can't be written.
    private func watch(_ words: CommandWords) throws {
        var known = try file.snapshot()
        if !words.isJSON {
            let place = file.path?.shown(atMost: 200) ?? "all values"
            try console.say("Watching \(place); Control-C ends it.")
        }
        while true {
            // A file may get new names, which nobody can observe before.
            Thread.sleep(forTimeInterval: 0.25)
            guard let now = try currentSnapshot() else { continue }
            for name in Set(known.names).union(now.names).sorted() where known.values[name] != now.values[name] {
                let value = now.values[name]
                let line = value.map { "\(name.shownName) is now \($0.commandText.shown(atMost: 200))." }
                try console.say(
                    words.isJSON
                        ? JSONText.object([("name", JSONText.string(name)), ("value", JSONText.value(value))])
                        : line ?? "\(name.shownName) is removed.")
            }
            known = now
        }
    }

    /// The values now; nil while another program is replacing the file.
    private func currentSnapshot() throws -> DefaultsSnapshot? {
        do {
            guard file.store == nil, let path = file.path else { return try file.snapshot() }
            // A file may have become a store.
            return try OpenedFile(path, isWriting: false).snapshot()
        } catch is CommandFailure {
            return nil
        }
    }

    // MARK: - Writing

    private func set(_ words: CommandWords) throws {
        let kinds = FileCommand.kinds.map { "-\($0)" }.filter { words.options[$0] != nil }
        guard kinds.count < 2 else { throw CommandFailure.usage("Write only one of \(kinds.alternatives).") }
        let (store, name) = (try writableStore(), words[1] ?? "")
        let (setting, text) = (file.setting(name, kind: kinds.first, in: store), words[2] ?? "")
        do throws(DefaultsError) {
            try setting.setText(text)
        } catch {
            guard error.kind == .unreadable else { throw CommandFailure(error) }
            throw CommandFailure(.data, "\(text.quoted) is no value of the kind, which takes \(setting.textForm).")
        }
        try console.save(store)
        let value = try file.snapshot().values[name]
        let kind = value.map { " (\($0.kind.rawValue))" } ?? ""
        try console.say("\(name.shownName) is now \((value?.commandText ?? "nil").shown(atMost: 200))\(kind).")
    }

    private func delete(_ words: CommandWords) throws {
        let (store, word) = (try writableStore(), words[1] ?? "")
        // As it is stored: a letter with an accent may be typed in another form.
        guard let name = (Array(try file.snapshot().values.keys) + file.unreadableNames).first(where: { $0 == word })
        else { throw CommandFailure.usage("The \(file.noun) has no value under \(word.quoted).") }
        file.setting(name, kind: nil, in: store).reset()
        try console.save(store)
        try console.say("\(name.shownName) is removed.")
    }

    private func importFile(_ words: CommandWords) throws {
        let (store, data) = (try writableStore(), try console.read(words[1] ?? ""))
        let report = try store.import(data, for: [FileContents.self], unknown: .keep)
        try console.save(store)
        try console.say(report, isJSON: words.isJSON)
    }

    private func writableStore() throws(CommandFailure) -> DefaultsStore {
        guard let store = file.store else { throw CommandFailure(.failedWrite, "The file can't be written.") }
        return store
    }
}
