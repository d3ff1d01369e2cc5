import Foundation
import Observation
import SafeDefaults
import SafeDefaultsFiles

// filer <file> <command> [arguments]
// The other processes of the tests of file stores.
//
//     filer <file> steps                   stores this and that, says what is done, and compacts it
//     filer <file> leaks <turns>           opens, writes, observes, is refused and closes; prints how many files and
//                                          mappings it has open and how many pages of memory, before and after
//     filer <file> dump                    prints every key and value, a line each
//     filer <file> set <key> <value>…      stores texts; prints "ok", or why not
//     filer <file> get <key>…              prints texts
//     filer <file> compact                 stores, and ends as a program does
//     filer <file> count <turns> <name>    counts up a number and a pair that others count too, and keys of its own
//     filer <file> observe <how>           prints the values of a number as they come, until it is -1
//     filer <file> lock                    takes the lock in an update, says so, and waits
//     filer <file> fork                    writes in a child that shares everything with its parent, and in the parent
//     filer <file> fork-busy <children>    forks children that end normally, while other threads work on the store
//     filer <file> fork-locked             forks in an update that has the lock; the child ends normally
//     filer <file> wrong                   stores an object that is no property list; prints what is there then
//     filer <file> look                    reads for ever; prints how many keys there are
//     filer <file> store <key>             stores a number for ever, one more each time; prints what it reads then
//     filer <file> apart <turns>           counts X and Y up, one after the other; closes, which compacts, and opens
//     filer <file> rename… <kind>          moves a setting from its former names: see Renaming.swift
//     filer <file> migrate… <kind>         migrates what is stored: see Migrating.swift
//     filer <directory> share-…            writes to one suite in several processes: see Sharing.swift

DefaultsIssue.handler = { issue in
    FileHandle.standardError.write(Data("\(issue.kind): \(issue.error)\n".utf8))
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2 else { exit(64) }
let url = URL(fileURLWithPath: words[0])
let rest = Array(words.dropFirst(2))

/// Writes a line at once, with one call, so that it is out whatever happens next.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func open() -> FileDefaults {
    do {
        return try FileDefaults(url: url)
    } catch {
        say("refused: \(error)")
        exit(1)
    }
}

/// A domain whose keys are made at run time.
struct Free: SafeDefaults {
    struct Keys: DefaultsKey {
        static let allCases: [Keys] = []
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
    }
    var store: DefaultsStore
}

struct Counts: SafeDefaults {
    enum Keys: String, DefaultsKey { case shared }
    struct Settings { let shared = Setting(.shared, default: 0) }
    static let settings = Settings()
    var store: DefaultsStore
}

switch words[1] {
case "steps":
    // Opens, writes and closes, so that everything that a store does is done.
    for turn in 0..<2 {
        let defaults = open()
        defaults.set(turn, forKey: "a")
        say("a=\(turn)")
        Free(store: DefaultsStore(defaults)).edit { draft in
            for name in ["b", "c"] { draft.set(turn, forKey: .init(rawValue: name)) }
        }
        say("b=\(turn) c=\(turn)")
        defaults.synchronize()
        defaults.set(turn, forKey: "d")
        say("d=\(turn)")
    }
    say("end")
    _exit(0)
case "leaks":
    say(Leaks(url).measure(turns: Int(rest[0]) ?? 0))
    _exit(0)
case "dump":
    for (name, value) in open().persistentDomain(forName: url.path) ?? [:] { say("\(name)=\(value)") }
case "set":
    let defaults = open()
    var failures = 0
    for index in stride(from: 0, to: rest.count - 1, by: 2) {
        defaults.set(rest[index + 1], forKey: rest[index])
        if defaults.string(forKey: rest[index]) != rest[index + 1] { failures += 1 }
    }
    say(failures == 0 ? "ok" : "failed")
    _exit(0)
case "get":
    let defaults = open()
    say(rest.map { defaults.string(forKey: $0) ?? "nil" }.joined(separator: " "))
    _exit(0)
case "look":
    let defaults = open()
    while true { say("\(defaults.persistentDomain(forName: url.path)?.count ?? 0)") }
case "store":
    let defaults = open()
    for turn in 1... {
        defaults.set(turn, forKey: rest[0])
        say("\(defaults.integer(forKey: rest[0]))")
    }
case "apart":
    countApart(every: Int(rest[0]) ?? 1)
case "compact":
    open().set("compacted", forKey: rest.first ?? "text")
    exit(0)
case "count":
    let (counts, pair) = (Counts(store: .file(url)), Pair(store: .file(url)))
    let (turns, name) = (Int(rest[0]) ?? 0, rest[1])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for turn in 0..<turns / 4 {
            counts.update(\.shared) { $0 += 1 }
            counts.store.userDefaults.set(turn, forKey: "\(name).\(thread).\(turn)")
            pair.countUp()
        }
    }
case "observe":
    let counts = Counts(store: .file(url))
    switch rest[0] {
    case "observe": await hearByClosure(counts)
    case "values": await hearByLoop(counts)
    case "cached": hearByCache(counts)
    default:
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { exit(1) }
        hearByObservation(counts)
    }
    // What listens has to be closed when nobody observes any more; that happens on a queue.
    for _ in 0..<1_000 where inboxes() > 0 { usleep(10_000) }
    say("\(inboxes()) open")
    _exit(0)
case "lock":
    let counts = Counts(store: .file(url))
    var runs = 0
    counts.update(\.shared) { count in
        // Overtaken by its own write each time, so that in the end it runs under the lock.
        runs += 1
        if runs > 32 {
            say("locked")
            while true { pause() }
        }
        counts.shared += 1
        count = 0
    }
case "fork":
    let defaults = open()
    defaults.set(0, forKey: "before")
    let child = forked()
    let name = child == 0 ? "child" : "parent"
    for turn in 1...500 { defaults.set(turn, forKey: "\(name).\(turn)") }
    if child == 0 { _exit(0) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say("child ended with \(status)")
    _exit(0)
case "fork-busy":
    say("\(forkWhileBusy(url, children: Int(rest[0]) ?? 0)) ended")
    _exit(0)
case "fork-locked":
    say(forkUnderTheLock(url))
    _exit(0)
case "rename", "rename-seed", "rename-dump": Renaming(rest[0], url).run(words[1], rest.dropFirst().first)
case let command where command.hasPrefix("share-"): Sharing(url).run(Array(words.dropFirst()))
case "migrate", "migrate-seed", "migrate-dump": Migrating(rest[0], url).run(words[1])
case "wrong":
    // What is no property list.
    open().set(NSObject(), forKey: "a")
    say("\(open().object(forKey: "a") ?? "nil")")
    _exit(0)
default:
    exit(64)
}

/// Counts two numbers up for ever, X before Y, so that Y is never larger, and at most one behind.
func countApart(every turns: Int) {
    var turn = 0
    while true {
        // Closing compacts.
        let defaults = open()
        if turn == 0 { turn = defaults.integer(forKey: "X") }
        for _ in 0..<turns {
            turn += 1
            defaults.set(turn, forKey: "X")
            defaults.set(turn, forKey: "Y")
            say("\(turn)")
        }
    }
}

/// Forks, which can't be called by name, and is what a C library may do.
func forked() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { exit(70) }
    return unsafeBitCast(symbol, to: Fork.self)()
}

/// How many instances of what tells of writes to files this process has open.
func inboxes() -> Int {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return files.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "anon_inode:inotify"
    }
}

// MARK: - Hearing

func hearByClosure(_ counts: Counts) async {
    let (values, feed) = AsyncStream<Int>.makeStream()
    let token = counts.observe(\.shared, initial: true) { feed.yield($0.newValue) }
    for await value in values where sayAndTellIfLast(value) { break }
    token.cancel()
}

func hearByLoop(_ counts: Counts) async {
    for await value in counts.values(of: \.shared) where sayAndTellIfLast(value) { return }
}

/// Says a value that was heard, and returns whether it is the last: a negative one.
func sayAndTellIfLast(_ value: Int) -> Bool {
    say("\(value) \(inboxes())")
    return value < 0
}

/// Reads what is kept in memory again and again, and says when it is another.
func hearByCache(_ counts: Counts) {
    let cached = Stored(Counts.shared, store: counts.store, options: .cached)
    var last: Int?
    while last != -1 {
        let value = cached.wrappedValue
        if value != last { say("\(value) \(inboxes())") }
        last = value
        usleep(100)
    }
}

/// Reads the value again when Observation tells that it is another.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
func hearByObservation(_ counts: Counts) {
    let change = DispatchSemaphore(value: 0)
    var last: Int?
    while true {
        let value = withObservationTracking {
            counts.shared
        } onChange: {
            change.signal()
        }
        if value != last { say("\(value) \(inboxes())") }
        last = value
        if value < 0 { return }
        // By the framework's design, a write between the read and the tracking isn't noticed.
        if counts.shared == value { change.wait() }
    }
}
