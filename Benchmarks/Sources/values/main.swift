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
    enum Keys: String, DefaultsKey { case profile, json, jsonData, words }
    static let profile = Setting(.profile, default: Profile())
    static let json = Setting(.json, default: Profile(), stored: .json)
    static let jsonData = Setting(.jsonData, default: Profile(), stored: .jsonData)
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
defaults.json = profile
defaults.jsonData = profile
bare.set(try JSONEncoder().encode(profile), forKey: "byHand")
// Kept, which few do by hand: making one takes as long as encoding a small value.
let (encoder, decoder) = (JSONEncoder(), JSONDecoder())

/// JSON in data, read by hand.
func readJSON(by decoder: JSONDecoder) {
    guard let data = bare.data(forKey: "byHand") else { return }
    use(try? decoder.decode(Profile.self, from: data))
}

/// JSON in data, written by hand.
func writeJSON(by encoder: JSONEncoder) {
    if let data = try? encoder.encode(profile) { bare.set(data, forKey: "byHand") }
}

Comparison.run([
    Comparison(
        "Codable tree, get", calls: 3_000, bare: { _ in use(bare.dictionary(forKey: "profile")) },
        library: { _ in use(defaults.profile) }),
    Comparison(
        "Codable tree, set", calls: 2_000, bare: { _ in bare.set(profile.object, forKey: "profile") },
        library: { _ in defaults.profile = profile }),
    Comparison(
        ".json, get", calls: 3_000, bare: { _ in readJSON(by: JSONDecoder()) }, library: { _ in use(defaults.json) }),
    Comparison(
        ".json, get, kept decoder", calls: 3_000, bare: { _ in readJSON(by: decoder) },
        library: { _ in use(defaults.json) }),
    Comparison(
        ".json, set", calls: 2_000, bare: { _ in writeJSON(by: JSONEncoder()) },
        library: { _ in defaults.json = profile }),
    Comparison(
        ".json, set, kept encoder", calls: 2_000, bare: { _ in writeJSON(by: encoder) },
        library: { _ in defaults.json = profile }),
    Comparison(
        ".jsonData, get", calls: 3_000, bare: { _ in readJSON(by: JSONDecoder()) },
        library: { _ in use(defaults.jsonData) }),
    Comparison(
        ".jsonData, set", calls: 2_000, bare: { _ in writeJSON(by: JSONEncoder()) },
        library: { _ in defaults.jsonData = profile }),
    Comparison(
        "[String] × 10, get", calls: 3_000, bare: { _ in use(bare.stringArray(forKey: "words")) },
        library: { _ in use(defaults.words) }),
    Comparison(
        "[String] × 10, set", calls: 2_000, bare: { _ in bare.set(words, forKey: "words") },
        library: { _ in defaults.words = words }),
])
bare.removePersistentDomain(forName: suite)
