import SafeDefaults

/// The settings that the processes of the tests share.
struct FleetDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, limit
        static let namespace = "fleet"
    }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let limit = Setting(.limit, default: 0)
    }

    static let settings = Settings()
    var store: DefaultsStore = .standard
}
