import Dispatch

// Where issues go: the task's handler, else the process's, else the default one.

extension DefaultsIssue {
    /// What receives issues; it may be called on any thread.
    ///
    /// The library holds no lock while it calls it, with one exception: what the body of an
    /// ``SafeDefaults/update(_:fileID:line:_:)`` meets in its own reads, when it runs for the last time while other
    /// writers wait.
    public typealias Handler = @Sendable (DefaultsIssue) -> Void

    /// The handler of the process; `nil`, which is the initial value, means the default one.
    ///
    /// It gets every issue, equal ones included. The default handler logs each distinct issue once, to the unified log on
    /// Apple systems and to standard error elsewhere. In a test, one line makes any issue a failure:
    ///
    /// ```swift
    /// import Testing
    ///
    /// DefaultsIssue.handler = { Issue.record("\($0)") }
    /// ```
    public static var handler: Handler? {
        get { processHandler.withLock { $0 } }
        set { processHandler.withLock { $0 = newValue } }
    }

    /// Runs a closure in whose task, and child tasks, issues go to a handler of their own.
    ///
    /// Issues met in the background, such as a save that fails later, go to the process's handler.
    ///
    /// ```swift
    /// DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: What receives the issues.
    ///   - operation: What to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, operation: () throws -> Result
    ) rethrows -> Result {
        try $taskHandler.withValue(handler, operation: operation)
    }

    /// Runs an asynchronous closure in whose task, and child tasks, issues go to a handler of their own.
    ///
    /// ```swift
    /// await DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     await Task.yield()
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: What receives the issues.
    ///   - isolation: The actor to run on; the caller's by default.
    ///   - operation: What to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $taskHandler.withValue(handler, operation: operation, isolation: isolation)
    }

    @TaskLocal private static var taskHandler: Handler?
    private static let processHandler = Locked<Handler?>(nil)
    private static let logged = Locked(Set<DefaultsIssue>())

    /// Hands an issue to whoever listens.
    static func report(_ issue: DefaultsIssue) {
        if let handler = taskHandler ?? handler {
            handler(issue)
        } else if isNew(issue) {
            IssueLog.write(issue.description)
        }
    }

    /// Hands issues to whoever listens here, on a queue: for a caller that holds a lock.
    static func report(_ issues: [DefaultsIssue], on queue: DispatchQueue) {
        let handler = taskHandler
        queue.async {
            for issue in issues { if let handler { handler(issue) } else { report(issue) } }
        }
    }

    private static func isNew(_ issue: DefaultsIssue) -> Bool {
        logged.withLock { logged in
            // Names may be made at run time, so what has been logged is forgotten at times rather than kept for ever.
            if logged.count >= 1_000 { logged.removeAll() }
            return logged.insert(issue).inserted
        }
    }
}
