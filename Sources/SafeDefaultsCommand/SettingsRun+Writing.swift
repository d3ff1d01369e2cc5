import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The commands that change settings. What comes from a launch argument or an environment variable is never stored.

extension SettingsRun {
    func set(_ words: CommandWords) throws {
        let place = try names.place(words[0] ?? "")
        let setting = place.setting
        guard let word = words[1] else {
            let form = place.path.isEmpty ? ", which takes \(setting.textForm)" : ""
            let name = place.name.shownName
            throw CommandFailure.usage("Write \(command.name) set \(name) <text>, a value for \(name)\(form).")
        }
        let text = word == "-" && !words.isEnded ? try inputText() : word
        do throws(DefaultsError) {
            if place.path.isEmpty, let refusal = setting.refusal(of: text) { throw refusal }
            try place.path.isEmpty ? setting.setText(text) : setting.setText(text, at: place.path)
        } catch {
            throw Self.failure(error, of: text, at: place)
        }
        try save()
        if words.isJSON {
            try console.say(json(setting))
        } else if setting.origin.isOverride {
            try console.say("\(place.name.shownName) \(words.is) stored.")
        } else {
            let isWhole = place.path.isEmpty || setting.isSecret
            let value = isWhole ? setting.shownText : setting.value?.part(at: place.path)?.commandText ?? "nil"
            try console.say("\(place.name.shownName) \(words.is) now \(value.shown(atMost: 200)).")
        }
        noteOverride(of: setting)
    }

    /// Returns the whole input, without the end of its last line.
    private func inputText() throws -> String {
        guard var text = String(data: try console.read("-"), encoding: .utf8) else {
            throw CommandFailure(.data, "The input isn't text in UTF-8.")
        }
        if ["\n", "\r\n"].contains(text.last) { text.removeLast() }
        return text
    }

    /// Returns the failure of storing a text.
    private static func failure(
        _ error: DefaultsError, of text: String, at place: SettingNames.Place
    ) -> CommandFailure {
        guard error.kind == .unreadable, place.path.isEmpty else { return CommandFailure(error) }
        let nearest = Nearest.word(to: text, in: place.setting.choices)
        let shown = place.setting.isSecret ? "That" : text.quoted
        return CommandFailure(
            .data,
            "\(shown) is no value for \(place.name.shownName), which takes \(place.setting.textForm)."
                + (nearest.map { " Did you mean \($0.shownName)?" } ?? ""))
    }

    func reset(_ words: CommandWords) throws {
        // An empty word, such as that of a variable that isn't set, never stands for everything.
        guard words.words.isEmpty == words.has(Self.all) else {
            throw CommandFailure.usage(
                words.words.isEmpty
                    ? "Write which settings to reset, or --all." : "Write either --all or names of settings.")
        }
        let settings = try names.groups(words.words)
        if words.words.isEmpty {
            // A snapshot of an empty store has no value under any of the names, so restoring it is one change.
            try store.restore(DefaultsStore.inMemory().snapshot(of: command.domains))
        } else {
            settings.forEach { $0.reset() }
        }
        try save()
        if words.isJSON {
            try console.say(JSONText.lines(settings.map(json)))
        } else if words.words.isEmpty {
            try console.say("Everything \(words.is) back to its default.")
        } else {
            try console.say(settings.map { Self.resetText($0, words.is) }.joined(separator: "\n"))
        }
        settings.forEach(noteOverride)
    }

    /// Removes an entry of a dictionary.
    func unset(_ words: CommandWords) throws {
        let place = try names.place(words[0] ?? "")
        guard !place.path.isEmpty else {
            let name = place.name.shownName
            throw CommandFailure.usage("\(name) is no entry: write \(command.name) reset \(name).")
        }
        try place.setting.removePart(at: place.path)
        try save()
        try console.say(words.isJSON ? json(place.setting) : "\(place.name.shownName) \(words.is) removed.")
        noteOverride(of: place.setting)
    }

    private static func resetText(_ setting: AnySetting, _ is: String) -> String {
        let (name, value) = (setting.storedName.shownName, setting.shownText.shown(atMost: 200))
        switch setting.origin {
        case .default: return "\(name) \(`is`) back to its default, \(value)."
        // The note that follows says what is read. It isn't the override's value if that is unreadable.
        case let origin where origin.isOverride: return "\(name) \(`is`) no longer stored."
        case let origin: return "\(name) \(`is`) no longer stored, and \(`is`) now \(value) (\(origin))."
        }
    }

    /// Prints a note if reads don't find the stored value, because something overrides it.
    func noteOverride(of setting: AnySetting) {
        let origin = setting.origin
        guard origin.isOverride else { return }
        let value = setting.shownText.shown(atMost: 200)
        console.complain(
            "The \(origin == .managed ? "managed value" : origin.description) still overrides "
                + "\(setting.storedName.shownName), so it is read as \(value).")
    }

    /// Saves what was changed.
    func save() throws {
        try console.save(store)
        // Where nothing can be read, nothing seems to need a change.
        try store.checkReadable()
    }
}

extension CommandWords {
    /// The verb for what a command has done, or would do without `--dry-run`.
    fileprivate var `is`: String { has(.dryRun) ? "would be" : "is" }
}
