import Foundation
import SafeDefaults

// What the tests do of a process for which the system can't do what it asks for.

/// Limits the size of files that are written from now on, in bytes.
func limitFiles(to size: rlim_t) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: size, rlim_max: rlim_t.max)
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}

/// Sets a text and saves it, again and again, while other threads take every descriptor, and give it back.
///
/// Prints the last text that was saved.
func writeAtALimit(of descriptors: Int) {
    // NB: libdispatch ends the process if it can't open what it needs at its first use.
    notes.count = 1
    notes.store.flush()
    var limit = rlimit(rlim_cur: rlim_t(descriptors), rlim_max: rlim_t(descriptors))
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_NOFILE, &limit)
    #endif
    for _ in 0..<3 {
        Thread.detachNewThread {
            while true {
                let taken = (0..<descriptors).map { _ in dup(0) }.prefix { $0 >= 0 }
                usleep(UInt32.random(in: 0...2_000))
                for descriptor in taken { close(descriptor) }
                usleep(UInt32.random(in: 0...2_000))
            }
        }
    }
    var saved = "old"
    for number in 0..<30 {
        notes.text = "\(number)"
        if notes.store.flush() { saved = "\(number)" }
    }
    print(saved)
    fflush(nil)
    kill(getpid(), SIGKILL)
}

/// Reads and writes while the file is away, when Foundation reads it again because another file has been saved.
///
/// Prints the text before, and once the file is there again the text and how many of the other values reads find.
func readWithoutTheFile(_ step: String, path: String) {
    let bare = notes.store.userDefaults
    print(notes.text ?? "nil")
    let other = Notes(store: .suite("other"))
    other.count = 1
    other.store.flush()
    rename(path, "\(path).away")
    switch step {
    case "write": notes.count = 1
    case "write-directly": bare.set(1, forKey: "direct")
    default: _ = notes.count
    }
    rename("\(path).away", path)
    let text = notes.text ?? "nil"
    print(text, (0..<20).count { bare.integer(forKey: "old\($0)") == $0 + 1 })
    print(notes.store.flush())
}
