import Foundation
import SafeDefaults

enum Theme: String, DefaultsValue { case light, dark }

/// A value of several fields, stored in one piece.
struct Profile: Codable, DefaultsValue, Equatable {
    var name = "Tom"
    var age = 42
    var weight = 71.5
    var isMember = true
    var joined = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var tags = ["one", "two", "three"]

    /// The same tree, by hand.
    var object: [String: Any] {
        ["name": name, "age": age, "weight": weight, "isMember": isMember, "joined": joined, "tags": tags]
    }
}

/// The settings that the benchmarks read and write.
struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, flag, name, joined, theme, words, absent, profile, json, jsonData
        static let namespace = "login"
    }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let flag = Setting(.flag, default: false)
        let name = Setting(.name, default: "")
        let joined = Setting<Date?>(.joined)
        let theme = Setting(.theme, default: Theme.light)
        let words = Setting<[String]>(.words, default: [])
        let absent = Setting(.absent, default: 0)
        let profile = Setting(.profile, default: Profile(name: "nobody"))
        let json = Setting(.json, default: Profile(name: "nobody"), stored: .json)
        let jsonData = Setting(.jsonData, default: Profile(name: "nobody"), stored: .jsonData)
    }
    static let settings = Settings()
    var store: DefaultsStore
}

/// The values that are stored, and expected to be read.
enum Sample {
    static let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    static let words = (0..<10).map { "word number \($0)" }
    static let otherWords = (0..<10).map { "other word number \($0)" }
    static let profile = Profile()
    static let names = ["Tom", "Ann"]

    /// A profile that differs from the last one.
    static func profile(_ number: Int) -> Profile {
        var profile = profile
        profile.age = number
        return profile
    }

    /// Stores a value under each name, and some that nobody reads beside them, by the bare calls.
    static func fill(_ bare: UserDefaults) {
        for index in 0..<10 { bare.set(index, forKey: "other/\(index)") }
        bare.set(5, forKey: "login/attempts")
        bare.set(true, forKey: "login/flag")
        bare.set("Tom", forKey: "login/name")
        bare.set(date, forKey: "login/joined")
        bare.set("dark", forKey: "login/theme")
        bare.set(words, forKey: "login/words")
    }

    /// Removes what ``fill(_:)`` has stored.
    static func clear(_ bare: UserDefaults) {
        for name in bare.dictionaryRepresentation().keys where name.hasPrefix("login/") || name.hasPrefix("other/") {
            bare.removeObject(forKey: name)
        }
    }
}
