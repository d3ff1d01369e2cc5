// Every form of a key.

import Foundation
import SafeDefaults

/// Names made at run time, and some that are known.
private struct RoomDefaults: SafeDefaults {
    struct Keys: DefaultsKey {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static let hall = Keys(rawValue: "hall")
        static let allCases = [hall]
        static func room(_ number: Int) -> Keys { Keys(rawValue: "room/\(number)") }
    }

    struct Settings {
        let hall = Setting(.hall, default: 0)
        subscript(room number: Int) -> Setting<String?> { Setting(.room(number)) }
    }
    static let settings = Settings()
}

/// Names written as literals.
private struct LiteralDefaults: SafeDefaults {
    struct Keys: DefaultsKey, ExpressibleByStringLiteral {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init(stringLiteral value: String) { rawValue = value }
        static let namespace = "literal"
        static let allCases: [Keys] = ["one", "two"]
    }

    struct Settings { let one = Setting("one", default: 1) }
    static let settings = Settings()
}

private func uses() {
    RoomDefaults().hall += 1
    RoomDefaults().set(1, forKey: .room(7))
    RoomDefaults().update(\.[room: 7]) { $0 = "x" }
    LiteralDefaults().set(1, forKey: "three")
    LiteralDefaults().one += 1
}
