import Foundation
import Measuring
import SafeDefaults

// The cost of the facade, as ratios to the bare calls on the same `UserDefaults`. Run it with
// `swift run -c release --package-path Benchmarks facade`.

struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, name, flag, absent
        static let namespace = "login"
    }
    static let attempts = Setting(.attempts, default: 0)
    static let name = Setting(.name, default: "")
    static let absent = Setting(.absent, default: 0)
    var store: DefaultsStore = .standard
}

let suite = "SafeDefaults-benchmark"
guard let bare = UserDefaults(suiteName: suite), let unsaved = Unsaved(suiteName: suite) else { exit(1) }
for index in 0..<10 { bare.set(index, forKey: "other/\(index)") }
bare.set(5, forKey: "login/attempts")
bare.set("Tom", forKey: "login/name")
bare.set(true, forKey: "login/flag")
let login = LoginDefaults(store: DefaultsStore(unsaved))

Comparison.run([
    Comparison(
        "login.attempts", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/attempts")) },
        library: { _ in use(login.attempts) }),
    Comparison(
        "login.name", calls: 20_000, bare: { _ in use(bare.string(forKey: "login/name")) },
        library: { _ in use(login.name) }),
    Comparison(
        "login.absent", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/absent")) },
        library: { _ in use(login.absent) }),
    Comparison(
        "login.integer(forKey:)", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/attempts")) },
        library: { _ in use(login.integer(forKey: .attempts)) }),
    Comparison(
        "login.bool(forKey:)", calls: 20_000, bare: { _ in use(bare.bool(forKey: "login/flag")) },
        library: { _ in use(login.bool(forKey: .flag)) }),
    Comparison(
        "login.attempts = n", calls: 3_000, bare: { bare.set($0, forKey: "login/attempts") },
        library: { login.attempts = $0 }),
    Comparison(
        "login.set(n, forKey:)", calls: 3_000, bare: { bare.set($0, forKey: "login/attempts") },
        library: { login.set($0, forKey: .attempts) }),
    Comparison(
        "login.update { += 1 }", calls: 3_000,
        bare: { _ in bare.set(bare.integer(forKey: "login/attempts") + 1, forKey: "login/attempts") },
        library: { _ in login.update(\.attempts) { $0 += 1 } }),
])

let memory = LoginDefaults(store: .inMemory())
memory.attempts = 5
print(
    String(
        format: "in memory: login.attempts %.0f ns, login.attempts = n %.0f ns",
        nanoseconds(200_000) { _ in use(memory.attempts) }, nanoseconds(200_000) { memory.attempts = $0 }))
print(
    String(
        format: "parts: DefaultsStore.standard %.0f ns, key path %.0f ns, LoginDefaults() %.0f ns",
        nanoseconds(200_000) { _ in use(DefaultsStore.standard) },
        nanoseconds(200_000) { _ in use(LoginDefaults.self[keyPath: \.attempts]) },
        nanoseconds(200_000) { _ in use(LoginDefaults()) }))
bare.removePersistentDomain(forName: suite)
