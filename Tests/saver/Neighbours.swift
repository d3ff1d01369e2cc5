import Foundation
@testable import SafeDefaults

// What the tests of several processes over one suite do, one of which calls `synchronize()` itself.

private struct Free: SafeDefaults {
    struct Keys: DefaultsKey {
        let rawValue: String
        static var allCases: [Keys] { [] }
        init(rawValue: String) { self.rawValue = rawValue }
    }
    var store: DefaultsStore
}

/// The names that both processes change.
private let names = (0..<20).map { "shared\($0)" }

/// Changes all shared names, saves, and then calls `synchronize()` for each file that appears.
///
/// It changes one name directly before each call, and removes the file after it. A file with the text "end" ends that.
func synchronizeForEachFile(_ path: String) {
    _ = takeLocale()
    let bare = notes.store.userDefaults
    for name in names { bare.set(0.25, forKey: name) }
    print(notes.store.flush())
    fflush(nil)
    for turn in 1... {
        while access(path, F_OK) != 0 { usleep(1_000) }
        if (try? String(contentsOfFile: path, encoding: .utf8)) == "end" { break }
        bare.set(Double(turn) + 0.25, forKey: "own")
        bare.synchronize()
        if turn % 10 == 0, !notes.store.flush() { print("not saved") }
        unlink(path)
    }
    print(notes.store.flush())
}

/// Changes the shared names, and one that only this round has, and saves.
func saveRound(_ round: Int) {
    let free = Free(store: notes.store)
    for name in names { free.set(Double(round) + 0.25, forKey: .init(rawValue: name)) }
    free.set(round, forKey: .init(rawValue: "round\(round)"))
    print(free.store.flush())
}

/// How many of what the last of some rounds has saved are there, and how many of the rounds.
func sayWhatIsThere(after rounds: Int) {
    let free = Free(store: notes.store)
    let shared = names.count { free.double(forKey: .init(rawValue: $0)) == Double(rounds) + 0.25 }
    print(shared, (1...rounds).count { free.integer(forKey: .init(rawValue: "round\($0)")) == $0 })
}

/// Writes some names while another thread calls `synchronize()` of another suite, and says which writes weren't read
/// back.
///
/// Then saves, and says how many of the last ones aren't saved.
func writeBesideSynchronize(rounds: Int, names count: Int) {
    let names = names.prefix(count)
    Thread.detachNewThread {
        let other = UserDefaults(suiteName: "beside")
        for number in 0... {
            other?.set(number, forKey: "number")
            other?.synchronize()
        }
    }
    let free = Free(store: notes.store)
    var (last, lost) = ([Double?](repeating: nil, count: names.count), [String]())
    for round in 1...rounds {
        for (index, name) in names.enumerated() where Bool.random() {
            // The old value, a new one, or none.
            last[index] = [nil, 0.25, Double(round) + 0.1].randomElement() ?? nil
            free.set(last[index], forKey: .init(rawValue: name))
        }
        usleep(UInt32.random(in: 0...3_000))
        if round % 8 == 0 { free.store.flush() }
        for (value, name) in zip(last, names) {
            let found = free.double(forKey: .init(rawValue: name))
            if found != value { lost.append("\(round) \(name) \(found ?? -1) for \(value ?? -1)") }
        }
    }
    print(lost, free.store.flush())
    let file = try? notes.store.fileURL.map { try Data(contentsOf: $0) }
    let saved = try? PropertyListSerialization.propertyList(from: file ?? Data(), format: nil) as? [String: Any]
    print(zip(last, names).count { saved?[$1] as? Double != $0 })
}

/// Saves, and before the file is replaced, changes the text.
///
/// The tests' library makes the save wait, and this opens its gate. Reads after Foundation has read the file again,
/// saves again, and says what is saved.
///
/// - Parameter changes: What to do, step by step: write a text, or remove it, through the library; write it directly;
///   have Foundation write the file, or read it.
func changeBeforeAReplacement(_ changes: [String]) {
    let gate = ProcessInfo.processInfo.environment["SHIM_GATE"] ?? ""
    let bare = notes.store.userDefaults
    notes.removeObject(forKey: .count)
    let saving = Thread { print(notes.store.flush()) }
    saving.start()
    while access("\(gate).reached", F_OK) != 0 { usleep(1_000) }
    for change in changes {
        switch change {
        case "write": UserDefaults(suiteName: "beside")?.synchronize()
        case "read": _ = bare.string(forKey: "text")
        case "remove": notes.text = nil
        case _ where change.hasPrefix("directly "): bare.set(String(change.dropFirst(9)), forKey: "text")
        default: notes.text = change
        }
    }
    try? Data().write(to: URL(fileURLWithPath: "\(gate).open"))
    while !saving.isFinished { usleep(1_000) }
    UserDefaults(suiteName: "beside")?.synchronize()
    print(notes.text ?? "nil", notes.store.flush(), notes.text ?? "nil")
}

/// Saves while another thread is in the middle of a write, which it makes before the file is replaced.
///
/// The tests' library makes the save wait, and the write opens its gate. Says what is found and saved in the end.
func makeAWriteBeforeAReplacement() {
    let gate = ProcessInfo.processInfo.environment["SHIM_GATE"] ?? ""
    // NB: `UserDefaults` of Foundation's own class is safe from several threads, and isn't said to be.
    nonisolated(unsafe) let defaults = UserDefaults(suiteName: "acme") ?? .standard
    guard let saving = StoreSaving(defaults, domain: "acme") else {
        return print("no store")
    }
    saving.open()
    let isBegun = DispatchSemaphore(value: 0)
    let writing = Thread {
        saving.save(nil, named: "removed") {
            isBegun.signal()
            while access("\(gate).reached", F_OK) != 0 { usleep(1_000) }
            defaults.set(1, forKey: "other")
            UserDefaults(suiteName: "beside")?.synchronize()
            defaults.removeObject(forKey: "removed")
            try? Data().write(to: URL(fileURLWithPath: "\(gate).open"))
        }
    }
    writing.start()
    isBegun.wait()
    saving.save(.integer(1), named: "count") { defaults.set(1, forKey: "count") }
    print(saving.flush(at: nil))
    while !writing.isFinished { usleep(1_000) }
    print(saving.flush(at: nil), defaults.object(forKey: "removed") ?? "nil")
    let file = try? saving.fileURL.map { try Data(contentsOf: $0) }
    let saved = try? PropertyListSerialization.propertyList(from: file ?? Data(), format: nil) as? [String: Any]
    print(saved?.keys.sorted() ?? [])
}

/// Makes some changes while another process, which writes the file itself, or other code does so too.
func changeBesideOthers() throws {
    let bare = notes.store.userDefaults
    let file = notes.store.fileURL ?? URL(fileURLWithPath: "/")
    notes.text = "one"
    print(notes.store.flush())
    // Memory has the old text still.
    try PropertyListSerialization.data(fromPropertyList: ["text": "two"], format: .xml, options: 0).write(to: file)
    notes.text = "one"
    print(notes.store.flush(), notes.text ?? "nil")
    bare.removeObject(forKey: "text")
    print(notes.string(forKey: .other) ?? "nil", notes.text ?? "nil", notes.store.flush(), notes.text ?? "nil")
}

#if canImport(Darwin)
/// Does nothing, because a daemon saves there.
func readDuringASave() throws {}
#else
/// Removes the only value, and reads it during the save, before Foundation has written the file.
func readDuringASave() throws(DefaultsError) {
    let defaults = UserDefaults(suiteName: "acme") ?? .standard
    guard let saving = StoreSaving(defaults, domain: "acme") else {
        return print("no store")
    }
    saving.open()
    saving.save(.integer(1), named: "other") { defaults.set(1, forKey: "other") }
    saving.save(nil, named: "other") { defaults.removeObject(forKey: "other") }
    print(saving.flush(at: nil))
    // The save that the write schedules waits.
    guard ProcessLock.lock(until: .now() + 60, makingDirectory: true) else { return print("no lock") }
    defer { ProcessLock.unlock() }
    saving.save(nil, named: "removed") { defaults.removeObject(forKey: "removed") }
    var issues: [DefaultsIssue] = []
    try saving.prepare(&issues)
    print(saving.object(named: "removed") ?? "nil", issues.count)
    _ = try saving.finish(saving.synchronize())
    print(saving.object(named: "removed") ?? "nil")
}
#endif
