package import Foundation

/// The actions that the library takes when the process ends normally, by `exit` or by a return from `main`.
package enum AtExit {
    /// The steps, in the order in which they run.
    package enum Step: Int {
        /// Saves writes to plain stores that haven't been saved yet.
        case savePlainStores

        /// Compacts the journals of file stores.
        case compactFileStores
    }

    /// The action of each step; nil if it has none yet.
    ///
    /// NB: a dictionary would have to be looked up among all types that can be keys, which takes 0.1 ms at the start.
    private static let actions = Locked<[(@Sendable () -> Void)?]>([nil, nil])

    /// The process that has registered the steps.
    private static let process = ProcessIdentity.current

    /// Sets the action of a step.
    package static func perform(_ step: Step, _ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0[step.rawValue] = action }
        register()
    }

    /// Registers the steps with the system.
    ///
    /// It is called for each step, and again if an exit handler that runs after them has written. A step that has
    /// nothing left to do does nothing.
    package static func register() {
        _ = process
        atexit { AtExit.run() }
    }

    private static func run() {
        // Nothing is done in a forked child. If another thread of the parent held a lock at the fork, it is never
        // released in the child, which would wait for it for ever. The parent saves its own writes.
        guard process == ProcessIdentity.current else { return }
        let actions = actions.withLock { $0 }
        for action in actions { action?() }
    }
}

/// Prepares a `UserDefaults` for its first use by several threads.
///
/// NB: swift-corelibs-foundation loads a suite at its first use, without a lock. If two threads use it first at the
/// same time, each loads it, one copy is dropped, and writes to that copy are lost. So each object is used once before
/// a store uses it.
package enum FirstUse {
    #if canImport(Darwin)
    /// Does nothing, because it isn't needed on Apple systems.
    package static func prepare(_ userDefaults: UserDefaults) {}
    #else
    private static let lock = RecursiveLock()

    /// Makes Foundation load the values of an object.
    package static func prepare(_ userDefaults: UserDefaults) {
        // A subclass may run other code, which must not run under a lock.
        let isFoundations = type(of: userDefaults) == UserDefaults.self
        if isFoundations { lock.lock() }
        defer { if isFoundations { lock.unlock() } }
        _ = NumberLocale.withPoint { userDefaults.object(forKey: "SafeDefaults") }
    }
    #endif
}
