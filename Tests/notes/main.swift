import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles

extension DefaultsStore {
    nonisolated static let notes = DefaultsStore.file(
        named: "notes", environment: "NOTES")
}

struct EditorDefaults: SafeDefaults {
    struct Font: Codable { var name = "Menlo", size = 12 }
    enum Keys: String, DefaultsKey {
        case font, indent
        static let namespace = "editor"
    }

    struct Settings {
        let font = Setting(.font, default: Font())
        let indent = Setting(.indent, default: 4, in: 1...8)
    }
    static let settings = Settings()
    var store = DefaultsStore.notes
}

struct AppearanceDefaults: SafeDefaults {
    enum Theme: String, CaseIterable, DefaultsValue {
        case light, dark, system
    }
    enum Keys: String, DefaultsKey { case theme = "appearance/theme" }

    struct Settings {
        let theme = Setting(.theme, default: Theme.system)
    }
    static let settings = Settings()
    var store = DefaultsStore.notes
}

struct SyncDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case server, interval
        static let namespace = "sync"
    }

    struct Settings {
        let server = Setting<URL?>(.server)
        let interval = Setting(.interval, default: 60)
    }
    static let settings = Settings()
    var store = DefaultsStore.notes
}

struct UsageDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case launches = "usage/launches" }
    struct Settings {
        let launches = Setting(.launches, default: 0)
    }
    static let settings = Settings()
    var store = DefaultsStore.notes
}

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "config" {
    let domains: [any SafeDefaults.Type] = [
        EditorDefaults.self, AppearanceDefaults.self,
        SyncDefaults.self, UsageDefaults.self,
    ]
    let command = SettingsCommand(
        "notes config", domains: domains, store: .notes)
    exit(command.run(Array(words.dropFirst())))
}
UsageDefaults().update(\.launches) { $0 += 1 }
let theme = AppearanceDefaults().theme
let size = EditorDefaults().font.size
print("The theme is \(theme), the font has \(size) points.")
