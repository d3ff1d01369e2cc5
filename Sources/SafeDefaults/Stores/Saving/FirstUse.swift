import Foundation

/// Prepares a `UserDefaults` for its first use by several threads.
///
/// NB: swift-corelibs-foundation loads a suite at its first use, without a lock. If two threads use it first at the
/// same time, each loads it, one copy is dropped, and writes to that copy are lost. The same can happen to one suite
/// while another one is first used. So each object is used once before a store uses it.
enum FirstUse {
    #if canImport(Darwin)
    /// Does nothing, because it isn't needed on Apple systems.
    static func prepare(_ userDefaults: UserDefaults) {}
    #else
    private static let lock = RecursiveLock()

    /// Makes Foundation load the values of an object.
    static func prepare(_ userDefaults: UserDefaults) {
        // A subclass may run other code, which must not run under a lock.
        guard type(of: userDefaults) == UserDefaults.self else { return load(userDefaults) }
        lock.lock()
        defer { lock.unlock() }
        load(userDefaults)
    }

    private static func load(_ userDefaults: UserDefaults) {
        _ = userDefaults.object(forKey: "SafeDefaults")
    }
    #endif
}
