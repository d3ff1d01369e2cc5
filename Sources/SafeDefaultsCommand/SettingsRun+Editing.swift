import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The command that lets people change settings in their editor.

extension SettingsRun {
    func edit(_ words: CommandWords) throws {
        let before = store.snapshot(of: command.domains)
        let shown = try values(for: before)
        let name = "settings-\(UUID().uuidString).json"
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let text = try words[0].map(console.read) ?? DefaultsSnapshot(values: shown).export(as: .json)
        try OutputFile.write(text, to: path, replacing: false)
        var (isKept, isMade) = (false, false)
        defer { if !isKept { unlink(path) } }
        let difference: DefaultsDifference
        do {
            let edited = try edit(text, at: path, keeping: &isKept)
            isKept = true
            difference = try change(in: edited, from: shown, in: before)
            // What another program has changed meanwhile isn't written over.
            try difference.apply(to: store, checkingOldValues: true)
            isMade = true
            try save()
            isKept = false
        } catch {
            guard isKept else { throw error }
            let failure = CommandFailure(any: error)
            let advice =
                (isMade ? "The text is kept. To try again" : "Nothing was changed. To mend the text")
                + ", write \(command.name) edit \(path)"
            throw CommandFailure(failure.status, sentences: failure.sentences + [advice])
        }
        try console.say(difference.isEmpty ? "Nothing was changed." : difference.text(showingValues: true))
        names.settings.filter { difference.newValues[$0.storedName] != nil }.forEach(noteOverride)
    }

    /// Opens the editor until a text can be stored, with what is wrong above it, and returns the text.
    ///
    /// - Parameter isKept: Becomes true if the file has a text that somebody has changed.
    private func edit(_ text: Data, at path: String, keeping isKept: inout Bool) throws -> Data {
        let (end, mark) = (UInt8(ascii: "\n"), UInt8(ascii: "#"))
        var text = text
        while console.channels.edit(path) {
            let lines = try InputFile.read(path).split(separator: end, omittingEmptySubsequences: false)
            let edited = Data(lines.drop { $0.first == mark }.joined(separator: [end]))
            let problems = try problems(of: edited, CommandWords()).prefix(20).map(\.description)
            if problems.isEmpty { return edited }
            isKept = true
            guard edited != text else { throw CommandFailure(.data, sentences: problems) }
            text = edited
            let notes = (problems + ["Mend the text below, or leave it as it is to give up."]).map { "# \($0)\n" }
            try OutputFile.write(Data(notes.joined().utf8) + text, to: path, replacing: true)
        }
        throw CommandFailure(
            .failedWrite,
            "The editor has failed, so nothing was changed. VISUAL or EDITOR is its name. On other systems than Linux, "
                + "change an export, and import it.")
    }

    /// Returns the values that an editor shows: those that are stored, even if they can't be read, and the defaults,
    /// but nothing that comes from a variable or is secret.
    private func values(for snapshot: DefaultsSnapshot) throws -> [String: PropertyListValue] {
        let plain = DefaultsStore.inMemory()
        try plain.restore(snapshot)
        return plain.settings(of: command.domains).filter { !$0.isSecret }.reduce(into: [:]) { values, setting in
            values[setting.storedName] = snapshot.values[setting.storedName] ?? setting.value
        }
    }

    /// Returns the change of what is stored that a text asks for, because it differs from the values that were shown.
    private func change(
        in text: Data, from shown: [String: PropertyListValue], in before: DefaultsSnapshot
    ) throws -> DefaultsDifference {
        let new = try DefaultsSnapshot(importing: text).values
        let changed = Set(shown.keys).union(new.keys).filter { shown[$0] != new[$0] }
        var values = before.values
        let settings = names.settings.filter { changed.contains($0.storedName) }
        for former in settings.flatMap(\.formerNames) { values[former] = nil }
        for name in changed { values[name] = new[name] }
        return DefaultsSnapshot(values: values, absentNames: Set(before.names), secretNames: before.secretNames)
            .difference(from: before)
    }
}
