#if !canImport(Darwin)
import Foundation

// NB: swift-corelibs-foundation loads what it knows of a suite at the suite's first use, without a lock around it: of
// two threads that come first together each loads it, and what is written to the copy that is then dropped is lost. The
// same can happen in one suite while another is used first. So each object is used once before anybody gets its store.
enum FirstUse {
    private static let lock = NSLock()

    /// Has Foundation load what is behind an object.
    static func make(of userDefaults: UserDefaults) {
        // A subclass runs somebody's code, which must not run under a lock.
        guard type(of: userDefaults) == UserDefaults.self else { return load(userDefaults) }
        lock.lock()
        defer { lock.unlock() }
        load(userDefaults)
    }

    private static func load(_ userDefaults: UserDefaults) {
        _ = userDefaults.object(forKey: "SafeDefaults")
    }
}
#endif
