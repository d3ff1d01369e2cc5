import SafeDefaults

/// The settings of an account, for the tests of scopes.
struct AccountDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, theme, note
        case at = "@at"
        static let namespace = "login"
    }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let theme = Setting(.theme, default: "light").storingOnlyChanges()
        let note = Setting<String?>(.note, formerly: "oldNote", "old.note")
        let at = Setting(.at, default: 0.5)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}
