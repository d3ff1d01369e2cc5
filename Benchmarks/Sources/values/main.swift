import Foundation
import Measuring
import SafeDefaults

// The cost of composed values, as ratios to what one would write by hand on the same `UserDefaults`. Run it with
// `swift run -c release --package-path Benchmarks values`.

struct Profile: Codable, DefaultsValue {
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

struct ProfileDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case profile, words }
    static let profile = Setting(.profile, default: Profile())
    static let words = Setting<[String]>(.words, default: [])
    var store: DefaultsStore
}

let suite = "SafeDefaults-benchmark-values"
guard let bare = UserDefaults(suiteName: suite), let unsaved = Unsaved(suiteName: suite) else { exit(1) }
let defaults = ProfileDefaults(store: DefaultsStore(unsaved))
let profile = Profile()
let words = (0..<10).map { "word number \($0)" }
defaults.profile = profile
defaults.words = words

Comparison.run([
    Comparison(
        "Codable tree, get", calls: 3_000, bare: { _ in use(bare.dictionary(forKey: "profile")) },
        library: { _ in use(defaults.profile) }),
    Comparison(
        "Codable tree, set", calls: 2_000, bare: { _ in bare.set(profile.object, forKey: "profile") },
        library: { _ in defaults.profile = profile }),
    Comparison(
        "[String] × 10, get", calls: 3_000, bare: { _ in use(bare.stringArray(forKey: "words")) },
        library: { _ in use(defaults.words) }),
    Comparison(
        "[String] × 10, set", calls: 2_000, bare: { _ in bare.set(words, forKey: "words") },
        library: { _ in defaults.words = words }),
])
bare.removePersistentDomain(forName: suite)
