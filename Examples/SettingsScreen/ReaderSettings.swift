import SafeDefaults

enum Theme: String, CaseIterable, DefaultsValue { case system, light, dark }

struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case theme, fontSize, showsProgress, readerName }

    struct Settings {
        let theme = Setting(.theme, default: Theme.system)
        let fontSize = Setting(.fontSize, default: 16, in: 10...32)
        let showsProgress = Setting(.showsProgress, default: true)
        let readerName = Setting<String?>(.readerName)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}
