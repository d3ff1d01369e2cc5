// Every form of a key.

import Foundation
import SafeDefaults

private struct ConstantNamespace: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case one, two = "second"
        static let namespace = "constant"
    }
}

private struct ComputedNamespace: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case one
        static var namespace: String { "computed/" + String(describing: ComputedNamespace.self) }
    }
}

private struct OwnUniqueValue: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case userName
        var uniqueValue: String { "SampleDefaults.\(Keys.self).\(rawValue)" }
    }
}

private struct SwitchedUniqueValue: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case one, two
        var uniqueValue: String {
            switch self {
            case .one: "com.acme.one"
            case .two: rawValue
            }
        }
    }
}

/// Keys of several domains.
private enum SharedKeys: String, DefaultsKey { case one, two }

private struct Sharing: SafeDefaults {
    typealias Keys = SharedKeys
    struct Settings { let one = Setting(.one, default: 1) }
    static let settings = Settings()
}

private struct AlsoSharing: SafeDefaults {
    typealias Keys = Sharing.Keys
    struct Settings { let two = Setting(.two, default: 1) }
    static let settings = Settings()
}

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

private struct GenericDefaults<Tag: Sendable>: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case one
        static var namespace: String { String(describing: Tag.self) }
    }

    struct Settings { let one = Setting(.one, default: 1) }
    static var settings: Settings { Settings() }
}

/// Keys with members of their own.
private struct RichDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey, CaseIterable, Codable, CustomStringConvertible {
        case one
        var description: String { rawValue.uppercased() }
        static var first: Keys { .one }
        static let namespace = "rich"
    }
}

private func uses() {
    ConstantNamespace().set(1, forKey: .two)
    let _: String = ConstantNamespace.Keys.two.uniqueValue
    let _: [ConstantNamespace.Keys] = ConstantNamespace.Keys.allCases
    ComputedNamespace().set(1, forKey: .one)
    OwnUniqueValue().set("Tom", forKey: .userName)
    SwitchedUniqueValue().set("Tom", forKey: .one)
    Sharing().one += 1
    Sharing().set(1, forKey: .two)
    AlsoSharing().two += 1
    let _: Bool = Sharing.Keys.one == AlsoSharing.Keys.one
    RoomDefaults().hall += 1
    RoomDefaults().set(1, forKey: .room(7))
    RoomDefaults().set(1, forKey: RoomDefaults.Keys(rawValue: "room/8"))
    RoomDefaults().update(\.[room: 7]) { $0 = "x" }
    LiteralDefaults().set(1, forKey: "three")
    LiteralDefaults().one += 1
    let _: Int? = LiteralDefaults().integer(forKey: "one")
    GenericDefaults<Int>().one += 1
    GenericDefaults<String>().set(1, forKey: .one)
    RichDefaults().set(1, forKey: .first)
    let chosen: RichDefaults.Keys = .one
    RichDefaults().removeObject(forKey: chosen)
    let _: Set<RichDefaults.Keys> = [.one]
    for key in RichDefaults.Keys.allCases { RichDefaults().removeObject(forKey: key) }
}

private func genericOverKeys<Keys: DefaultsKey>(_ keys: Keys.Type) -> [String] { keys.allCases.map(\.uniqueValue) }
