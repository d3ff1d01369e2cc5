import Dispatch

// Issues go to the task's handler, else to the process's, else to the default one.

extension DefaultsIssue {
    /// A closure that receives issues; it may be called on any thread.
    ///
    /// The library holds no lock while it calls a handler, with one exception: issues of reads in the body of an
    /// ``SafeDefaults/update(_:fileID:line:_:)`` when that runs for the last time, while other writers wait.
    public typealias Handler = @Sendable (DefaultsIssue) -> Void

    /// The handler of the process; `nil`, which is the initial value, means the default handler.
    ///
    /// A handler gets every issue, equal ones included. The default handler logs each distinct issue once, to the
    /// unified log on Apple systems and to standard error elsewhere. In a test, one line makes any issue a failure:
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

    /// Runs a closure whose issues, and those of its child tasks, go to a handler of their own.
    ///
    /// Issues that are met in the background, such as a save that fails later, go to the process's handler.
    ///
    /// ```swift
    /// DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: Receives the issues.
    ///   - operation: The closure to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, operation: () throws -> Result
    ) rethrows -> Result {
        try $taskHandler.withValue(handler, operation: operation)
    }

    /// Runs an asynchronous closure whose issues, and those of its child tasks, go to a handler of their own.
    ///
    /// ```swift
    /// await DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     await Task.yield()
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: Receives the issues.
    ///   - isolation: The actor to run on; the caller's by default.
    ///   - operation: The closure to run.
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

    /// Passes an issue to the handler, or logs it.
    static func report(_ issue: DefaultsIssue) {
        if let handler = taskHandler ?? handler {
            handler(issue)
        } else if isNew(issue) {
            IssueLog.write(issue.description)
        }
    }

    /// Passes issues to the handler of the current task on a queue, for a caller that holds a lock.
    static func report(_ issues: [DefaultsIssue], on queue: DispatchQueue) {
        let handler = taskHandler
        queue.async {
            for issue in issues { if let handler { handler(issue) } else { report(issue) } }
        }
    }

    private static func isNew(_ issue: DefaultsIssue) -> Bool {
        logged.withLock { logged in
            // Stored names may be made at run time, so the set is emptied at times rather than growing for ever.
            if logged.count >= 1_000 { logged.removeAll() }
            return logged.insert(issue).inserted
        }
    }
}
