import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsMigrations

// A list of migrations that isn't idempotent by itself, in processes that are killed at any moment.
//
//     filer <file> migrate <kind>          migrates, prints "done", or why not
//     filer <file> migrate-seed <kind>     stores what is to be migrated
//     filer <file> migrate-dump <kind>     prints what is stored
//
// The kinds are `file`, `suite`, which is a suite as the library opens it, `plain`, which is an object of Foundation's
// that ends the process at the call that `STOP` counts, and `daemon`, whose every call is saved at once, as on Apple
// systems.

/// A `UserDefaults` that ends the process, as `kill -9` does, before or after one of its calls.
final class MortalDefaults: UserDefaults {
    private static let stop = ProcessInfo.processInfo.environment["STOP"].flatMap { Int($0) } ?? -1

    // Counted on the thread that migrates, and on the one that saves later: half numbers are ends of calls.
    private static let calls = Calls()

    private final class Calls: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func next() -> Int {
            lock.lock()
            defer { lock.unlock() }
            count += 1
            return count
        }
    }

    /// Whether each call is saved at once.
    nonisolated(unsafe) var savesEachCall = false

    private func tick() { if Self.calls.next() == Self.stop { kill(getpid(), SIGKILL) } }

    override func set(_ value: Any?, forKey defaultName: String) {
        tick()
        super.set(value, forKey: defaultName)
        if savesEachCall { super.synchronize() }
        tick()
    }

    override func removeObject(forKey defaultName: String) {
        tick()
        super.removeObject(forKey: defaultName)
        if savesEachCall { super.synchronize() }
        tick()
    }

    override func synchronize() -> Bool {
        tick()
        defer { tick() }
        return super.synchronize()
    }
}

struct Migrating {
    let store: DefaultsStore
    let source: DefaultsStore

    init(_ kind: String, _ url: URL) {
        switch kind {
        case "file":
            store = .file(url)
            source = .file(url.deletingLastPathComponent().appendingPathComponent("source.plist"))
        case "suite":
            store = .suite("filer-migrations")
            source = .suite("filer-source")
        default:
            store = Self.mortal("filer-migrations", kind)
            source = Self.mortal("filer-source", kind)
        }
    }

    private static func mortal(_ name: String, _ kind: String) -> DefaultsStore {
        guard let defaults = MortalDefaults(suiteName: name) else { exit(70) }
        defaults.savesEachCall = kind == "daemon"
        return DefaultsStore(defaults)
    }

    private var list: DefaultsMigrations {
        let source = source
        return DefaultsMigrations(
            "filer",
            [
                .version(
                    1,
                    [.rename("old", to: "new"), .remove("obsolete"), .convert("size", from: Int.self) { $0 * 10 }]),
                .version(
                    2,
                    [
                        .convert("size", from: Int.self) { $0 + 1 }, .move("token", from: source),
                        .convert("count", from: Int.self) { $0 * 3 },
                    ]),
                .version(
                    3,
                    [
                        .custom("split the name", ifStored: ["name"]) { draft in
                            let parts = try draft.value(String.self, forKey: "name")?.split(separator: " ") ?? []
                            try draft.set(parts.first.map(String.init), forKey: "first")
                            try draft.set(parts.last.map(String.init), forKey: "last")
                            draft["name"] = nil
                        }
                    ]),
                .version(4, []),
                .version(
                    5,
                    [.move("other", from: source, to: "moved"), .convert("size", from: Int.self) { "\($0) pt" }]),
                .version(
                    6,
                    [
                        .custom("swap", ifStored: ["a"]) { draft in
                            (draft["a"], draft["b"]) = (draft["b"], draft["a"])
                        }
                    ]),
            ])
    }

    private static let names = [
        "old", "new", "obsolete", "size", "count", "token", "name", "first", "last", "other", "moved", "a", "b",
        "migrations/filer", "migrations/filer/pending",
    ]

    func run(_ command: String) {
        switch command {
        case "migrate-seed":
            let values: [String: Any] = [
                "old": "value", "obsolete": 1, "size": 3, "count": 2, "name": "Ada Lovelace", "a": "left", "b": "right",
            ]
            for (name, value) in values { store.userDefaults.set(value, forKey: name) }
            for name in ["token", "other"] { source.userDefaults.set("secret \(name)", forKey: name) }
            say("\(store.userDefaults.synchronize() && source.userDefaults.synchronize())")
        case "migrate-dump":
            for (prefix, store) in [("", store), ("source:", source)] {
                for name in Self.names {
                    guard let object = store.userDefaults.object(forKey: name) else { continue }
                    say("\(prefix)\(name)=\(object)")
                }
            }
        default:
            do {
                say("done \(try list.run(in: store).newVersion)")
            } catch {
                say("\(error)")
                _exit(1)
            }
        }
        _exit(0)
    }
}
