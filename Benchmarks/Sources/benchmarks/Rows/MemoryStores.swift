import Foundation
import SafeDefaults

extension Section {
    /// A store in memory beside a suite.
    static func memory(_ effort: Effort) -> Section {
        let name = "SafeDefaults-benchmark-memory"
        let bare = Unsaved.named(name)
        Sample.fill(bare)
        defer { bare.removePersistentDomain(forName: name) }
        let memory = InMemoryDefaults()
        Sample.fill(memory)
        let login = LoginDefaults(store: DefaultsStore(memory))

        let other = InMemoryDefaults()
        let names = Sample.names
        let written = LoginDefaults(store: .inMemory())
        let races = [
            Race(
                "memory.get", "read an Int", raw: { _ in expect(bare.integer(forKey: "login/attempts") == 5) },
                [
                    Contestant("InMemoryDefaults") { _ in expect(memory.integer(forKey: "login/attempts") == 5) },
                    Contestant("a setting over it") { _ in expect(login.attempts == 5) },
                ]),
            Race(
                "memory.string", "read a String", raw: { _ in expect(bare.string(forKey: "login/name") == "Tom") },
                [
                    Contestant("InMemoryDefaults") { _ in expect(memory.string(forKey: "login/name") == "Tom") },
                    Contestant("a setting over it") { _ in expect(login.name == "Tom") },
                ]),
            Race(
                "memory.set", "write an Int", raw: { bare.set($0, forKey: "login/attempts") },
                [
                    Contestant("InMemoryDefaults") { other.set($0, forKey: "login/attempts") },
                    Contestant("a setting over it") { written.attempts = $0 },
                ]),
            Race(
                "memory.setString", "write a String", raw: { bare.set(names[$0 & 1], forKey: "login/name") },
                [
                    Contestant("InMemoryDefaults") { other.set(names[$0 & 1], forKey: "login/name") },
                    Contestant("a setting over it") { written.name = names[$0 & 1] },
                ]),
        ]
        return Section(
            "memory", "A store in memory beside a suite", columns: ["InMemoryDefaults", "a setting over it"],
            style: .times, races: races, effort: effort)
    }
}
