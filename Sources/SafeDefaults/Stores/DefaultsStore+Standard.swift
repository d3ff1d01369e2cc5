// Replaces `.standard` and all suites for a scope, so that tests and previews need not pass a store on.

extension DefaultsStore {
    /// Replaces ``standard`` with another store, and each suite with one in memory, while a closure runs.
    ///
    /// Every domain over `.standard`, created before the closure or in it, uses the other store in the closure, in
    /// functions that it calls, and in child tasks. A domain that is created in the closure and declares its store, as
    /// `var store: DefaultsStore = .standard`, keeps the other store until the closure ends, also in detached tasks, on
    /// queues and on threads. The same is true of ``suite(_:fileID:line:)``: in the closure, each name stands for a
    /// store in memory of its own, which is empty at first. Files aren't replaced, nor are stores over a `UserDefaults`
    /// that you pass, nor a suite that itself replaces `.standard`.
    ///
    /// ```swift
    /// DefaultsStore.withStandard(.inMemory()) {
    ///     LoginDefaults().attempts += 1  // leaves no trace
    /// }
    /// ```
    ///
    /// - Important: A domain that is *created* in a detached task, a Dispatch block or a thread is outside of the
    ///   scope, and uses the real ``standard``. Create it beforehand, and pass it in.
    /// - Parameters:
    ///   - store: The store to use in its place.
    ///   - operation: The closure.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error.
    public static func withStandard<Result, Failure: Error>(
        _ store: DefaultsStore, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let scope = StandardScope(store.box)
        defer { scope.end() }
        return try StandardScope.$innermost.withValue(scope) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try operation()) } catch { return .failure(error) }
        }.get()
    }

    /// Replaces ``standard`` and all suites while an asynchronous closure runs, on the caller's actor.
    ///
    /// ```swift
    /// await DefaultsStore.withStandard(.inMemory()) {
    ///     await Task.yield()
    ///     LoginDefaults().attempts += 1  // leaves no trace
    /// }
    /// ```
    ///
    /// - Important: The scope has the same limits as that of the synchronous form.
    /// - Parameters:
    ///   - store: The store to use in its place.
    ///   - isolation: The actor to run on; the caller's by default.
    ///   - operation: The closure.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error.
    public static func withStandard<Result>(
        _ store: DefaultsStore, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
    ) async rethrows -> Result {
        let scope = StandardScope(store.box)
        defer { scope.end() }
        return try await StandardScope.$innermost.withValue(scope, operation: operation, isolation: isolation)
    }
}

/// The scope of one call of `withStandard`.
final class StandardScope: Sendable {
    @TaskLocal fileprivate static var innermost: StandardScope?

    /// The scope that the current task is in; nil if it is in none.
    static var current: StandardScope? { DefaultsStore.mayBeReplaced.isSet ? innermost : nil }

    /// Returns the scope that the current task is in, or otherwise another one if that hasn't ended.
    ///
    /// A store that outlives its scope must not use the scope's boxes, or a global variable that is initialized in one
    /// test would carry that test's store into the next.
    static func current(or other: StandardScope?) -> StandardScope? {
        current ?? other.flatMap { $0.isLive.isSet ? $0 : nil }
    }

    /// The box that `.standard` stands for in the scope.
    let box: StoreBox

    /// The boxes that suites stand for in the scope, by the suites' names.
    private let suites = Locked<[String: StoreBox]>([:])

    private let isLive = SharedWord(1)

    /// The source of a `.standard` that is created in the scope.
    var source: BoxSource { BoxSource { StandardScope.current(or: self)?.box ?? .standard } }

    fileprivate init(_ box: StoreBox) {
        self.box = box
        DefaultsStore.mayBeReplaced.set(true)
    }

    /// Returns the box that a suite stands for in the scope: the scope's own one if it is that of this suite.
    func box(ofSuite name: String) -> StoreBox {
        if StoreRegistry.shared.isBox(box, ofSuite: name) { return box }
        return suites.withLock { suites in
            if let box = suites[name] { return box }
            let box = DefaultsStore.inMemory().box
            suites[name] = box
            return box
        }
    }

    func end() { isLive.set(false) }
}

/// Finds the box of a store that has no fixed one.
///
/// ``DefaultsStore/standard`` has such a source if it was created in a scope of `withStandard`, and so has each scope
/// of it.
@usableFromInline
final class BoxSource: Sendable {
    private let find: @Sendable () -> StoreBox

    /// The box that the store uses now.
    var box: StoreBox { find() }

    init(_ find: @escaping @Sendable () -> StoreBox) { self.find = find }

    /// Creates the source for a scope of a store whose box may change, such as `.standard`.
    ///
    /// - Parameters:
    ///   - find: Returns the store's box.
    ///   - prefix: What the stored names in the scope begin with.
    convenience init(scopeBy prefix: String, of find: @escaping @Sendable () -> StoreBox) {
        // The box is kept, because making one for each read would take longer than the read.
        let last = Locked<(of: StoreBox, box: StoreBox)?>(nil)
        self.init {
            let whole = find()
            let (box, former) = last.withLock { last -> (StoreBox, (of: StoreBox, box: StoreBox)?) in
                if let last, last.of === whole { return (last.box, nil) }
                let box = whole.scoped(by: prefix)
                defer { last = (whole, box) }
                return (box, last)
            }
            // The former boxes are released here, outside the lock.
            withExtendedLifetime(former) {}
            return box
        }
    }
}
