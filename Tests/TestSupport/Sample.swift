import Foundation
import SafeDefaults

/// A domain for tests to which it doesn't matter what is stored.
struct Sample: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, other, text, name, moment, list, mixed }

    struct Settings {
        let count = Setting(.count, default: 0)
        let other = Setting(.other, default: 0)
        let text = Setting(.text, default: "")
        let name = Setting<String?>(.name)
        let moment = Setting<Date?>(.moment)
        let list = Setting<[Int]>(.list, default: [])
        let mixed = Setting<PropertyListValue?>(.mixed)
    }
    static let settings = Settings()

    var store: DefaultsStore
}
