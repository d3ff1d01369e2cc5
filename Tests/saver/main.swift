import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsMigrations

// saver <suite, or - for .standard> <command> [argument]
// A second process for the tests of saving: it writes, and then ends in the way the command names. `await` at the top
// level makes its main asynchronous; the tour's is not.

struct Notes: SafeDefaults {
    enum Keys: String, DefaultsKey { case text, other, count }

    struct Settings {
        let text = Setting<String?>(.text)
        let count = Setting(.count, default: 0).secret()
    }
    static let settings = Settings()
    var store: DefaultsStore
}

/// What a handler at the process's end waits for.
let worker = DispatchSemaphore(value: 0)

let arguments = CommandLine.arguments.dropFirst()
let suite = arguments.first ?? "-"
let command = arguments.dropFirst().first ?? ""
let argument = arguments.dropFirst(2).first ?? ""
// As main of a C program does, before anything is read.
let sign = command == "count-in-locale" ? takeLocale() : ""
let notes = Notes(store: suite == "-" ? .standard : .suite(suite))

if command != "unreadable" {
    DefaultsIssue.handler = { issue in
        FileHandle.standardError.write(Data("\(issue.kind): \(issue.error)\n".utf8))
        if command == "exit-in-handler" { exit(0) }
    }
}

switch command {
case "read":
    print(notes.string(forKey: .text) ?? "nil", notes.string(forKey: .other) ?? "nil", notes.count)
case "count-in-locale":
    let before = notes.double(forKey: .other)
    notes.set(Double(argument), forKey: .other)
    if !notes.store.flush() { print("not saved") }
    let numbers = [before, notes.double(forKey: .other)].map { $0.map { "\($0)" } ?? "nil" }
    print(sign, notes.text ?? "nil", numbers[0], numbers[1])
case "exit-in-migration":
    // Registered before the library's handler, so it runs after that.
    atexit {
        worker.wait()
        print("ended")
    }
    notes.text = argument
    notes.store.flush()
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let list = DefaultsMigrations(
            "saver",
            [
                .version(
                    1,
                    [
                        .custom("slow") { draft in
                            begun.signal()
                            usleep(300_000)
                            try draft.set("moved", forKey: "text")
                        }
                    ])
            ])
        do { print(try list.run(in: notes.store)) } catch { print("not migrated") }
        worker.signal()
    }
    begun.wait()
    exit(0)
case "observe-in-handler":
    // A directory is in the file's place at first, and a damaged list later.
    mkdir(argument, 0o700)
    let sample = Notes(store: .file(URL(fileURLWithPath: argument)))
    let isHandled = DispatchSemaphore(value: 0)
    DefaultsIssue.handler = { _ in
        sample.observe(\.text) { _ in }.cancel()
        isHandled.signal()
    }
    let token = sample.observe(\.text) { _ in }
    rmdir(argument)
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: argument))
    isHandled.wait()
    print("handled")
    token.cancel()
case "write":
    notes.text = argument
case "write-async":
    await Task.detached { notes.text = argument }.value
case "write-exit":
    notes.text = argument
    exit(0)
case "exit-in-update":
    notes.text = argument
    notes.update(\.count) { count in
        count += 1
        exit(0)
    }
case "exit-in-locked-update":
    notes.text = argument
    // Its own write overtakes it each time, so that in the end the body runs under the lock.
    var runs = 0
    notes.update(\.count) { count in
        runs += 1
        if runs > 32 { exit(0) }
        notes.count += 1
        count = 0
    }
case "write-in-exit-handler":
    // Registered before the library's own handler, so that it runs after it.
    atexit { notes.text = argument }
    notes.set("early", forKey: .other)
case "exit-in-worker":
    notes.text = argument
    DispatchQueue.global().async { exit(0) }
    while true { pause() }
case "exit-in-handler":
    notes.text = argument
    notes.store.flush()
    exit(3)
case "exit-while-saving":
    notes.text = argument
    for _ in 0..<2 {
        Thread.detachNewThread {
            for number in 0... {
                notes.set(number, forKey: .other)
                notes.store.flush()
            }
        }
    }
    // The threads save by now.
    for _ in 0..<2_000 where !content().contains("other") { usleep(1_000) }
    exit(0)
case "write-and-wait":
    notes.text = argument
    print("written")
    fflush(nil)
    while true { pause() }
case "flush-and-kill":
    notes.text = argument
    print(notes.store.flush())
    fflush(nil)
    kill(getpid(), SIGKILL)
case "count-and-flush":
    while true {
        notes.count += 1
        if notes.store.flush() { print(notes.count) }
        fflush(nil)
    }
case "report-under-a-limit":
    // On the size of a file, which cuts a save short as a full disk does. Set from within: sanitizers can't start under
    // it.
    limitFiles(to: 8_192)
    notes.text = argument
    print(notes.store.flush(), notes.text ?? "nil")
case "write-and-report":
    notes.text = argument
    print(notes.store.flush(), notes.text ?? "nil")
case "write-both-ways-and-report":
    notes.text = argument
    notes.store.userDefaults.set(1, forKey: "direct")
    print(notes.store.flush(), notes.text ?? "nil")
case "write-twice-and-report":
    notes.text = "first"
    notes.store.flush()
    notes.text = argument
    print(notes.store.flush(), notes.text ?? "nil")
case "overwrite-directly-and-report":
    notes.text = "earlier"
    notes.store.userDefaults.set(argument, forKey: Notes.Keys.text.uniqueValue)
    notes.store.flush()
    print(notes.text ?? "nil")
case "read-without-the-file":
    readWithoutTheFile(argument, path: arguments.dropFirst(3).first ?? "")
case "remove-and-report":
    notes.text = nil
    print(notes.store.flush())
case "exit-at-a-signal":
    signal(SIGUSR1) { _ in exit(0) }
    notes.text = argument
    print(notes.store.flush(), notes.text ?? "nil")
case "old-values":
    // How many of the values are there that the trials of faults begin with.
    let bare = notes.store.userDefaults
    let old = (0..<20).count { number in bare.integer(forKey: "old\(number)") == number + 1 }
    print(old, notes.text ?? "nil", (bare.object(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate ?? 0)
case "save-around":
    // Foundation doesn't store 1 over 1.0, so the library has to set it anew.
    notes.count = 1
    print(notes.store.flush())
    fflush(nil)
    while access(argument, F_OK) != 0 { usleep(1_000) }
    notes.text = "new"
    print(notes.store.flush())
case "set-back-directly":
    notes.count = 1
    notes.store.flush()
    notes.store.userDefaults.set(0, forKey: "count")
    notes.store.userDefaults.synchronize()
    notes.text = "new"
    print(notes.store.flush(), notes.count)
case "set-another-number-directly":
    notes.set(7, forKey: .other)
    notes.store.userDefaults.set(0.25, forKey: "other")
    print(notes.store.flush(), notes.double(forKey: .other) ?? 0)
case "count-once":
    notes.count += 1
case "damage-between-saves":
    notes.text = "a"
    notes.store.flush()
    try? Data("damaged".utf8).write(to: URL(fileURLWithPath: argument))
    notes.text = "b"
    notes.store.flush()
case "write-two-and-report":
    // Into the suite named last first: what goes wrong there must not reach the other.
    let others = Notes(store: .suite(arguments.last ?? ""))
    others.text = argument
    notes.text = argument
    print(notes.store.flush(), notes.text ?? "nil", others.store.flush(), others.text ?? "nil")
    notes.store.flush()
    print(notes.text ?? "nil", others.text ?? "nil")
case "flush-among-writers":
    for _ in 0..<3 {
        Thread.detachNewThread {
            for number in 0... {
                notes.set(number, forKey: .other)
                if number % 64 == 0 { notes.store.flush() }
            }
        }
    }
    print((0..<300).count { _ in !notes.store.flush() })
case "count-through-both":
    let others = [notes, Notes(store: .standard)]
    DispatchQueue.concurrentPerform(iterations: 4) { turn in
        for _ in 0..<200 { others[turn % 2].update(\.count) { $0 += 1 } }
    }
    print(notes.store == .standard, notes.count)
case "count-in-fresh-suites":
    for round in 0..<(Int(argument) ?? 0) {
        let fresh = "\(suite).\(round)"
        let injected = UserDefaults(suiteName: fresh).map { DefaultsStore($0) }
        let store: @Sendable () -> DefaultsStore = {
            arguments.last == "injected" ? injected ?? .standard : .suite(fresh)
        }
        let threads = DispatchGroup()
        for _ in 0..<4 {
            threads.enter()
            Thread.detachNewThread {
                let sample = Notes(store: store())
                for _ in 0..<50 {
                    _ = sample.count
                    sample.update(\.count) { $0 += 1 }
                }
                threads.leave()
            }
        }
        threads.wait()
        print(Notes(store: store()).count)
    }
case "named":
    let named = Notes(store: .file(named: argument))
    named.text = "text"
    print(named.text ?? "nil", named.store.flush())
case "fork-before-flush", "fork-and-write", "fork-and-write-first", "fork-first":
    forkOnce(command, argument)
case "fork-many":
    forkMany(argument, children: Int(arguments.last ?? "") ?? 0)
case "count-when-readable":
    notes.update(\.count) { $0 += 1 }
    print(notes.count, notes.store.availability, notes.store.flush())
    notes.text = "new"
    chmod(argument, 0o600)
    while notes.store.availability != .available { usleep(1_000) }
    notes.update(\.count) { $0 += 1 }
    print(notes.store.flush(), notes.text ?? "nil", notes.count)
case "clear-directly", "clear-directly-after-a-failure":
    notes.text = "new"
    if command == "clear-directly-after-a-failure" { limitFiles(to: 100) }
    print(notes.store.flush())
    limitFiles(to: 1_000_000)
    // Of what the trials of faults begin with, all or all but the date.
    let others = command == "clear-directly" ? ["real"] : ["real", "date"]
    for name in ["other", "count"] + others + (0..<20).map({ "old\($0)" }) {
        notes.store.userDefaults.removeObject(forKey: name)
    }
    notes.text = argument
    print(notes.store.flush())
case "write-odd-values":
    notes.text = "Board 7\0"
    notes.set("\u{FEFF}mark", forKey: .other)
    notes.count = 7
    print(notes.store.flush())
case "read-odd-values":
    print(notes.text == "Board 7\0", notes.string(forKey: .other) == "\u{FEFF}mark", notes.count)
case "write-again-and-again-at-a-limit": writeAtALimit(of: Int(argument) ?? 0)
case "synchronize-for-each-file": synchronizeForEachFile(argument)
case "save-round": saveRound(Int(argument) ?? 0)
case "write-beside-synchronize": writeBesideSynchronize(rounds: 300, names: Int(argument) ?? 0)
case "make-a-write-before-a-replacement": makeAWriteBeforeAReplacement()
case "change-before-a-replacement": changeBeforeAReplacement(argument.components(separatedBy: ","))
case "change-beside-others": try changeBesideOthers()
case "read-during-a-save": try readDuringASave()
case "what-is-there": sayWhatIsThere(after: Int(argument) ?? 0)
case "unreadable":
    notes.set("planted", forKey: .count)
    print(notes.count)
default:
    exit(64)
}
