public import Foundation

/// A `UserDefaults` that can be passed between threads, tasks and actors.
///
/// A domain has a store, which is ``standard`` by default. To keep its settings elsewhere, pass another store:
///
/// ```swift
/// let shared = LoginDefaults(store: .suite("group.com.acme"))
/// let test = LoginDefaults(store: .inMemory())
/// ```
///
/// Stores over the same `UserDefaults` object are equal, and work as one store: an
/// ``SafeDefaults/update(_:fileID:line:_:)`` through one is atomic with regard to writes through the other. A part of
/// a store is made with ``scoped(_:fileID:line:)-swift.method``.
///
/// On Linux, `UserDefaults` saves nothing until you call `synchronize()`. This library saves its own writes
/// automatically: soon after the write, on another thread, and when the process exits normally. See
/// ``flush(fileID:line:)``.
@frozen
public struct DefaultsStore: Sendable {
    /// The box that the store uses outside of every scope of `withStandard`.
    ///
    /// It is nil for ``standard``, and for a suite that was created in a scope, which hasn't been opened.
    ///
    /// NB: this isn't an enumeration, because its payloads would be retained at each read.
    @usableFromInline let fixedBox: StoreBox?

    /// Finds the box if it depends on the scope; nil if it doesn't, or if this is a ``standard`` that was created
    /// outside of every scope.
    @usableFromInline let source: BoxSource?

    /// Creates a ``standard`` that belongs to no scope.
    ///
    /// NB: a constant in the caller's code, which is neither fetched nor released at each read and write.
    @inlinable init() { (fixedBox, source) = (nil, nil) }

    /// This store, or the scope's ``standard`` in place of one that belongs to no scope.
    package var inScope: DefaultsStore { fixedBox == nil && source == nil ? .standard : self }

    private init(_ fixedBox: StoreBox?, source: BoxSource? = nil) {
        self.fixedBox = fixedBox
        self.source = source
    }

    package init(box: StoreBox) { self.init(box) }

    /// Creates a store over a `UserDefaults`, or over an object of a subclass.
    ///
    /// The object must be thread-safe, as `UserDefaults` is documented to be. On Linux, its writes are saved by its
    /// `synchronize()`. The library doesn't know which file that writes. So it can't repair a damaged file, as it does
    /// for ``standard`` and ``suite(_:fileID:line:)``.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: DefaultsStore(UserDefaults.standard))
    /// ```
    public init(_ userDefaults: UserDefaults) {
        self.init(box: StoreRegistry.shared.box(for: userDefaults))
    }

    /// The program's own defaults, `UserDefaults.standard`, unless a scope replaces them.
    ///
    /// It is resolved at each use. It is the store that ``withStandard(_:operation:)-swift.type.method`` sets for the
    /// current task. If there is none, it is the store of the scope in which this value was created, until that scope
    /// ends. Otherwise it is the real one.
    public static var standard: DefaultsStore {
        DefaultsStore(nil, source: StandardScope.current?.source)
    }

    /// Returns the store of a suite or an app group.
    ///
    /// All stores with the same name are the same store. The program's own name gives ``standard``, whose domain has
    /// that name. It is the bundle identifier, or the name of the executable if there is no identifier. In a scope of
    /// ``withStandard(_:operation:)-swift.type.method``, another store takes the suite's place.
    ///
    /// - Important: A name is refused if it is empty, `.` or `..`, contains a `/` or NUL, belongs to another domain, or
    ///   is longer than 249 bytes. An issue of the kind ``DefaultsIssue/Kind/refusedName`` is then reported, and the
    ///   store is kept in memory; its ``flush(fileID:line:)`` returns `false`. It is never ``standard``, so no value is
    ///   stored where it doesn't belong.
    /// - Parameters:
    ///   - name: The suite's name, such as `group.com.acme`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func suite(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> DefaultsStore {
        if name == PreferencesFile.programName { return .standard }
        let location = CodeLocation(fileID: fileID, line: line)
        let reason = SuiteName.reasonToRefuse(name)
        let open: @Sendable () -> StoreBox = { suiteBox(name, refusedBecause: reason, at: location) }
        if reason != nil { return DefaultsStore(box: open()) }
        let scope = StandardScope.current
        // In a scope, the suite isn't opened.
        let box = scope == nil ? open() : nil
        return DefaultsStore(
            box, source: BoxSource { StandardScope.current(or: scope)?.box(ofSuite: name) ?? box ?? open() })
    }

    private static func suiteBox(
        _ name: String, refusedBecause reason: String?, at location: CodeLocation
    ) -> StoreBox {
        let refusal = DefaultsError.refusal(of: name, as: "suite", because: reason ?? "the system refuses it")
        let box = StoreRegistry.shared.box(forSuite: name) {
            guard reason == nil, let userDefaults = UserDefaults(suiteName: name) else {
                return StoreBox(InMemoryDefaults(inPlaceOf: refusal))
            }
            return StoreBox(userDefaults, domain: name)
        }
        if box.userDefaults is InMemoryDefaults {
            DefaultsIssue.report(.refusedName(refusal, at: location))
        }
        return box
    }

    /// Returns a new, empty store in memory, over an ``InMemoryDefaults``.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .inMemory(arguments: ["-login/attempts", "7"]))
    /// ```
    ///
    /// - Parameters:
    ///   - arguments: Launch arguments for the store. Those of the process are ignored.
    ///   - environment: Environment variables that override the store's values; nil for none.
    public static func inMemory(
        arguments: [String] = [], environment: EnvironmentOverrides? = nil
    ) -> DefaultsStore {
        DefaultsStore(InMemoryDefaults(arguments: arguments, environment: environment))
    }

    /// The `UserDefaults` object that this store uses, for code that needs one.
    ///
    /// A scope has the object of the whole store, which knows only full names; see
    /// ``scoped(_:fileID:line:)-swift.method``.
    public var userDefaults: UserDefaults { box.userDefaults }

    /// The URL of the property list that the store keeps its values in, whether or not it exists yet.
    ///
    /// It is `nil` for a store in memory or over a network, for a `UserDefaults` that other code has created, and on
    /// Apple systems for ``standard`` and suites, whose files belong to the system.
    ///
    /// ```swift
    /// print(login.store.fileURL?.path ?? "no file")
    /// ```
    public var fileURL: URL? { box.store.fileURL }

    /// The environment variables that override the store's values, or `nil` if the store has none.
    package var environment: EnvironmentOverrides? {
        let box = box
        return box.whole == nil ? (box.userDefaults as? PropertyListDefaults)?.store.search.environmentOverrides : nil
    }

    /// Saves what was written through the library, and returns whether it is saved.
    ///
    /// A program that ends normally needn't call it: writes are saved soon after they are made, and when the program
    /// calls `exit` or returns from `main`. Call it before work that may end in a signal or a crash, because nothing is
    /// saved then.
    ///
    /// A failure is also reported as an issue of the kind ``DefaultsIssue/Kind/failedSave``, which describes what
    /// happens to the values. In most cases they can still be read in this process, and later writes try to save them
    /// again.
    ///
    /// While another thread or process saves or migrates, this waits for up to ten seconds on Linux. Then it gives up,
    /// and returns `false`.
    ///
    /// On Apple systems, a daemon keeps every write, and this method returns the result of `synchronize()`. A process
    /// on a Mac, and elsewhere one that isn't an app, waits for the daemon when it exits.
    ///
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: Whether everything written so far is in the store's file. It is `true` for
    ///   ``inMemory(arguments:environment:)``, which has no file. It is `false` for a store in memory that
    ///   replaces a refused suite or file.
    @discardableResult
    public func flush(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        box.flush(at: CodeLocation(fileID: fileID, line: line))
    }

    /// Finds foreign writes, which weren't made through the library, and notifies observers of the changes.
    ///
    /// Call it on Linux after a foreign write to a plain `UserDefaults`, because Foundation gives no notice of such
    /// writes there. It may have been made by another object over the same suite, by code that uses the `UserDefaults`
    /// itself, or by another process, once `synchronize()` has read it. Only names are read that are observed, or whose
    /// reads the Observation framework has tracked.
    ///
    /// ```swift
    /// let store = DefaultsStore.suite("com.acme.tool")
    /// store.userDefaults.synchronize()
    /// store.refresh()
    /// ```
    public func refresh() { box.hub.refresh() }

    /// Returns a store for a part of this store's names, which begin with a prefix.
    func scoped(by prefix: String) -> DefaultsStore {
        let store = inScope
        let (fixedBox, source) = (store.fixedBox, store.source)
        return DefaultsStore(
            fixedBox?.scoped(by: prefix),
            source: fixedBox != nil && source == nil ? nil : BoxSource(scopeBy: prefix) { store.box })
    }

    /// Set once a scope of `withStandard` has begun in this process.
    ///
    /// NB: every read of ``standard`` asks for the scope, and asking the task takes twenty times as long.
    static let mayBeReplaced = SharedWord()

    /// The box that this store uses now.
    @usableFromInline package var box: StoreBox {
        source?.box ?? fixedBox ?? StandardScope.current?.box ?? .standard
    }

    /// Calls a closure with the box that this store uses now.
    ///
    /// NB: it doesn't retain the box if the store does so already, nor that of ``standard`` before the first scope.
    /// Otherwise, reads on several processors would wait for each other to change the reference count.
    @inline(__always)
    func withBox<Result>(_ body: (StoreBox) -> Result) -> Result {
        let fixedBox = fixedBox.map(Unmanaged.passUnretained)
        if source == nil || fixedBox != nil && !Self.mayBeReplaced.isSet {
            if let fixedBox { return fixedBox._withUnsafeGuaranteedRef(body) }
            if !Self.mayBeReplaced.isSet { return StoreBox.unretainedStandard._withUnsafeGuaranteedRef(body) }
        }
        return body(box)
    }
}

// MARK: - Equality

extension DefaultsStore: Equatable {
    /// Returns whether both stores use the same `UserDefaults` object now, and the same scope of it.
    public static func == (left: DefaultsStore, right: DefaultsStore) -> Bool {
        left.box == right.box
    }
}

// MARK: - Text

extension DefaultsStore: CustomStringConvertible {
    /// The class of the store's object, and what the names of its scope begin with.
    ///
    /// It never contains a stored value.
    public var description: String {
        let box = box
        let scope = box.whole == nil ? "" : ", \(box.prefix.abbreviated)"
        return "DefaultsStore(\(type(of: box.userDefaults))\(scope))"
    }
}
