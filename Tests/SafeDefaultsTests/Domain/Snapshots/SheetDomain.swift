import Foundation
import SafeDefaults

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

    static let attempts = Setting(.attempts, default: 3)
    static let theme = Setting(.theme, default: "light")
    static let start = Setting<Date?>(.start)
    static let link = Setting<URL?>(.link)
    static let ratio = Setting(.ratio, default: 0.5)

    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.attempts, \.theme, \.start, \.link, \.ratio] }

    var store: DefaultsStore
}
