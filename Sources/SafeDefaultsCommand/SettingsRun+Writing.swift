import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The commands that change settings. What comes from a launch argument or an environment variable is never stored.

extension SettingsRun {
    func set(_ words: CommandWords) throws {
        let (place, text) = (try names.place(words[0] ?? ""), words[1] ?? "")
        let setting = place.setting
        do throws(DefaultsError) {
            try place.path.isEmpty ? setting.setText(text) : setting.setText(text, at: place.path)
        } catch {
            throw Self.failure(error, of: text, at: place)
        }
        try save()
        if words.isJSON {
            try console.say(json(setting))
        } else if setting.origin.isOverride {
            try console.say("\(place.name.shownName) is stored.")
        } else {
            let value = place.path.isEmpty ? setting.text : setting.value?.part(at: place.path)?.commandText
            try console.say("\(place.name.shownName) is now \((value ?? "nil").shown(atMost: 200)).")
        }
        noteOverride(of: setting)
    }

    /// Returns the failure of storing a text.
    private static func failure(
        _ error: DefaultsError, of text: String, at place: SettingNames.Place
    ) -> CommandFailure {
        guard error.kind == .unreadable, place.path.isEmpty else { return CommandFailure(error) }
        let nearest = Nearest.word(to: text, in: place.setting.choices)
        return CommandFailure(
            .data,
            "\(text.quoted) is no value for \(place.name.shownName), which takes \(place.setting.textForm)."
                + (nearest.map { " Did you mean \($0.shownName)?" } ?? ""))
    }

    func reset(_ words: CommandWords) throws {
        let settings = try names.groups(words.words)
        if words.words.isEmpty {
            // A snapshot of an empty store has no value under any of the names, so restoring it is one change.
            do throws(DefaultsError) {
                try store.restore(DefaultsStore.inMemory().snapshot(of: command.domains))
            } catch {
                throw CommandFailure(error)
            }
        } else {
            settings.forEach { $0.reset() }
        }
        try save()
        if words.isJSON {
            try console.say(JSONText.lines(settings.map(json)))
        } else if words.words.isEmpty {
            try console.say("Everything is back to its default.")
        } else {
            try console.say(settings.filter { !$0.origin.isOverride }.map(Self.resetText).joined(separator: "\n"))
        }
        settings.forEach(noteOverride)
    }

    private static func resetText(_ setting: AnySetting) -> String {
        let (name, value) = (setting.storedName.shownName, (setting.text ?? "nil").shown(atMost: 200))
        guard setting.origin == .default else {
            return "\(name) is no longer stored, and is now \(value) (\(setting.origin))."
        }
        return "\(name) is back to its default, \(value)."
    }

    /// Prints a note if reads don't find the stored value, because something overrides it.
    private func noteOverride(of setting: AnySetting) {
        let origin = setting.origin
        guard origin.isOverride else { return }
        let value = (setting.text ?? "nil").shown(atMost: 200)
        console.complain(
            "The \(origin == .managed ? "managed value" : origin.description) still overrides "
                + "\(setting.storedName.shownName), so it is read as \(value).")
    }

    /// Saves what was changed.
    func save() throws { try console.save(store) }
}
