import Foundation
import SafeDefaults

extension Section {
    /// Writes over a suite: plain ones, and ones that a closure observes or a cached property follows.
    ///
    /// Each contestant has an object of its own over the same suite, so that one's observers aren't another's.
    static func writes(_ effort: Effort) -> Section {
        let name = "SafeDefaults-benchmark-writes"
        let bare = Unsaved.named(name)
        Sample.fill(bare)
        defer { bare.removePersistentDomain(forName: name) }
        func login() -> LoginDefaults { LoginDefaults(store: DefaultsStore(UserDefaults.suite(name))) }

        let columns = ["property", "set by key", "@Stored", "observed", ".cached"]
        let races = [integer(bare, login), string(bare, login), array(bare, login)]
        return Section("writes", "Writes over a suite", columns: columns, style: .ratios, races: races, effort: effort)
    }

    private static func integer(_ bare: UserDefaults, _ login: () -> LoginDefaults) -> Race {
        let (plain, observed, followed) = (login(), login(), login())
        let stored = Stored(LoginDefaults.attempts, store: plain.store)
        let cached = Stored(LoginDefaults.attempts, store: followed.store, options: .cached)
        let token = observed.observe(\.attempts) { use($0.newValue) }
        return Race(
            "writes.int", "Int", raw: { bare.set($0, forKey: "login/attempts") },
            [
                Contestant("property") { plain.attempts = $0 },
                Contestant("set by key") { plain.set($0, forKey: .attempts) },
                Contestant("@Stored") { stored.wrappedValue = $0 },
                Contestant("observed") { number in withExtendedLifetime(token) { observed.attempts = number } },
                Contestant(".cached") {
                    cached.wrappedValue = $0
                    expect(cached.wrappedValue == $0)
                },
            ])
    }

    private static func string(_ bare: UserDefaults, _ login: () -> LoginDefaults) -> Race {
        let names = Sample.names
        let (plain, observed, followed) = (login(), login(), login())
        let stored = Stored(LoginDefaults.name, store: plain.store)
        let cached = Stored(LoginDefaults.name, store: followed.store, options: .cached)
        let token = observed.observe(\.name) { use($0.newValue) }
        return Race(
            "writes.string", "String", raw: { bare.set(names[$0 & 1], forKey: "login/name") },
            [
                Contestant("property") { plain.name = names[$0 & 1] },
                Contestant("set by key") { plain.set(names[$0 & 1], forKey: .name) },
                Contestant("@Stored") { stored.wrappedValue = names[$0 & 1] },
                Contestant("observed") { number in withExtendedLifetime(token) { observed.name = names[number & 1] } },
                Contestant(".cached") {
                    cached.wrappedValue = names[$0 & 1]
                    expect(cached.wrappedValue == names[$0 & 1])
                },
            ])
    }

    private static func array(_ bare: UserDefaults, _ login: () -> LoginDefaults) -> Race {
        let lists = [Sample.words, Sample.otherWords]
        let (plain, observed, followed) = (login(), login(), login())
        let stored = Stored(LoginDefaults.words, store: plain.store)
        let cached = Stored(LoginDefaults.words, store: followed.store, options: .cached)
        let token = observed.observe(\.words) { use($0.newValue) }
        return Race(
            "writes.array", "10 strings", raw: { bare.set(lists[$0 & 1], forKey: "login/words") },
            [
                Contestant("property") { plain.words = lists[$0 & 1] },
                Contestant("set by key") { plain.set(lists[$0 & 1], forKey: .words) },
                Contestant("@Stored") { stored.wrappedValue = lists[$0 & 1] },
                Contestant("observed") { number in withExtendedLifetime(token) { observed.words = lists[number & 1] } },
                Contestant(".cached") {
                    cached.wrappedValue = lists[$0 & 1]
                    expect(cached.wrappedValue == lists[$0 & 1])
                },
            ])
    }
}
