// Asks a Mac what the library takes for granted of Apple's systems. It prints 24 lines: what it got, and in
// brackets what the library expects. README.md says how to run it, and what each line would change. It hasn't run
// yet.
//
// It takes less than five minutes, starts itself as a second process, and writes only to the preferences
// "SafeDefaultsFacts…", which it removes, and to a temporary folder.

import Dispatch
import Foundation

let suite = "SafeDefaultsFacts"
let arguments = CommandLine.arguments
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("SafeDefaultsFacts-\(getpid())")

// MARK: - Tools

/// A value that several threads use.
final class Box<Value>: @unchecked Sendable {
    // Unchecked: the lock guards the value.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { change { $0 } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&stored)
    }
}

/// An object that only one thread uses at a time, or that is documented to be safe.
struct Carried<Object>: @unchecked Sendable {
    // Unchecked: see above.
    let object: Object
}

final class Observer: NSObject {
    private let notice: @Sendable (Any?) -> Void

    init(_ notice: @escaping @Sendable (Any?) -> Void) { self.notice = notice }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { notice(change) }
}

/// A `UserDefaults` with values of its own, as those of this library.
final class Subclass: UserDefaults {
    private let values = Box<[String: String]>([:])

    override func object(forKey defaultName: String) -> Any? { values.value[defaultName] }

    override func set(_ value: Any?, forKey defaultName: String) {
        values.change { $0[defaultName] = value as? String }
    }
}

func defaults(_ name: String = suite) -> UserDefaults {
    guard let defaults = UserDefaults(suiteName: name) else {
        print("no suite named \(name)")
        exit(1)
    }
    return defaults
}

/// Runs this program again with arguments, and returns what it printed, or how it ended if not with 0.
///
/// It ends one that waits for a minute: the system may have asked somebody who isn't there for leave.
func child(_ words: String..., at path: String? = nil) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path ?? Bundle.main.executablePath ?? arguments[0])
    process.arguments = words
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return "not started: \(error)" }
    let started = Carried(object: process)
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { started.object.terminate() }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 { return "ended with \(process.terminationStatus)" }
    return (String(data: data, encoding: .utf8) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The median time of a call in microseconds.
func microseconds(_ count: Int, _ body: () -> Void) -> String {
    var times: [UInt64] = []
    for _ in 0..<count {
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        times.append(DispatchTime.now().uptimeNanoseconds - start)
    }
    return String(format: "%.1f µs", Double(times.sorted()[count / 2]) / 1_000)
}

func waitUntil(seconds: Double = 10, _ condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition(), Date() < end { usleep(10_000) }
}

let number = Box(0)

func line(_ name: String, _ got: String, expected: String) {
    let number = number.change { number in
        number += 1
        return number
    }
    print("\(number). \(name): \(got) (\(expected))")
}

// MARK: - The second process

func runChild(_ words: [String]) {
    let shared = defaults()
    switch words.first {
    case "set": shared.set(words[2], forKey: words[1])
    case "synchronize":
        shared.set(words[2], forKey: words[1])
        _ = shared.synchronize()
        _exit(0)
    case "_exit":
        shared.set(words[2], forKey: words[1])
        _exit(0)
    case "small": print(defaults("\(suite)5").string(forKey: "small") != nil)
    case "kinds":
        for key in ["true", "one", "half", "huge"] {
            let object = shared.object(forKey: key) as? NSNumber
            let isBoolean = object === NSNumber(value: true)
            print(object.map { "\(String(cString: $0.objCType))\(isBoolean ? "!" : "")" } ?? "nil", terminator: " ")
        }
    case "observe":
        let (calls, key) = (Box(0), words[1])
        shared.addObserver(Kept.observer { _ in calls.change { $0 += 1 } }, forKeyPath: key, options: [], context: nil)
        shared.set(UUID().uuidString, forKey: key)
        waitUntil(seconds: 1) { calls.value > 1 }
        print(calls.value)
    case "threads":
        let carried = Carried(object: shared)
        let calls = Box(0)
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            for index in 0..<(thread == 4 ? 200 : 20_000) {
                if thread < 4 {
                    carried.object.set(index, forKey: "k\(index % 200)")
                } else {
                    let observer = Kept.observer { _ in calls.change { $0 += 1 } }
                    carried.object.addObserver(observer, forKeyPath: "k\(index)", options: [], context: nil)
                }
            }
        }
        print(calls.value > 0 ? "no crash" : "no notice")
    case "arguments":
        let standard = UserDefaults.standard
        let list = standard.object(forKey: "list")
        print("\(standard.object(forKey: "x") is String) \(standard.integer(forKey: "x")) \(list is [Any])")
    case "group":
        let group = defaults(words[1])
        if words.count > 2 { group.set(words[2], forKey: "group") }
        let isSaved = group.synchronize()
        let domain = group.persistentDomain(forName: words[1])?["group"] as? String
        print("\(group.string(forKey: "group") ?? "nil") \(domain ?? "nil") \(isSaved)")
        if words.count == 2 { group.removeObject(forKey: "group") }
    case "bundle": print(Bundle.main.bundleURL.lastPathComponent)
    case "cloud":
        let cloud = NSUbiquitousKeyValueStore.default
        cloud.set("v" as Any?, forKey: "k")
        print("\(cloud.synchronize()) \(cloud.object(forKey: "k") != nil)")
    case "pwrite":
        let file = open(words[1], O_RDWR)
        for _ in 0..<100 { _ = pwrite(file, "x", 1, 0) }
    default: exit(64)
    }
}

/// Observers that are never released, because releasing one that is registered ends a process.
enum Kept {
    private static let observers = Box<[Observer]>([])

    static func observer(_ notice: @escaping @Sendable (Any?) -> Void) -> Observer {
        let observer = Observer(notice)
        observers.change { $0.append(observer) }
        return observer
    }
}

// MARK: - The facts

func observing() {
    let shared = defaults()
    let names = ["", "a/b", "/tmp/x", UserDefaults.globalDomain]
    line(
        "suites that are nil", names.filter { UserDefaults(suiteName: $0) == nil }.joined(separator: " "),
        expected: UserDefaults.globalDomain)
    let notices = ["a/b", "a.b", "@c"].map { child("observe", $0) }
    line(
        "notices of one write to a/b, a.b, @c", notices.joined(separator: ", "),
        expected: "1, 0, 0; the last two may end the process")

    let events = Box<[String]>([])
    let thread = Carried(object: pthread_self())
    let here: @Sendable () -> String = { pthread_equal(pthread_self(), thread.object) != 0 ? "here" : "elsewhere" }
    let observer = Kept.observer { _ in events.change { $0.append("observer \(here())") } }
    shared.addObserver(observer, forKeyPath: "order", options: [], context: nil)
    let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { _ in events.change { $0.append("notification \(here())") } }
    shared.set(1, forKey: "order")
    events.change { $0.append("set returns") }
    waitUntil(seconds: 1) { events.value.count > 3 }
    line(
        "order of a write", events.value.joined(separator: ", "),
        expected: "observer here, notification here, set returns")

    events.change { $0 = [] }
    shared.register(defaults: ["registered": 1])
    let registering = events.value.count
    let other = defaults("\(suite)2")
    other.setVolatileDomain(["argument": "1"], forName: UserDefaults.argumentDomain)
    let isShared = shared.integer(forKey: "argument") == 1 && other.integer(forKey: "registered") == 1
    line(
        "registered values and arguments of another object",
        "shared \(isShared), notifications \(registering) and \(events.value.count - registering)",
        expected: "shared true, notifications 1 or 0, and 0")
    NotificationCenter.default.removeObserver(token)

    let foreign = Box<String?>(nil)
    let watcher = Kept.observer { _ in
        foreign.change { $0 = String(cString: __dispatch_queue_get_label(nil)) }
    }
    shared.addObserver(watcher, forKeyPath: "foreign", options: [], context: nil)
    _ = child("set", "foreign", UUID().uuidString)
    waitUntil { foreign.value != nil }
    line("queue of another process's write", foreign.value ?? "no notice", expected: "a serial one of CFPreferences")
    line("4 × 20,000 sets while 200 observers come", child("threads"), expected: "no crash")

    let subclass = Subclass(suiteName: "\(suite)3")
    let calls = Box(0)
    subclass?.addObserver(
        Kept.observer { _ in calls.change { $0 += 1 } }, forKeyPath: "a", options: [], context: nil)
    subclass?.willChangeValue(forKey: "a")
    subclass?.didChangeValue(forKey: "a")
    line("observing a subclass by hand", "\(calls.value)", expected: "1")
    // It is observed until the end.
    if let subclass { _ = Unmanaged.passRetained(subclass) }
}

func values() throws {
    let shared = defaults()
    shared.set("now", forKey: "domain")
    let domain = shared.persistentDomain(forName: suite)?["domain"] as? String
    line("a suite's persistent domain after a set", domain ?? "nil", expected: "now")
    line(
        "launch arguments -x 7 -list (a)", child("arguments", "-x", "7", "-list", "(a)"), expected: "true 7 true")

    shared.set(URL(fileURLWithPath: NSHomeDirectory() + "/a b"), forKey: "file")
    shared.set(URL(string: "https://example.com/"), forKey: "page")
    let file = shared.object(forKey: "file") as? String ?? "no string"
    line(
        "forms of URLs", "\(file), \(shared.object(forKey: "page") is Data ? "data" : "no data")",
        expected: "~/a b, data")

    let (texts, subclass) = (["YES", "Y", "true", "T", "1", "7", "no"], Subclass(suiteName: "\(suite)4"))
    func truths(_ defaults: UserDefaults?) -> String {
        texts.filter { text in
            defaults?.set(text as Any?, forKey: "truth")
            return defaults?.bool(forKey: "truth") == true
        }.joined(separator: " ")
    }
    line(
        "texts that are true", "\(truths(shared)); of a subclass \(truths(subclass))",
        expected: "YES true 1; of a subclass YES Y 1 7")

    shared.set(true, forKey: "true")
    shared.set(1, forKey: "one")
    shared.set(0.5, forKey: "half")
    shared.set(NSNumber(value: UInt64.max), forKey: "huge")
    _ = shared.synchronize()
    line(
        "kinds of numbers in another process", child("kinds"),
        expected: "c! q d, and anything but nil; the one with ! is the Boolean")

    let large = defaults("\(suite)5")
    large.set(String(repeating: "x", count: 5 << 20), forKey: "large")
    large.set("small", forKey: "small")
    _ = large.synchronize()
    let kept = large.string(forKey: "large")?.count == 5 << 20
    let url = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask)[0]
        .appendingPathComponent("Preferences/\(suite)5.plist")
    waitUntil { FileManager.default.fileExists(atPath: url.path) }
    line(
        "5 MB in one domain, then a small value",
        "read here \(kept), a file \(FileManager.default.fileExists(atPath: url.path)), elsewhere \(child("small"))",
        expected: "read here true, a file false, elsewhere false")
}

func processes() throws {
    let shared = defaults()
    func kept(_ way: String) -> Int {
        for index in 0..<200 { _ = child(way, "\(way)\(index)", "kept") }
        return (0..<200).filter { shared.string(forKey: "\(way)\($0)") == "kept" }.count
    }
    line(
        "of 200 children's last writes are kept",
        "exit \(kept("set")), synchronize \(kept("synchronize")), _exit "
            + "\(kept("_exit"))", expected: "synchronize 200, the others at most")

    let tool = folder.appendingPathComponent("X.app/Contents/MacOS/tool")
    try FileManager.default.createDirectory(
        at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Bundle.main.executablePath ?? arguments[0]), to: tool)
    line("main bundle of a tool in an app", child("bundle", at: tool.path), expected: "X.app")
    line("iCloud without the entitlement", child("cloud"), expected: "false, and true or false")
}

func files() {
    let path = folder.appendingPathComponent("lock").path
    let first = open(path, O_RDWR | O_CREAT, 0o600)
    let second = open(path, O_RDWR)
    defer { for file in [first, second] { close(file) } }
    _ = pwrite(first, "x", 1, 0)
    let events = Box(0)
    let isRegistered = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: first, eventMask: .write, queue: .global())
    source.setEventHandler { events.change { $0 += 1 } }
    source.setRegistrationHandler { _ = isRegistered.signal() }
    source.activate()
    _ = isRegistered.wait(timeout: .now() + 10)
    for _ in 0..<100 { _ = pwrite(second, "x", 1, 0) }
    waitUntil { events.value > 0 }
    usleep(200_000)
    let own = events.change { events in
        defer { events = 0 }
        return events
    }
    _ = child("pwrite", path)
    waitUntil { events.value > 0 }
    line(
        "events of 100 pwrites", "\(own) of this process, \(events.value) of another",
        expected: "each from 1 to 100; with 0 an observed file store is polled")
    source.cancel()

    _ = flock(first, LOCK_EX)
    let isExcluded = flock(second, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    line("a flock excludes the process's other one", "\(isExcluded)", expected: "true")

    let names = ["a", "b", "c"].map { folder.appendingPathComponent($0).path }
    for name in names.prefix(2) { close(open(name, O_RDWR | O_CREAT, 0o600)) }
    let swaps = renameatx_np(AT_FDCWD, names[0], AT_FDCWD, names[1], UInt32(RENAME_SWAP)) == 0
    let isRefused = renameatx_np(AT_FDCWD, names[0], AT_FDCWD, names[1], UInt32(RENAME_EXCL)) != 0 && errno == EEXIST
    line("renameatx_np", "swaps \(swaps), refuses an existing name \(isRefused)", expected: "swaps true, refuses true")

    let shared = defaults()
    for index in 0..<200 { shared.set(index, forKey: "time\(index)") }
    shared.register(defaults: Dictionary((0..<500).map { ("registered\($0)", $0) }) { $1 })
    let times = [
        "object " + microseconds(1_000) { _ = shared.object(forKey: "time7") },
        "arguments " + microseconds(1_000) { _ = shared.volatileDomain(forName: UserDefaults.argumentDomain) },
        "registered " + microseconds(1_000) { _ = shared.volatileDomain(forName: UserDefaults.registrationDomain) },
        "domain " + microseconds(1_000) { _ = shared.persistentDomain(forName: suite) },
        "F_FULLFSYNC "
            + microseconds(20) {
                _ = pwrite(first, "y", 1, 0)
                _ = fcntl(first, F_FULLFSYNC)
            },
    ]
    line(
        "times", times.joined(separator: ", "), expected: "the first two below 1 µs, the third and fourth below 100 µs")
}

func objects() {
    line("class of .standard", "\(type(of: UserDefaults.standard))", expected: "NSUserDefaults or UserDefaults")
    let (observed, other) = (defaults("\(suite)6"), defaults("\(suite)6"))
    let notices = Box(0)
    let observer = Kept.observer { _ in notices.change { $0 += 1 } }
    observed.addObserver(observer, forKeyPath: "other", options: [], context: nil)
    other.set(1, forKey: "other")
    waitUntil(seconds: 1) { notices.value > 0 }
    line(
        "notices of a write by the suite's other object",
        "\(notices.value)\(observed === other ? ", the same object" : "")", expected: "1")

    // An observer that waits for a read on another thread, for a write of this process and for another's.
    let reads = Box<[String]>([])
    let waiting = Kept.observer { _ in
        let isRead = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = defaults().object(forKey: "read")
            isRead.signal()
        }
        let result = isRead.wait(timeout: .now() + 5) == .success ? "read" : "blocked"
        reads.change { $0.append(result) }
    }
    let shared = defaults()
    shared.addObserver(waiting, forKeyPath: "waiting", options: [], context: nil)
    shared.set("1", forKey: "waiting")
    waitUntil { reads.value.count == 1 }
    _ = child("set", "waiting", UUID().uuidString)
    waitUntil { reads.value.count == 2 }
    line("a read elsewhere while an observer runs", reads.value.joined(separator: ", "), expected: "read, read")
}

/// Last, because the system may ask for leave.
func groups() {
    // For a program that is signed with a group, README.md says how to name it.
    let group = ProcessInfo.processInfo.environment["GROUP"] ?? "group.\(suite)"
    let (writer, reader) = (child("group", group, "kept"), child("group", group))
    line(
        "a group: its value, its persistent domain, synchronize", "\(writer); in another process \(reader)",
        expected: "kept kept true in both; unless the signature has it, from macOS 27 on nil nil in the second")
}

if arguments.count > 1 {
    runChild(Array(arguments.dropFirst()))
    exit(0)
}
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    observing()
    try values()
    try processes()
    files()
    objects()
    groups()
    for index in [""] + (2...6).map(String.init) { defaults().removePersistentDomain(forName: suite + index) }
    try FileManager.default.removeItem(at: folder)
} catch {
    print("not finished: \(error)")
    exit(1)
}
