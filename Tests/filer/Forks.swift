import Foundation
import SafeDefaults

/// Forks again and again while other threads write, observe and look at everything; each child writes and reads.
///
/// - Parameters:
///   - url: The store.
///   - children: How many.
/// - Returns: How many children ended well.
func forkWhileBusy(_ url: URL, children: Int) -> Int {
    let counts = Counts(store: .file(url))
    // What a child does has been done once: the runtime makes types when they are first used, under locks of its own, which
    // no fork waits for.
    let token = counts.observe(\.shared) { _ in }
    counts.shared = 1
    token.cancel()
    _ = counts.shared
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
        let process = forked()
        if process == 0 {
            counts.shared = child
            _exit(counts.shared == child ? 0 : 1)
        }
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
