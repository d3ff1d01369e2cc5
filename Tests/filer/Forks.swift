import Foundation
import SafeDefaults

/// Forks again and again while other threads write, observe and read everything; each child ends at once.
///
/// - Parameters:
///   - url: The store.
///   - children: The number of children.
/// - Returns: How many children ended well.
func forkWhileBusy(_ url: URL, children: Int) -> Int {
    let counts = Counts(store: .file(url))
    let isOver = NSLock()
    isOver.lock()
    for thread in 0..<3 {
        Thread.detachNewThread {
            var turn = 0
            while !isOver.try() {
                turn += 1
                counts.store.userDefaults.set(turn, forKey: "thread.\(thread)")
                counts.observe(\.shared) { _ in }.cancel()
                _ = counts.dictionaryRepresentation
            }
            isOver.unlock()
        }
    }
    var well = 0
    for child in 0..<children {
        counts.shared = child
        let process = forked()
        if process == 0 { exit(0) }
        if ended(process) == 0 { well += 1 }
    }
    isOver.unlock()
    return well
}

/// Forks in an update's closure that has the store's lock, and writes in parent and child while both are in it.
///
/// - Returns: How many of their 200 writes each says were made, and what the closure's own value was in the end.
func forkUnderTheLock(_ url: URL) -> String {
    let counts = Counts(store: .file(url))
    let store = Free(store: .file(url))
    counts.shared = 0
    var (runs, made, child) = (0, 0, pid_t(0))
    counts.update(\.shared) { count in
        // Overtaken by its own write each time, so that in the end it runs under the lock.
        runs += 1
        if runs <= 32 { return counts.shared += 1 }
        child = forked()
        let name = child == 0 ? "child" : "parent"
        for turn in 1...200 {
            if (try? store.write(turn, forKey: .init(rawValue: "\(name).\(turn)"))) != nil { made += 1 }
        }
        count = child == 0 ? -1 : -2
    }
    if child == 0 {
        // Out of the closure it is a process like any other.
        store.set(made, forKey: .init(rawValue: "made"))
        _exit(0)
    }
    let status = ended(child)
    let childs = store.integer(forKey: .init(rawValue: "made")) ?? -1
    return "child ended with \(status), made \(childs); parent made \(made), \(counts.shared)"
}

/// Kills a child that has the store's lock, and writes.
///
/// - Returns: Whether the write was made.
func forkAndKill(_ url: URL) -> Bool {
    let counts = Counts(store: .file(url))
    counts.shared = 0
    var news: [Int32] = [0, 0]
    guard pipe(&news) == 0 else { return false }
    let child = forked()
    if child == 0 {
        var runs = 0
        counts.update(\.shared) { _ in
            runs += 1
            if runs <= 32 { return counts.shared += 1 }
            _ = write(news[1], "!", 1)
            while true { pause() }
        }
    }
    var byte: UInt8 = 0
    _ = read(news[0], &byte, 1)
    kill(child, SIGKILL)
    _ = ended(child)
    counts.shared = -1
    return counts.shared == -1
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
