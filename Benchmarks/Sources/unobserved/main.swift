import Foundation
import Measuring
import SafeDefaults

// What reading and writing cost where nobody observes. `hub-cost` runs it against two versions of the library, to tell
// what the hub adds.

struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, name
        static let namespace = "login"
    }
    static let attempts = Setting(.attempts, default: 0)
    static let name = Setting(.name, default: "")
    var store: DefaultsStore = .standard
}

let suite = "SafeDefaults-benchmark-unobserved"
guard let unsaved = Unsaved(suiteName: suite) else { exit(1) }
let stores: [(name: String, store: DefaultsStore, calls: Int)] = [
    ("memory", .inMemory(), 2_000), ("suite", DefaultsStore(unsaved), 50),
]

Figure.run(
    stores.flatMap { name, store, calls in
        let login = LoginDefaults(store: store)
        login.attempts = 5
        login.name = "Tom"
        return [
            Figure("\(name): login.attempts", calls: calls) { _ in use(login.attempts) },
            Figure("\(name): login.name", calls: calls) { _ in use(login.name) },
            Figure("\(name): login.integer(forKey:)", calls: calls) { _ in use(login.integer(forKey: .attempts)) },
            Figure("\(name): login.attempts = n", calls: calls) { login.attempts = $0 },
            Figure("\(name): login.set(n, forKey:)", calls: calls) { login.set($0, forKey: .attempts) },
        ]
    })
unsaved.removePersistentDomain(forName: suite)
