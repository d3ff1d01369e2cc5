import Foundation
import SafeDefaults

extension Section {
    /// A `Codable` structure in the default form and as JSON, beside JSON in data by hand.
    static func structs(_ effort: Effort) -> Section {
        let name = "SafeDefaults-benchmark-structs"
        let bare = Unsaved.named(name)
        defer { bare.removePersistentDomain(forName: name) }
        let login = LoginDefaults(store: DefaultsStore(UserDefaults.suite(name)))
        login.profile = Sample.profile
        login.json = Sample.profile
        // Not the object of the reads, whose cached property follows its writes.
        let written = LoginDefaults(store: DefaultsStore(UserDefaults.suite(name)))
        let cached = Stored(LoginDefaults.profile, store: login.store, options: .cached)
        HandMadeJSON.write(Sample.profile, to: bare, by: JSONEncoder())
        // Kept, which few do by hand: making one takes as long as encoding a small value.
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())

        let races = [
            Race(
                "structs.get", "read a structure", raw: { _ in HandMadeJSON.read(from: bare, by: JSONDecoder()) },
                [
                    Contestant("kept coder") { _ in HandMadeJSON.read(from: bare, by: decoder) },
                    Contestant("property") { _ in expect(login.profile == Sample.profile) },
                    Contestant(".json") { _ in expect(login.json == Sample.profile) },
                    Contestant(".cached") { _ in expect(cached.wrappedValue == Sample.profile) },
                ]),
            Race(
                "structs.set", "write a structure",
                raw: { HandMadeJSON.write(Sample.profile($0), to: bare, by: JSONEncoder()) },
                [
                    Contestant("kept coder") { HandMadeJSON.write(Sample.profile($0), to: bare, by: encoder) },
                    Contestant("property") { written.profile = Sample.profile($0) },
                    Contestant(".json") { written.json = Sample.profile($0) },
                ]),
        ]
        return Section(
            "structs", "A structure of six fields over a suite", baseline: "raw, JSON by hand",
            columns: ["kept coder", "property", ".json", ".cached"], style: .ratios, races: races, effort: effort)
    }
}

/// A structure as JSON in data, as it is stored by hand.
enum HandMadeJSON {
    /// Reads the structure.
    static func read(from bare: UserDefaults, by decoder: JSONDecoder) {
        expect(
            bare.data(forKey: "byHand").flatMap { try? decoder.decode(Profile.self, from: $0) } == Sample.profile)
    }

    /// Writes the structure.
    static func write(_ profile: Profile, to bare: UserDefaults, by encoder: JSONEncoder) {
        if let data = try? encoder.encode(profile) { bare.set(data, forKey: "byHand") }
    }
}
