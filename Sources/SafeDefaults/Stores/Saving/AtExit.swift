import Foundation

/// What the library does when the process ends normally: by `exit`, or by a return from `main`.
enum AtExit {
    /// The steps, in the order in which they run.
    enum Step: CaseIterable {
        /// Saves what was written to plain stores and isn't saved yet: ``StoreSaving``.
        case savePlainStores

        /// Compacts the journals of file stores.
        case compactFileStores
    }

    private static let actions = Locked<[Step: @Sendable () -> Void]>([:])

    /// The process that has registered the steps.
    private static let process = ProcessIdentity.current

    /// Sets the action of a step; the first call registers all steps with the system.
    static func perform(_ step: Step, _ action: @escaping @Sendable () -> Void) {
        let isFirst = actions.withLock { actions in
            defer { actions[step] = action }
            return actions.isEmpty
        }
        if isFirst { register() }
    }

    /// Registers the steps with the system; called again if an exit handler that runs after them has written.
    static func register() {
        _ = process
        atexit { AtExit.run() }
    }

    private static func run() {
        // Not in a forked child: a lock that another thread of the parent held at the fork is never released there, and
        // the child's end would wait for it. What the parent has written is the parent's to save.
        guard process == ProcessIdentity.current else { return }
        let actions = actions.withLock { $0 }
        for step in Step.allCases { actions[step]?() }
    }
}
