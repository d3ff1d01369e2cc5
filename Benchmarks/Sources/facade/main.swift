import Foundation
import SafeDefaults

// The cost of the facade: each call through the library as a ratio to the bare call on the same `UserDefaults`, measured
// in turns in one run, so that what the machine does besides weighs on both. Run it with
// `swift run -c release --package-path Benchmarks`.

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

/// Keeps the optimiser from dropping a call.
@inline(never) func use<Value>(_ value: Value) {}

/// Nanoseconds a call, of the fastest of many short runs.
func nanoseconds(_ calls: Int, _ body: (Int) -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for index in 0..<calls { body(index) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(calls)
}

struct Row {
    let name: String
    let calls: Int
    let bare: (Int) -> Void
    let facade: (Int) -> Void
}

/// An object of a class that saves nothing, so that no save falls into what is measured.
final class Unsaved: UserDefaults { override func synchronize() -> Bool { true } }

let suite = "SafeDefaults-benchmark"
guard let bare = UserDefaults(suiteName: suite), let unsaved = Unsaved(suiteName: suite) else { exit(1) }
for index in 0..<10 { bare.set(index, forKey: "other/\(index)") }
bare.set(5, forKey: "login/attempts")
bare.set("Tom", forKey: "login/name")
bare.set(true, forKey: "login/flag")
let login = LoginDefaults(store: DefaultsStore(unsaved))

let rows = [
    Row(
        name: "login.attempts", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/attempts")) },
        facade: { _ in use(login.attempts) }),
    Row(
        name: "login.name", calls: 20_000, bare: { _ in use(bare.string(forKey: "login/name")) },
        facade: { _ in use(login.name) }),
    Row(
        name: "login.absent", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/absent")) },
        facade: { _ in use(login.absent) }),
    Row(
        name: "login.integer(forKey:)", calls: 20_000, bare: { _ in use(bare.integer(forKey: "login/attempts")) },
        facade: { _ in use(login.integer(forKey: .attempts)) }),
    Row(
        name: "login.bool(forKey:)", calls: 20_000, bare: { _ in use(bare.bool(forKey: "login/flag")) },
        facade: { _ in use(login.bool(forKey: .flag)) }),
    Row(
        name: "login.attempts = n", calls: 3_000, bare: { bare.set($0, forKey: "login/attempts") },
        facade: { login.attempts = $0 }),
    Row(
        name: "login.set(n, forKey:)", calls: 3_000, bare: { bare.set($0, forKey: "login/attempts") },
        facade: { login.set($0, forKey: .attempts) }),
    Row(
        name: "login.update { += 1 }", calls: 3_000,
        bare: { _ in bare.set(bare.integer(forKey: "login/attempts") + 1, forKey: "login/attempts") },
        facade: { _ in login.update(\.attempts) { $0 += 1 } }),
]

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

// `facade only <row> <bare|facade>` repeats one call, for a profiler.
if CommandLine.arguments.count == 4, let row = rows.first(where: { $0.name == CommandLine.arguments[2] }) {
    _ = nanoseconds(10_000, CommandLine.arguments[3] == "bare" ? row.bare : row.facade)
    exit(0)
}

print("call                      bare ns  facade ns  ratio  of the fastest")
for row in rows {
    var (bareTimes, facadeTimes, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0..<51 {
        let first = round % 2 == 0
        let one = nanoseconds(row.calls, first ? row.bare : row.facade)
        let two = nanoseconds(row.calls, first ? row.facade : row.bare)
        let (bareTime, facadeTime) = first ? (one, two) : (two, one)
        bareTimes.append(bareTime)
        facadeTimes.append(facadeTime)
        ratios.append(facadeTime / bareTime)
    }
    // Whatever else the machine does only adds, so the fastest runs say most about the calls themselves.
    let fastest = (facadeTimes.min() ?? 0) / (bareTimes.min() ?? 1)
    print(
        String(
            format: "%@ %8.0f %10.0f %6.2f %6.2f", row.name.padding(toLength: 24, withPad: " ", startingAt: 0),
            median(bareTimes), median(facadeTimes), median(ratios), fastest))
}

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
