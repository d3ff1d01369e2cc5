import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles

/// A small program that remembers its settings, and has a settings command.
struct Tour {
    let store: DefaultsStore

    private var command: SettingsCommand {
        SettingsCommand(
            "tour", domains: [LoginDefaults.self, AppearanceDefaults.self, EditorDefaults.self], store: store)
    }

    /// Returns the words without `--file <path>`, and the store that this option selects.
    ///
    /// The option may stand anywhere before `--`. Without it, the store is `.standard`. With it, environment variables
    /// such as `TOUR_APPEARANCE_THEME` override the values of the file, which is created by the first write.
    static func store(in words: [String]) -> (words: [String], store: DefaultsStore) {
        guard let option = words.prefix(while: { $0 != "--" }).firstIndex(of: "--file"), option + 1 < words.count else {
            return (words, .standard)
        }
        let url = URL(fileURLWithPath: words[option + 1])
        let store = DefaultsStore.withoutCreatingFiles { DefaultsStore.file(url, environment: "TOUR") }
        return (Array(words[..<option] + words[(option + 2)...]), store)
    }

    /// Runs the settings command, or says hello if no word names a command, and returns the status to end with.
    func run(_ words: [String]) -> Int32 {
        var rest = words[...]
        // Launch arguments, such as `-login/attempts 7`.
        while let word = rest.first, word.hasPrefix("-"), !word.hasPrefix("--"), word != "-h" {
            rest = rest.dropFirst(2)
        }
        return rest.isEmpty ? hello(words) : command.run(words)
    }

    /// Counts the launch, says hello and lists every setting.
    private func hello(_ words: [String]) -> Int32 {
        // Checks the words, so that a mistake counts no launch.
        let checking = CommandChannels(
            output: { _ in }, errors: CommandChannels.standard.errors, input: CommandChannels.standard.input)
        let mistake = command.run(["list"] + words, channels: checking)
        if mistake != 0 { return mistake }
        let login = LoginDefaults(store: store)
        let last = login.lastLogin
        login.update(\.launches) { $0 += 1 }
        // The fraction of a second is dropped, because people don't need it.
        login.lastLogin = Date(timeIntervalSinceReferenceDate: Date().timeIntervalSinceReferenceDate.rounded(.down))
        // The launch is saved before the greeting, so that it counts even if the program is interrupted.
        login.store.flush()
        let seen =
            last.map { "I last saw you at \(ISO8601DateFormatter().string(from: $0))" } ?? "We haven't met before"
        let theme = AppearanceDefaults(store: store).theme.rawValue
        print("Hello! This is launch \(login.launches). \(seen). Your theme is \(theme).\n")
        // Standard output has a buffer, and the command writes without it.
        fflush(nil)
        let status = command.run(["list"] + words)
        if status == 0 { print("\ntour help lists the commands.") }
        return status
    }
}
