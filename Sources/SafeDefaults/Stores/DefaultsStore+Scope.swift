// Replacing `.standard` for a scope, so that tests and previews are isolated without a store being passed around.

extension DefaultsStore {
    /// Replaces ``standard`` with another store while a closure runs.
    ///
    /// Every domain over `.standard`, made before or inside, uses the other store in the closure, in functions it calls
    /// and in child tasks. A domain made inside keeps it, until the closure ends, also in detached tasks, on queues and
    /// on threads it is handed to, provided that it declares its store, `var store: DefaultsStore = .standard`: one
    /// that leaves that to the protocol has nothing to keep it in.
    ///
    /// ```swift
    /// DefaultsStore.withStandard(.inMemory()) {
    ///     LoginDefaults().attempts += 1  // leaves no trace
    /// }
    /// ```
    ///
    /// - Important: A domain *made* inside a detached task, a Dispatch block or a thread doesn't know of the scope, and
    ///   uses the real ``standard``; make it outside and hand it over.
    /// - Parameters:
    ///   - store: The store to use in its place.
    ///   - operation: What to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func withStandard<Result, Failure: Error>(
        _ store: DefaultsStore, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let scope = StandardScope(store.box)
        defer { scope.end() }
        return try StandardScope.$current.withValue(scope) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try operation()) } catch { return .failure(error) }
        }.get()
    }

    /// Replaces ``standard`` with another store while an asynchronous closure runs, on the caller's actor.
    ///
    /// ```swift
    /// await DefaultsStore.withStandard(.inMemory()) {
    ///     await Task.yield()
    ///     LoginDefaults().attempts += 1  // leaves no trace
    /// }
    /// ```
    ///
    /// - Important: See the synchronous form for what a scope reaches, and what not.
    /// - Parameters:
    ///   - store: The store to use in its place.
    ///   - isolation: The actor to run on; the caller's by default.
    ///   - operation: What to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func withStandard<Result>(
        _ store: DefaultsStore, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
    ) async rethrows -> Result {
        let scope = StandardScope(store.box)
        defer { scope.end() }
        return try await StandardScope.$current.withValue(scope, operation: operation, isolation: isolation)
    }
}

/// One run of `withStandard`.
final class StandardScope: Sendable {
    @TaskLocal static var current: StandardScope?

    /// The box that `.standard` stands for inside.
    let box: StoreBox

    private let isLive = Locked(true)

    init(_ box: StoreBox) { self.box = box }

    /// The box, until the scope has ended: a store that outlives the scope it was made in must not keep it, or a global
    /// made in one test would carry that test's store into the next.
    var boxWhileLive: StoreBox? {
        isLive.withLock { $0 } ? box : nil
    }

    func end() {
        isLive.withLock { $0 = false }
    }
}
