import SafeDefaults
import SafeDefaultsCommand
import Testing

/// The settings of a service, as the people who run it see them.
struct ServiceDefaults: SafeDefaults {
    enum Level: String, CaseIterable, DefaultsValue { case quiet, loud }
    enum Keys: String, DefaultsKey {
        case port, level, limits, token, codes, mood, delay
        static let namespace = "service"
    }

    struct Settings {
        let port = Setting(.port, default: 8080, in: 1...65_535).help("The port to listen on")
        let level = Setting(.level, default: Level.quiet).help("How much is written, in 'words'")
        let limits = Setting<[String: Int]>(.limits, default: [:])
        let token = Setting(.token, default: "default-planted", formerly: "oldToken").secret().help("What opens it")
        let codes = Setting(.codes, default: ["default-planted": 1]).secret()
        let mood = Setting(.mood, default: Level.loud).secret()
        let delay = Setting(.delay, default: Duration.seconds(2))
    }
    static let settings = Settings()
    let store: DefaultsStore
}

/// Returns a command over a store, which takes words and its input.
func service(
    _ store: DefaultsStore, version: String? = nil, domains: [any SafeDefaults.Type] = [ServiceDefaults.self],
    edit: @escaping @Sendable (String) -> Bool = { _ in false }
) -> (_ words: [String], _ input: String) -> CommandRun {
    let command = SettingsCommand("service", domains: domains, store: store, version: version)
    return { words, input in CommandRun(input: input, edit: edit) { command.run(words, channels: $0) } }
}

/// Runs a command over a store.
func run(_ words: String..., over store: DefaultsStore = .inMemory(), input: String = "") -> CommandRun {
    service(store)(words, input)
}
