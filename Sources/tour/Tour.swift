import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsEtcd
import SafeDefaultsFiles

/// A small program that remembers its settings, and has a settings command.
struct Tour {
    let store: DefaultsStore

    private var command: SettingsCommand {
        SettingsCommand(
            "tour", domains: [LoginDefaults.self, AppearanceDefaults.self, EditorDefaults.self], store: store)
    }

    /// Returns the words without the options that select a store, and that store.
    ///
    /// - `--file <path>`: a file, which is created by the first write.
    /// - `--etcd <url>[,<url>…]`: an etcd cluster, under the prefix `tour/`, or that of `--prefix <name>`.
    /// - Without one: `.standard`.
    ///
    /// An option may stand anywhere before `--`. With it, environment variables such as `TOUR_APPEARANCE_THEME`
    /// override the values.
    static func store(in words: [String]) async throws -> (words: [String], store: DefaultsStore) {
        var words = words
        if let path = take("--file", from: &words) {
            let url = URL(fileURLWithPath: path)
            return (words, DefaultsStore.withoutCreatingFiles { DefaultsStore.file(url, environment: "TOUR") })
        }
        guard let endpoints = take("--etcd", from: &words) else { return (words, .standard) }
        let name = take("--prefix", from: &words) ?? "tour"
        let store = try await DefaultsStore.etcd(
            endpoints: endpoints.split(separator: ",").compactMap { URL(string: String($0)) },
            prefix: name.hasSuffix("/") ? name : "\(name)/", environment: "TOUR")
        return (words, store)
    }

    /// Removes an option and its value from some words, and returns the value.
    private static func take(_ option: String, from words: inout [String]) -> String? {
        let index = words.prefix { $0 != "--" }.firstIndex(of: option)
        guard let index, index + 1 < words.count else { return nil }
        defer { words.removeSubrange(index...(index + 1)) }
        return words[index + 1]
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
        // A value that can't be read is none.
        if mistake != 0, mistake != 65 { return mistake }
        let login = LoginDefaults(store: store)
        let last = login.date(forKey: .lastLogin)
        login.update(\.launches) { $0 += 1 }
        // The fraction of a second is dropped, because people don't need it.
        let now = Date().timeIntervalSinceReferenceDate.rounded(.down)
        login.set(Date(timeIntervalSinceReferenceDate: now), forKey: .lastLogin)
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
