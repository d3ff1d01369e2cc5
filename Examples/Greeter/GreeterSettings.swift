import Foundation
import SafeDefaults
import SafeDefaultsFiles

struct GreeterSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case greeting, interval, count }

    struct Settings {
        let greeting = Setting(.greeting, default: "Hello")
        let interval = Setting(.interval, default: 60, in: 1...3600)
        let count = Setting(.count, default: 0)
    }
    static let settings = Settings()

    var store = DefaultsStore.greeter
}

extension DefaultsStore {
    /// The file in the directory that systemd or a container gives the service, or else in the user's own.
    nonisolated static let greeter: DefaultsStore = {
        guard let directory = ProcessInfo.processInfo.environment["STATE_DIRECTORY"] else {
            return .file(named: "greeter", environment: "GREETER")
        }
        let file = URL(fileURLWithPath: directory).appendingPathComponent("settings.plist")
        return .file(file, environment: "GREETER")
    }()
}
