import Foundation
import Measuring
import SafeDefaults

// The cost of FileDefaults beside that of a raw `UserDefaults`. Run it with
// `swift run -c release --package-path Benchmarks file`. The figures are medians of 21 rounds; of a machine that does
// something else meanwhile they say little.

struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts
        static let namespace = "login"
    }
    static let attempts = Setting(.attempts, default: 0)
    var store: DefaultsStore
}

let directory = FileManager.default.temporaryDirectory.appendingPathComponent("SafeDefaults-benchmark-\(getpid())")
let suite = "SafeDefaults-benchmark-file"
guard let raw = UserDefaults(suiteName: suite) else { exit(1) }

/// A new store with so many keys, compacted.
func store(_ keys: Int) throws -> FileDefaults {
    let url = directory.appendingPathComponent("\(keys)-\(UUID().uuidString).plist")
    var defaults: FileDefaults? = try FileDefaults(url: url)
    defaults?.setPersistentDomain(
        Dictionary(uniqueKeysWithValues: (0..<keys).map { ("key number \($0)", $0 as Any) }), forName: url.path)
    defaults = nil
    return try FileDefaults(url: url)
}

func medianOf(_ rounds: Int = 21, _ body: () -> Double) -> Double {
    (0..<rounds).map { _ in body() }.sorted()[rounds / 2]
}

func row(_ name: String, _ figure: Double, raw: Double? = nil, goal: String) {
    let bare = raw.map { String(format: "%.0f", $0) } ?? ""
    print(
        name.padding(toLength: 44, withPad: " ", startingAt: 0), String(format: "%9.0f", figure),
        String(repeating: " ", count: max(0, 11 - bare.count)) + bare, " ", goal)
}

func median(_ calls: Int, _ body: (Int) -> Void) -> Double { medianOf { nanoseconds(calls, body) } }

let file = try store(10)
let login = LoginDefaults(store: DefaultsStore(file))
for index in 0..<10 { raw.set(index, forKey: "key number \(index)") }
login.attempts = 5
raw.set(5, forKey: "login/attempts")

print("nanoseconds                                  FileDefaults         raw   goal")
row(
    "object(forKey:), a key that is there", median(50_000) { _ in use(file.object(forKey: "login/attempts")) },
    raw: median(10_000) { _ in use(raw.object(forKey: "login/attempts")) }, goal: "60")
row(
    "object(forKey:), a key that isn't", median(10_000) { _ in use(file.object(forKey: "absent")) },
    raw: median(10_000) { _ in use(raw.object(forKey: "absent")) }, goal: "600")
row("login.attempts", median(50_000) { _ in use(login.attempts) }, goal: "150")
print("    allocations of that:", allocations { _ in use(login.attempts) }, "(goal 0)")
row(
    "set(Int), nobody observing", median(5_000) { file.set($0, forKey: "login/attempts") },
    raw: median(5_000) { raw.set($0, forKey: "login/attempts") }, goal: "2200")
row("login.attempts = n", median(5_000) { login.attempts = $0 }, goal: "2200")
row(
    "synchronize() after a set",
    medianOf {
        nanoseconds(20) {
            file.set($0, forKey: "login/attempts")
            file.synchronize()
        }
    },
    raw: medianOf {
        nanoseconds(20) {
            raw.set($0, forKey: "login/attempts")
            raw.synchronize()
        }
    }, goal: "")

/// A set and a get, as the median of single pairs, and as the mean of all, compactions included.
func setAndGet(_ defaults: UserDefaults, _ pairs: Int) -> (median: Double, mean: Double) {
    // Made before, as the plain one's is: making a name takes as long as reading its value.
    let names = (0..<10).map { "key number \($0)" }
    var times: [Double] = []
    for turn in 0..<pairs {
        times.append(
            nanoseconds(1) { _ in
                defaults.set(turn, forKey: names[turn % 10])
                use(defaults.object(forKey: names[turn % 10]))
            })
    }
    return (times.sorted()[pairs / 2], times.reduce(0, +) / Double(pairs))
}

for index in 0..<10_000 { raw.set(index, forKey: "key number \(index)") }
raw.synchronize()
let rawPair = medianOf(5) {
    nanoseconds(20) {
        raw.set($0, forKey: "key number 1")
        use(raw.object(forKey: "key number 1"))
    }
}
var first: (median: Double, mean: Double)?
for keys in [10, 10_000, 100_000] {
    let times = setAndGet(try store(keys), 400_000)
    first = first ?? times
    row(
        "set + get beside \(keys) keys, median", times.median, raw: keys == 10_000 ? rawPair : nil,
        goal: keys == 10_000 ? "2300" : "")
    print(
        String(
            format: "    mean, with compactions: %.0f; to that of 10 keys: median %.2f (goal 1.3), mean %.2f (goal 2)",
            times.mean, times.median / (first?.median ?? 1), times.mean / (first?.mean ?? 1)))
}

let large = try store(10_000)
let url = directory.appendingPathComponent("copy.plist")
row(
    "opening 10000 keys",
    try {
        let source = try FileManager.default.contentsOfDirectory(atPath: directory.path).first {
            $0.hasPrefix("10000-") && $0.hasSuffix(".plist")
        }
        try FileManager.default.copyItem(at: directory.appendingPathComponent(source ?? ""), to: url)
        return medianOf { nanoseconds(1) { _ in use(try? FileDefaults(url: url)) } }
    }(), goal: "25000000")
withExtendedLifetime(large) {}
raw.removePersistentDomain(forName: suite)
try? FileManager.default.removeItem(at: directory)
