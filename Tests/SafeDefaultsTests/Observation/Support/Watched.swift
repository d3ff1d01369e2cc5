import Foundation

@testable import SafeDefaults
@testable import TestSupport

/// A domain with keys that are hard to observe: a namespace with a dot, names with dots and `@`.
struct Watched: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case count, name, list, tick, opaque
        case dotted = "a.b..c"
        case at = "@count"
        static let namespace = "watched.domain"
        var uniqueValue: String { self == .at ? rawValue : "\(Self.namespace)/\(rawValue)" }
    }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
        let list = Setting(.list, default: [1])
        /// Its default differs at each read.
        let tick = Setting(.tick, default: ticks.change { $0.next() })
        let opaque = Setting(.opaque, default: Opaque(number: 0))
        let dotted = Setting(.dotted, default: 0)
        let at = Setting(.at, default: 0)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

extension Watched {
    /// A value that is neither `Equatable` nor `Sendable`.
    final class Opaque: DefaultsValue {
        var number: Int
        var defaultsRepresentation: Int { number }
        init(number: Int) { self.number = number }
        init(defaultsRepresentation number: Int) { self.number = number }
    }

    struct Ticks {
        private var last = 0

        mutating func next() -> Int {
            last += 1
            return last
        }
    }

    private static let ticks = Shared(Ticks())
}

extension SafeDefaults {
    /// The number of receivers of a key.
    func receiverCount(of key: Keys) -> Int { store.box.hub.receiverCount(of: key.uniqueValue) }
}
