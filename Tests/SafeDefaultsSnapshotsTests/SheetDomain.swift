import Foundation
import SafeDefaults

@testable import TestSupport

/// A domain whose keys are made at run time and hold values of every kind.
struct SheetDomain: SafeDefaults {
    struct Keys: DefaultsKey {
        let rawValue: String
        static let namespace = "sheet"
        static let allCases = ["a", "b.c", "$date", "ü/ö", "two words", "f"].map { Keys(rawValue: $0) }
    }

    var store: DefaultsStore

    /// Stores random values under some of the keys.
    func fill(_ source: inout RandomSource) {
        for key in Keys.allCases {
            if Int.random(in: 0..<5, using: &source) == 0 {
                removeObject(forKey: key)
            } else {
                set(PropertyListValue.random(&source), forKey: key)
            }
        }
    }
}

/// A domain that lists its settings.
struct TripDomain: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, theme, start, link, ratio
        static let namespace = "trip"
    }

    struct Settings {
        let attempts = Setting(.attempts, default: 3)
        let theme = Setting(.theme, default: "light")
        let start = Setting<Date?>(.start)
        let link = Setting<URL?>(.link)
        let ratio = Setting(.ratio, default: 0.5)
    }
    static let settings = Settings()

    var store: DefaultsStore
}
