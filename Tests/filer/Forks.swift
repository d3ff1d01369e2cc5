import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Forks again and again while other threads write, observe and read everything; each child ends normally.
///
/// - Parameters:
///   - url: The store.
///   - children: How many.
/// - Returns: The number of children that ended.
func forkWhileBusy(_ url: URL, children: Int) -> Int {
    let counts = Counts(store: .file(url))
    counts.observe(\.shared) { _ in }.cancel()
    let isOver = NSLock()
    isOver.lock()
    let hasWritten = DispatchSemaphore(value: 0)
    for thread in 0..<3 {
        Thread.detachNewThread {
            var turn = 0
            while !isOver.try() {
                if turn == 1 { hasWritten.signal() }
                turn += 1
                counts.store.userDefaults.set(turn, forKey: "thread.\(thread)")
                counts.observe(\.shared) { _ in }.cancel()
                _ = counts.dictionaryRepresentation
            }
            isOver.unlock()
        }
    }
    for _ in 0..<3 { hasWritten.wait() }
    var well = 0
    for _ in 0..<children {
        let process = forked()
        if process == 0 { exit(0) }
        if ended(process) == 0 { well += 1 }
    }
    isOver.unlock()
    return well
}

/// Forks in an update's closure that has the store's lock; the child ends normally, and the parent goes on.
///
/// - Returns: How the child ended, whether another process could write meanwhile, and the value in the end.
func forkUnderTheLock(_ url: URL) -> String {
    let counts = Counts(store: .file(url))
    counts.shared = 0
    var (runs, status, text) = (0, Int32(-1), "")
    counts.update(\.shared) { count in
        // Overtaken by its own write each time, so that in the end it runs under the lock.
        runs += 1
        if runs <= 32 { return counts.shared += 1 }
        let child = forked()
        if child == 0 { exit(0) }
        status = ended(child)
        text = isLocked(url) ? "locked" : "free"
        count = -2
    }
    return "child ended with \(status), \(text), \(counts.shared)"
}

/// Whether some process has the store's lock.
private func isLocked(_ url: URL) -> Bool {
    let lock = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).lock")
    let file = open(lock.path, O_RDWR)
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
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
