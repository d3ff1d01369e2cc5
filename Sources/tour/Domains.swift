import Foundation
import SafeDefaults

/// The settings of the person who uses the program.
struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case launches, lastLogin, attempts
        static let namespace = "login"
    }

    struct Settings {
        let launches = Setting(.launches, default: 0).help("How often the program was started")
        let lastLogin = Setting<Date?>(.lastLogin).help("When somebody last logged in")
        let attempts = Setting(.attempts, default: 0).help("Failed attempts to log in")
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

enum Theme: String, CaseIterable, DefaultsValue { case light, dark, system }

/// The settings of the program's appearance.
struct AppearanceDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case theme, scale, compact
        static let namespace = "appearance"
    }

    struct Settings {
        let theme = Setting(.theme, default: Theme.light).help("The colours of the window")
        let scale = Setting(.scale, default: 1.0).help("How large everything is")
        let compact = Setting(.compact, default: false).help("Whether space is saved")
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

/// The settings of the editor.
struct EditorDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case font, indent, homepage, recentFiles
        static let namespace = "editor"
    }

    /// A `Codable` value, which is stored as a dictionary with two entries.
    struct Font: Codable, DefaultsValue {
        var name = "Menlo"
        var size = 12.5
    }

    struct Settings {
        let font = Setting(.font, default: Font()).help("The font of the text")
        let indent = Setting(.indent, default: 4).help("The spaces of one step")
        let homepage = Setting<URL?>(.homepage).help("The page that opens first")
        let recentFiles = Setting<[String]>(.recentFiles, default: []).help("The files that were open last")
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}
