import Foundation
import Measuring
import Observation
import SafeDefaults

// What observing costs. Run it with `swift run -c release --package-path Benchmarks hub`. What the hub adds to reads
// and writes that nobody observes is measured against a version of the library without one: see `hub-cost`.

struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, name
        static let namespace = "login"
    }
    static let attempts = Setting(.attempts, default: 0)
    static let name = Setting(.name, default: "")
    var store: DefaultsStore
}

let suite = "SafeDefaults-benchmark-hub"
guard let unsaved = Unsaved(suiteName: suite) else { exit(1) }

/// Has a number of closures observe the setting.
func observed(_ login: LoginDefaults, by count: Int) -> [DefaultsObservation] {
    (0..<count).map { _ in login.observe(\.attempts) { use($0.newValue) } }
}

/// Kinds of store; each figure makes its own, so that one's observers aren't another's.
let kinds: [(name: String, make: () -> DefaultsStore, calls: Int)] = [
    ("memory", { .inMemory() }, 2_000),
    ("suite", { DefaultsStore(Unsaved(suiteName: suite) ?? unsaved) }, 50),
]

func figures(_ name: String, _ make: () -> DefaultsStore, calls: Int) -> [Figure] {
    let writes = [0, 1, 10, 1_000].map { count in
        let login = LoginDefaults(store: make())
        let tokens = observed(login, by: count)
        var number = 0
        return Figure("\(name): write, \(count) closures", calls: max(1, calls / (count + 1))) { _ in
            number += 1
            withExtendedLifetime(tokens) { login.attempts = number }
        }
    }
    let login = LoginDefaults(store: make())
    (login.attempts, login.name) = (5, "Tom")
    let plain = Stored(LoginDefaults.attempts, store: login.store)
    let cached = Stored(LoginDefaults.attempts, store: login.store, options: .cached)
    let text = Stored(LoginDefaults.name, store: login.store, options: .cached)
    let both = Stored(LoginDefaults.attempts, store: login.store, options: [.cached, .observed])
    return writes + [
        Figure("\(name): login.attempts", calls: calls) { _ in use(login.attempts) },
        Figure("\(name): @Stored", calls: calls) { _ in use(plain.wrappedValue) },
        Figure("\(name): @Stored, cached", calls: 10_000) { _ in use(cached.wrappedValue) },
        Figure("\(name): @Stored, cached, a String", calls: 10_000) { _ in use(text.wrappedValue) },
        Figure("\(name): @Stored, cached and observed", calls: 10_000) { _ in use(both.wrappedValue) },
    ]
}

/// What one of ten thousand observers of a setting takes; before all else, while little memory is free to be used
/// again.
func printSizes() {
    let login = LoginDefaults(store: .inMemory())
    let sizes: [(String, Int?)] = [
        ("a closure", bytes(ofEachOf: 10_000) { login.observe(\.attempts) { use($0.newValue) } }),
        ("a loop", bytes(ofEachOf: 10_000) { login.values(of: \.attempts).makeAsyncIterator() }),
        (
            "a cached property",
            bytes(ofEachOf: 10_000) {
                let property = Stored(LoginDefaults.attempts, store: login.store, options: .cached)
                use(property.wrappedValue)
                return property
            }
        ),
    ]
    for (name, size) in sizes { print("bytes of \(name):", size.map { "\($0)" } ?? "unknown") }
}

let isProfiled = CommandLine.arguments.count > 1
if !isProfiled { printSizes() }

let standard = Stored(LoginDefaults.attempts, options: .cached)
Figure.run(
    kinds.flatMap { figures($0.name, $0.make, calls: $0.calls) } + [
        Figure("standard: @Stored, cached", calls: 2_000) { _ in use(standard.wrappedValue) },
        Figure("nothing: the measuring itself", calls: 10_000) { use($0) },
    ])

/// The time from the beginning of a loop to its first value, and from a write to its next one.
func printLatencies() async {
    let login = LoginDefaults(store: .inMemory())
    var (first, next): ([Double], [Double]) = ([], [])
    for round in 1...2_001 {
        let start = DispatchTime.now().uptimeNanoseconds
        var values = login.values(of: \.attempts).makeAsyncIterator()
        use(await values.next())
        let middle = DispatchTime.now().uptimeNanoseconds
        login.attempts = round
        use(await values.next())
        first.append(Double(middle - start))
        next.append(Double(DispatchTime.now().uptimeNanoseconds - middle))
    }
    print(
        String(
            format: "values(of:): first value after %.0f ns, the next after a write %.0f ns",
            first.sorted()[1_000], next.sorted()[1_000]))
}
if !isProfiled { await printLatencies() }
