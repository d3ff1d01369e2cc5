import Foundation
import SafeDefaults

// What the tests of saving do with `fork`, which no Swift program may call by name, and which C libraries call.

/// Forks once, with a write that waits to be saved, and kills this process in the end, so that it saves nothing more.
///
/// The child begins when the parent allows it.
///
/// - Parameters:
///   - command: What the child does.
///   - end: How the child ends.
func forkOnce(_ command: String, _ end: String) {
    let go = Gate()
    if command == "fork-and-write-first" || command == "fork-first" {
        // The library has saved before, and nothing waits; or it hasn't been used.
        if command != "fork-first" { DefaultsStore.suite("another").flush() }
        let child = forked()
        if child == 0 {
            notes.set("child", forKey: .other)
            leave(end)
        }
        return say("child ended with \(ended(child))")
    }
    notes.text = "old"
    notes.count = 1
    let child = forked()
    if child == 0 {
        go.wait()
        inChild(command)
        leave(end)
    }
    notes.text = "new"
    say("\(notes.store.flush())")
    go.open()
    say("child ended with \(ended(child))")
    kill(getpid(), SIGKILL)
}

private func inChild(_ command: String) {
    switch command {
    case "fork-and-write":
        notes.set("child", forKey: .other)
        notes.reset(\.count)
        say("\(notes.string(forKey: .other) ?? "nil") \(notes.count)")
    default: break
    }
}

/// Forks children while other threads write, and has each end when this process has flushed a newer value than the one
/// the child has inherited.
///
/// - Parameters:
///   - end: How each child ends.
///   - children: How many.
func forkMany(_ end: String, children: Int) {
    for thread in 0..<3 {
        let writer = Notes(store: notes.store)
        Thread.detachNewThread {
            for turn in 0... {
                writer.set("\(thread).\(turn)", forKey: .other)
                if turn % 16 == 0 { usleep(100) }
            }
        }
    }
    var (well, kept) = (0, 0)
    for number in 0..<children {
        let go = Gate()
        notes.text = "before \(number)"
        let child = forked()
        if child == 0 {
            go.wait()
            leave(end)
        }
        notes.text = "after \(number)"
        let isFlushed = notes.store.flush()
        go.open()
        let status = ended(child)
        if status == 0 { well += 1 } else { say("a child ended with \(status)") }
        // The other threads' writes are saved meanwhile, so the file may be half written at times.
        if isFlushed, (0..<500).contains(where: { _ in isThere("after \(number)") }) { kept += 1 }
    }
    say("\(well) ended well, \(kept) kept")
    kill(getpid(), SIGKILL)
}

private func isThere(_ text: String) -> Bool {
    if content().contains(text) { return true }
    usleep(10_000)
    return false
}

/// The suite's file as a text, in which strings of ASCII letters are as they are.
func content() -> String {
    let directory = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
    let data = (try? Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(suite).plist"))) ?? Data()
    return String(decoding: data, as: UTF8.self)
}

/// Ends this process in one of the ways.
private func leave(_ end: String) -> Never {
    switch end {
    case "_exit": _exit(0)
    case "exec":
        execv("/bin/true", argumentsOfTrue)
        _exit(127)
    case "flush": _exit(notes.store.flush() ? 0 : 1)
    default: exit(0)
    }
}

/// The arguments for `true`, which are made before a fork.
///
/// In the child, the Swift runtime may wait for ever for a lock that another thread of the parent held at the fork: it
/// takes one when it first makes an array of a type.
// Unsafe: it is never changed.
private nonisolated(unsafe) let argumentsOfTrue = {
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 2)
    words.initialize(to: strdup("true"))
    (words + 1).initialize(to: nil)
    return words
}()

/// Holds another process up.
private struct Gate {
    private var ends: [Int32] = [0, 0]

    init() { if pipe(&ends) != 0 { exit(71) } }

    func wait() {
        var byte: UInt8 = 0
        close(ends[1])
        _ = read(ends[0], &byte, 1)
        close(ends[0])
    }

    func open() {
        _ = write(ends[1], "!", 1)
        for end in ends { close(end) }
    }
}

private func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

private func forked() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { exit(70) }
    _ = argumentsOfTrue
    return unsafeBitCast(symbol, to: Fork.self)()
}

/// How a child ended, which is killed if it doesn't.
private func ended(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    for _ in 0..<20_000 {
        if waitpid(process, &status, WNOHANG) == process { return status }
        usleep(1_000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return status
}
