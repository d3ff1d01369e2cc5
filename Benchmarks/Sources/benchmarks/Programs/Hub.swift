import Foundation
import SafeDefaults

/// What observing costs.
///
/// Measures writes with observers, reads of cached properties, the memory of an observer, and the time from a write to
/// its notification.
enum Hub {
    private static let suite = "SafeDefaults-benchmark-hub"

    /// Measures and prints everything.
    static func run() async {
        printSizes()
        let standard = Stored(LoginDefaults.attempts, options: .cached)
        Figure.run(
            kinds.flatMap { figures($0.name, $0.make, calls: $0.calls) } + [
                Figure("standard: @Stored, cached", calls: 2_000) { _ in use(standard.wrappedValue) },
                Figure("nothing: the measuring itself", calls: 10_000) { use($0) },
            ])
        await printLatencies()
        UserDefaults.suite(suite).removePersistentDomain(forName: suite)
    }

    /// Has a number of closures observe the setting.
    private static func observed(_ login: LoginDefaults, by count: Int) -> [DefaultsObservation] {
        (0..<count).map { _ in login.observe(\.attempts) { use($0.newValue) } }
    }

    /// Kinds of store; each figure makes its own, so that one's observers aren't another's.
    private static let kinds: [(name: String, make: @Sendable () -> DefaultsStore, calls: Int)] = [
        ("memory", { .inMemory() }, 2_000),
        ("suite", { DefaultsStore(UserDefaults.suite(suite)) }, 50),
    ]

    private static func figures(_ name: String, _ make: () -> DefaultsStore, calls: Int) -> [Figure] {
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
    private static func printSizes() {
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

    /// The time from the beginning of a loop to its first value, and from a write to its next one.
    private static func printLatencies() async {
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
}
