import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsMigrations

// One suite in several processes, each of which writes other names of it than the others do.
//
//     filer <directory> share-seed <kind>          stores 1,500 values, and what is to be migrated
//     filer <directory> share-save                 stores a number and saves it, one more each time, until there is a
//                                                  file `stop` in the directory; says the first one, and the last
//     filer <directory> share-migrate <kind>       migrates, prints "done", or why not; moved values aren't kept
//     filer <directory> share-count <name> <turns> counts a name up, and saves each time
//     filer <directory> share-hold                 takes the lock of migrations, says so, and waits for `stop`
//     filer <directory> share-write <value>        stores a value, and ends as a program does
//     filer <directory> share-flush <value>        stores a value, if one is given, and says whether it could be saved
//     filer <directory> share-dump                 prints what is stored, but for the 1,500 values, which it counts
//
// The kinds are `move`, from a file store to the suite; `move-suite`, from another suite; `move-out`, from the suite to
// a file store; and `rename`, within the suite.

struct Sharing {
    private let directory: URL
    private let suite = DefaultsStore.suite("filer-shared")

    init(_ directory: URL) { self.directory = directory }

    private var file: DefaultsStore { .file(directory.appendingPathComponent("other.plist")) }

    private static let rest = (0..<1_500).map { "rest-\($0)" }

    /// The store that is migrated, and the one from which values are moved.
    private func stores(_ kind: String) -> (target: DefaultsStore, source: DefaultsStore) {
        switch kind {
        case "move": (suite, file)
        case "move-suite": (suite, .suite("filer-shared-source"))
        case "move-out": (file, suite)
        default: (suite, suite)
        }
    }

    private func steps(_ kind: String) -> [DefaultsMigrations.Step] {
        let source = stores(kind).source
        return kind == "rename"
            ? (0..<20).map { .rename("old-\($0)", to: "new-\($0)") }
            : (0..<5).map { .move("old-\($0)", from: source, to: "new-\($0)") }
    }

    func run(_ words: [String]) {
        let argument = words.dropFirst().first ?? ""
        switch words[0] {
        case "share-seed":
            for name in Self.rest { suite.userDefaults.set("a value of \(name)", forKey: name) }
            let source = stores(argument).source
            for number in 0..<steps(argument).count {
                source.userDefaults.set("old value \(number)", forKey: "old-\(number)")
            }
            say("\(suite.flush() && source.flush())")
        case "share-save": save()
        case "share-migrate": migrate(argument)
        case "share-count": count(argument, turns: Int(words[2]) ?? 0)
        case "share-hold":
            let list = DefaultsMigrations("holding", [.version(1, [.custom("wait") { _ in waitForEnd("held") }])])
            do { try list.run(in: suite) } catch { say("\(error)") }
        case "share-write":
            Free(store: suite).set(argument, forKey: Free.Keys(rawValue: "written"))
            exit(0)
        case "share-flush":
            if !argument.isEmpty { Free(store: suite).set(argument, forKey: Free.Keys(rawValue: "written")) }
            say("\(suite.flush())")
        default: dump()
        }
        _exit(0)
    }

    private var isEnded: Bool { access(directory.appendingPathComponent("stop").path, F_OK) == 0 }

    private func waitForEnd(_ message: String) {
        say(message)
        while !isEnded { usleep(1_000) }
    }

    private func save() {
        let key = Free.Keys(rawValue: "saved")
        var number = 0
        while number == 0 || !isEnded {
            number += 1
            Free(store: suite).set(number, forKey: key)
            if !suite.flush() { say("not saved") }
            if number == 1 { say("1") }
        }
        say("\(number)")
    }

    private func migrate(_ kind: String) {
        do {
            var list = DefaultsMigrations("shared", [.version(1, steps(kind))])
            list.timeOfKeeping = 0
            try list.run(in: stores(kind).target)
            say("done")
        } catch {
            say("\(error)")
        }
    }

    private func count(_ name: String, turns: Int) {
        let key = Free.Keys(rawValue: name)
        for number in 1...turns {
            Free(store: suite).set(number, forKey: key)
            if !suite.flush() { say("not saved") }
        }
        say("\(turns)")
    }

    private func dump() {
        let rest = Set(Self.rest)
        for (prefix, store) in [("", suite), ("source:", .suite("filer-shared-source")), ("file:", file)] {
            let names = store.userDefaults.dictionaryRepresentation().keys.sorted()
            for name in names where !rest.contains(name) {
                say("\(prefix)\(name)=\(store.userDefaults.object(forKey: name) ?? "")")
            }
            if prefix.isEmpty { say("\(names.filter(rest.contains).count) others") }
        }
    }
}
