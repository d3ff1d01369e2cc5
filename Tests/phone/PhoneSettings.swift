@_exported import SafeDefaultsFiles
@_exported import SafeDefaultsUI

/// The settings of the tests.
struct PhoneSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, name }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
    }
    static let settings = Settings()

    let store: DefaultsStore

    init(store: DefaultsStore) { self.store = store }
}
