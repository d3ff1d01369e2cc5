// What every documented snippet may use: the domain of the documentation, and an instance of it.

import Foundation
import SafeDefaults

enum Theme: String, DefaultsValue { case light, dark }

struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case loginDate, attempts, theme
        static let namespace = "login"
    }

    struct Settings {
        let loginDate = Setting<Date?>(.loginDate)
        let attempts = Setting(.attempts, default: 0)
        let theme = Setting(.theme, default: Theme.light)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

let login = LoginDefaults()
