import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The commands that print settings.

extension SettingsRun {
    func list(_ words: CommandWords) throws {
        // The reads have said why.
        guard try say(words) else { throw CommandFailure(.data, sentences: []) }
    }

    /// Lists settings, and returns whether all of them could be read.
    func say(_ words: CommandWords) throws -> Bool {
        var settings = try names.groups(words.words)
        if words.has(Self.changed) { settings.removeAll { [.default, .registered].contains($0.origin) } }
        try console.say(words.isJSON ? JSONText.lines(settings.map(json)) : table(of: settings))
        return settings.allSatisfy(isReadable)
    }

    private func table(of settings: [AnySetting]) -> String {
        let rows = settings.map { setting in
            [
                setting.storedName.shownName, setting.shownText.shown(atMost: 60),
                origin(of: setting).shown(atMost: 120), setting.help.shown(atMost: 120),
            ]
        }
        let hasHelp = settings.contains { !$0.help.isEmpty }
        let table = ([["name", "value", "from", "what it is for"]] + rows).map { hasHelp ? $0 : Array($0.dropLast()) }
        return ([Table.text(table)] + placeSentence).joined(separator: "\n")
    }

    /// Returns where the value that is shown comes from, which is the default if it can't be read where it is.
    private func origin(of setting: AnySetting) -> String {
        let origin = setting.origin
        guard isReadable(setting) else { return "default, because \(origin.place) can't be read" }
        return origin.description
    }

    private func isReadable(_ setting: AnySetting) -> Bool {
        do throws(CommandFailure) { _ = try readable(setting) } catch { return false }
        return true
    }

    /// Says which file has the settings, as the last line of a list; empty for a store without a file of its own.
    private var placeSentence: [String] {
        guard let url = store.fileURL else { return [] }
        let rest = StoreFamily(url).exists ? "." : ", which doesn't exist yet."
        return ["These settings are kept in \(url.path.shown(atMost: 500))\(rest)"]
    }

    func get(_ words: CommandWords) throws {
        let place = try names.place(words[0] ?? "")
        guard !place.setting.isSecret || words.has(.reveal) else {
            throw CommandFailure.usage("\(place.name.shownName) is secret: --reveal prints it.")
        }
        let value = try readable(place.setting)
        guard !place.path.isEmpty else {
            return try console.say(words.isJSON ? JSONText.value(value) : place.setting.text ?? "nil")
        }
        guard let part = value?.part(at: place.path) else {
            let part = place.path.joined(separator: ".").quoted
            throw CommandFailure.usage("\(place.setting.storedName.shownName) has no part \(part).")
        }
        try console.say(words.isJSON ? JSONText.value(part) : part.commandText)
    }

    func path(_ words: CommandWords) throws {
        guard let path = store.fileURL?.path else {
            throw CommandFailure(.noInput, "The settings have no file of their own.")
        }
        try console.say(words.isJSON ? JSONText.object([("path", JSONText.string(path))]) : path)
    }

    /// Returns the value of a setting, or throws a failure if it can't be read.
    func readable(_ setting: AnySetting) throws(CommandFailure) -> PropertyListValue? {
        let issues = IssueList()
        let value = DefaultsIssue.withHandler({ issues.add($0) }, operation: { setting.value })
        let problems = issues.all.map(console.text).sorted()
        guard problems.isEmpty else { throw CommandFailure(.data, sentences: problems) }
        return value
    }

    /// Returns the help for a command, or for a setting if there is no command with that name; for all without a name.
    func help(for name: String?) throws -> String {
        do throws(CommandFailure) {
            return try commands.help(for: name)
        } catch {
            // What is no setting either is rather a misspelled command.
            do throws(CommandFailure) { return help(for: try names.place(name ?? "").setting) } catch {}
            throw error
        }
    }

    private func help(for setting: AnySetting) -> String {
        let rows = [
            ("takes", setting.textForm),
            ("default", setting.isSecret ? "" : setting.defaultValue?.commandText ?? "nil"),
            ("variable", variable(of: setting) ?? ""), ("secret", setting.isSecret ? "yes" : ""),
        ]
        let shown = rows.filter { !$0.1.isEmpty }.map { ["  \($0.0)", $0.1.shown(atMost: 500)] }
        let help = setting.help.isEmpty ? [] : ["  \(setting.help.shown(atMost: 500))", ""]
        return ([setting.storedName.shownName, ""] + help + [Table.text(shown)]).joined(separator: "\n")
    }

    /// The environment variable that overrides a setting.
    private func variable(of setting: AnySetting) -> String? {
        store.environment?.variable(for: setting.storedName)
    }

    /// A setting as JSON.
    func json(_ setting: AnySetting) -> String {
        let (origin, choices) = (setting.origin, setting.choices)
        return JSONText.object([
            ("name", JSONText.string(setting.storedName)),
            ("value", setting.isSecret ? nil : JSONText.value(setting.value)),
            ("secret", setting.isSecret ? "true" : nil), ("origin", JSONText.string(origin.kind)),
            ("variable", (origin.variable ?? variable(of: setting)).map(JSONText.string)),
            ("file", origin.file.map(JSONText.string)), ("stored", "\(setting.isStored)"),
            ("type", JSONText.string(setting.typeName)), ("form", JSONText.string(setting.textForm)),
            ("default", setting.isSecret ? nil : JSONText.value(setting.defaultValue)),
            ("minimum", setting.bounds.lowest.map(JSONText.value)),
            ("maximum", setting.bounds.highest.map(JSONText.value)),
            ("choices", choices.isEmpty ? nil : JSONText.array(choices.map(JSONText.string))),
            ("help", setting.help.isEmpty ? nil : JSONText.string(setting.help)),
        ])
    }
}

extension ValueOrigin {
    /// The origin of a value as a part of a sentence.
    var place: String {
        switch self {
        case .managed: "the managed value"
        case .argument, .environment: "the \(self)"
        case .file: "the value in the \(self)"
        case .stored, .otherDomain, .registered, .default: "what is stored"
        }
    }

    /// The word for the origin in JSON.
    fileprivate var kind: String {
        switch self {
        case .managed: "managed"
        case .argument: "argument"
        case .environment: "environment"
        case .stored: "stored"
        case .otherDomain: "otherDomain"
        case .file: "file"
        case .registered: "registered"
        case .default: "default"
        }
    }

    fileprivate var variable: String? { if case .environment(let variable) = self { variable } else { nil } }

    fileprivate var file: String? { if case .file(let url) = self { url.path } else { nil } }
}

extension PropertyListValue {
    /// Returns the part to which some keys lead.
    func part(at path: [String]) -> PropertyListValue? {
        path.reduce(.some(self)) { value, key in
            guard case .dictionary(let entries) = value else { return nil }
            return entries[key]
        }
    }

    /// The value for a person: a string as it is, anything else in JSON.
    var commandText: String {
        if case .string(let text) = self { return text }
        return description
    }
}
