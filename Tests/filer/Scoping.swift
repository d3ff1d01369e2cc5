import Foundation
import SafeDefaults
import SafeDefaultsFiles

// Scopes of a store, in processes that use several of them at once, or are killed while they remove one.
//
//     filer <file> scope-count <kind> <turns> <name>   counts up in two scopes and outside of them, as others do
//     filer <file> scope-totals <kind>                 prints the counts
//     filer <file> scope-observe <kind> <scope>        prints the counts of a scope as they come, until it is -1
//     filer <file> scope-seed <kind>                   stores values in scopes and outside of them
//     filer <file> scope-remove <kind>                 removes the scope `a`, and prints "done"
//     filer <file> scope-dump <kind>                   prints how many values each scope and the outside have
//
// The kinds are those of the renames.
struct Scoping: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, label, own }

    struct Settings {
        let count = Setting(.count, default: 0)
        let label = Setting<String?>(.label)
        let own = Setting<[String: Int]>(.own, default: [:])
    }
    static let settings = Settings()

    let store: DefaultsStore
}

/// A store and what is done in its scopes.
struct Scopes {
    private let store: DefaultsStore
    private let lock: String

    /// The scopes that are counted in, by what a turn adds; the empty name stands for the outside.
    private static let steps = ["a": 1, "b": 2, "": 3]

    init(_ kind: String, _ url: URL) {
        lock = kind == "file" ? "" : url.path + ".turn"
        switch kind {
        case "file": store = .file(url)
        case "suite": store = .suite("filer-scopes")
        default:
            guard let defaults = MortalDefaults(suiteName: "filer-scopes") else { exit(70) }
            defaults.savesEachCall = kind == "daemon"
            store = DefaultsStore(defaults)
        }
    }

    private func place(_ scope: String) -> DefaultsStore { scope.isEmpty ? store : store.scoped(scope) }

    func run(_ command: String, _ words: [String]) async {
        switch command {
        case "scope-count": count(turns: Int(words[0]) ?? 0, name: words[1])
        case "scope-totals":
            say(["a", "b", ""].map { "\(Scoping(store: place($0)).count)" }.joined(separator: " "))
        case "scope-observe": await observe(words[0])
        case "scope-seed": seed()
        case "scope-remove":
            store.removeScope("a")
            say(store.flush() ? "done" : "not saved")
        default: say(Self.parts.map(held).joined(separator: " "))
        }
        _exit(0)
    }

    // MARK: - Counting

    /// Counts up, and prints what a scope must not hold.
    private func count(turns: Int, name: String) {
        // Another process's writes to a suite are seen only after a save of one's own, and two saves at once lose
        // writes. So processes take turns there.
        let file = lock.isEmpty ? -1 : open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        for turn in 1...turns {
            if file >= 0 { takeTurn(file) }
            for (scope, step) in Self.steps { countOnce(Scoping(store: place(scope)), scope, step, name, turn) }
            if store.scopes != ["a", "b"] { say("there are the scopes \(store.scopes)") }
            if !place("a").scopes.isEmpty { say("in a are the scopes \(place("a").scopes)") }
            if file >= 0 { endTurn(file) }
        }
        say("counted")
    }

    private func countOnce(_ domain: Scoping, _ scope: String, _ step: Int, _ name: String, _ turn: Int) {
        domain.update(\.count) { $0 += step }
        domain.label = "\(scope)/\(name) \(turn)"
        domain.update(\.own) { $0[name, default: 0] += 1 }
        if let label = domain.label, !label.hasPrefix("\(scope)/") { say("\(scope) has the label \(label)") }
        if domain.own[name] != turn { say("\(scope) has \(domain.own[name] ?? 0) of the turn \(turn) of \(name)") }
        if domain.count % step != 0 { say("\(scope) has the count \(domain.count)") }
        let names = Set(domain.dictionaryRepresentation.keys)
        if names != ["count", "label", "own"] { say("\(scope) has the names \(names.sorted())") }
    }

    private func takeTurn(_ file: Int32) {
        while flock(file, LOCK_EX) != 0 {}
        // A save of one's own, after which the other's is seen.
        store.userDefaults.set(getpid(), forKey: "turn")
        if !store.flush() { say("not saved") }
    }

    private func endTurn(_ file: Int32) {
        if !store.flush() { say("not saved") }
        _ = flock(file, LOCK_UN)
    }

    // MARK: - Observing

    private func observe(_ scope: String) async {
        let (domain, (values, feed)) = (Scoping(store: place(scope)), AsyncStream<String>.makeStream())
        let observations = [
            domain.observe(\.count, initial: true) { feed.yield("\($0.newValue)") },
            domain.changes().observe { feed.yield("changed \($0.changedKeys().map(\.rawValue).sorted())") },
        ]
        var isLast = false
        for await value in values {
            say(value)
            // The change of the whole domain comes with the last count.
            if isLast { break }
            isLast = value == "-1"
        }
        for observation in observations { observation.cancel() }
    }

    // MARK: - Removing

    /// The beginnings of the stored names, some of which look almost like those of the scope `a`.
    private static let parts = ["scope:a/", "scope:a/scope:b/", "scope:ab/", "scope:b/scope:a/", "scope:a", ""]
    private static let values = 6

    /// One of them is so large that it is stored apart.
    private static func value(_ part: String, _ index: Int) -> String {
        "\(part) \(index)" + String(repeating: "x", count: index == 0 ? 5_000 : 0)
    }

    private func seed() {
        for part in Self.parts {
            for index in 0..<Self.values {
                store.userDefaults.set(Self.value(part, index), forKey: "\(part)value\(index)")
            }
        }
        say("\(store.userDefaults.synchronize())")
    }

    /// How many values a part has, or `wrong` if one has another value.
    private func held(_ part: String) -> String {
        let found = (0..<Self.values).compactMap { index -> Bool? in
            let value = store.userDefaults.string(forKey: "\(part)value\(index)")
            return value.map { $0 == Self.value(part, index) }
        }
        return found.contains(false) ? "wrong" : "\(found.count)"
    }
}
