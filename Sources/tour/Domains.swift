import Foundation
import SafeDefaults

/// The settings of the person who uses the program.
struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case launches, lastLogin, attempts
        static let namespace = "login"
    }

    static let launches = Setting(.launches, default: 0)
    static let lastLogin = Setting<Date?>(.lastLogin)
    static let attempts = Setting(.attempts, default: 0)
    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.launches, \.lastLogin, \.attempts] }

    var store: DefaultsStore = .standard
}

enum Theme: String, CaseIterable, DefaultsValue { case light, dark, system }

/// The settings of the program's appearance.
struct AppearanceDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case theme, scale, compact
        static let namespace = "appearance"
    }

    static let theme = Setting(.theme, default: Theme.light)
    static let scale = Setting(.scale, default: 1.0)
    static let compact = Setting(.compact, default: false)
    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.theme, \.scale, \.compact] }

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

    static let font = Setting(.font, default: Font())
    static let indent = Setting(.indent, default: 4)
    static let homepage = Setting<URL?>(.homepage)
    static let recentFiles = Setting<[String]>(.recentFiles, default: [])
    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.font, \.indent, \.homepage, \.recentFiles] }

    var store: DefaultsStore = .standard
}
