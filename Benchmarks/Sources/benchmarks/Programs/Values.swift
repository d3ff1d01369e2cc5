import Foundation
import SafeDefaults

/// The stored forms of a structure, and the coders by hand, each beside the plain call on the same `UserDefaults`.
enum Values {
    /// Measures the forms and prints a table.
    static func run() {
        let name = "SafeDefaults-benchmark-values"
        let bare = Unsaved.named(name)
        defer { bare.removePersistentDomain(forName: name) }
        let login = LoginDefaults(store: DefaultsStore(UserDefaults.suite(name)))
        login.profile = Sample.profile
        login.json = Sample.profile
        login.jsonData = Sample.profile
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        HandMadeJSON.write(Sample.profile, to: bare, by: encoder)

        let races = [
            Race(
                "values.get", "read", raw: { _ in use(bare.dictionary(forKey: "login/profile")) },
                [
                    Contestant("tree") { _ in expect(login.profile == Sample.profile) },
                    Contestant(".json") { _ in expect(login.json == Sample.profile) },
                    Contestant(".jsonData") { _ in expect(login.jsonData == Sample.profile) },
                    Contestant("JSON by hand") { _ in HandMadeJSON.read(from: bare, by: JSONDecoder()) },
                    Contestant("kept coder") { _ in HandMadeJSON.read(from: bare, by: decoder) },
                ]),
            Race(
                "values.set", "write", raw: { bare.set(Sample.profile($0).object, forKey: "login/profile") },
                [
                    Contestant("tree") { login.profile = Sample.profile($0) },
                    Contestant(".json") { login.json = Sample.profile($0) },
                    Contestant(".jsonData") { login.jsonData = Sample.profile($0) },
                    Contestant("JSON by hand") { HandMadeJSON.write(Sample.profile($0), to: bare, by: JSONEncoder()) },
                    Contestant("kept coder") { HandMadeJSON.write(Sample.profile($0), to: bare, by: encoder) },
                ]),
        ]
        let section = Section(
            "values", "A structure of six fields", baseline: "raw, a dictionary by hand",
            columns: ["tree", ".json", ".jsonData", "JSON by hand", "kept coder"], style: .ratios, races: races,
            effort: .full)
        print(section.markdown)
    }
}
