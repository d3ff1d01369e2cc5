package import Dispatch

// An issue goes to the task's handler if there is one, otherwise to the process's handler, otherwise to the default
// one.

extension DefaultsIssue {
    /// A closure that receives issues.
    ///
    /// It may be called on any thread.
    ///
    /// The library holds no lock while it calls a handler, with one exception. If other writers keep changing the
    /// value, ``SafeDefaults/update(_:fileID:line:_:)`` runs its closure one last time while the other writers wait.
    /// The issues of reads in that closure are reported during this time.
    public typealias Handler = @Sendable (DefaultsIssue) -> Void

    /// The handler of the process, or `nil` to use the default handler.
    ///
    /// The initial value is `nil`. Your handler receives every issue, even if an equal one was reported before. The
    /// default handler logs each distinct issue once: to the unified log on Apple systems, and to standard error
    /// elsewhere, where a release build leaves out the place in the sources. In a test, one line turns every issue
    /// into a failure:
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

    /// Runs a closure and passes the issues that occur in it, and in its child tasks, to a handler.
    ///
    /// An issue that occurs in the background, such as a later save that fails, goes to the process's handler.
    ///
    /// ```swift
    /// DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: The closure that receives the issues.
    ///   - operation: The closure to run.
    /// - Returns: The result of `operation`.
    /// - Throws: The error that `operation` throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, operation: () throws -> Result
    ) rethrows -> Result {
        try $taskHandler.withValue(handler, operation: operation)
    }

    /// Runs an asynchronous closure and passes the issues that occur in it, and in its child tasks, to a handler.
    ///
    /// ```swift
    /// await DefaultsIssue.withHandler({ print("met", $0.kind) }) {
    ///     await Task.yield()
    ///     _ = LoginDefaults().attempts
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: The closure that receives the issues.
    ///   - isolation: The actor to run on. The default is the caller's actor.
    ///   - operation: The closure to run.
    /// - Returns: The result of `operation`.
    /// - Throws: The error that `operation` throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $taskHandler.withValue(handler, operation: operation, isolation: isolation)
    }

    @TaskLocal private static var taskHandler: Handler?
    private static let processHandler = Locked<Handler?>(nil)

    /// The texts that were logged.
    ///
    /// NB: a set of issues would take 7 KB more of a program.
    private static let logged = Locked<Set<String>>([])

    /// Passes an issue to the handler, or logs it.
    ///
    /// NB: never inlined, so that there isn't a copy of it in each of the many places that report something.
    @inline(never)
    package static func report(_ issue: DefaultsIssue) {
        if let handler = taskHandler ?? handler {
            handler(issue)
        } else if isNew(issue) {
            IssueLog.write(issue)
        }
    }

    /// Finds issues on a queue, because that may take long or the caller holds a lock, and passes them to the current
    /// task's handler.
    package static func report(
        _ issues: @escaping @autoclosure @Sendable () -> [DefaultsIssue], on queue: DispatchQueue
    ) {
        let handler = taskHandler
        queue.async {
            for issue in issues() { if let handler { handler(issue) } else { report(issue) } }
        }
    }

    private static func isNew(_ issue: DefaultsIssue) -> Bool {
        logged.withLock { logged in
            // Stored names may be created at run time, so the set is emptied once it is large, and doesn't grow without
            // limit.
            if logged.count >= 1_000 { logged.removeAll() }
            return logged.insert(issue.description).inserted
        }
    }
}
