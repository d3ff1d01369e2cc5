import SafeDefaults

/// A domain for tests to which it doesn't matter what is stored.
struct Sample: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, other, text, name }

    struct Settings {
        let count = Setting(.count, default: 0)
        let other = Setting(.other, default: 0)
        let text = Setting(.text, default: "")
        let name = Setting<String?>(.name)
    }
    static let settings = Settings()

    var store: DefaultsStore
}
