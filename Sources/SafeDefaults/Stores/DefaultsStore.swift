public import Foundation

/// A `UserDefaults` that can be passed between threads, tasks and actors.
///
/// A domain has a store, by default ``standard``; give it another to keep its settings elsewhere:
///
/// ```swift
/// let shared = LoginDefaults(store: .suite("group.com.acme"))
/// let test = LoginDefaults(store: .inMemory())
/// ```
///
/// Stores over one `UserDefaults` object are equal and are one store: an ``SafeDefaults/update(_:fileID:line:_:)``
/// through one is atomic with regard to writes through the other.
///
/// On Linux `UserDefaults` saves nothing until `synchronize()` is called. This library saves its writes by itself: soon
/// after the write, on another thread, and at a normal exit. See ``flush(fileID:line:)``.
public struct DefaultsStore: Sendable {
    private enum Kind {
        case standard(born: StandardScope?)
        case boxed(StoreBox)
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    init(box: StoreBox) { self.init(.boxed(box)) }

    /// Creates a store over a `UserDefaults`, or over an object of a subclass.
    ///
    /// The object must be safe from several threads, as `UserDefaults` promises to be. On Linux its writes are saved by
    /// its `synchronize()`. The library doesn't know the file that this writes, so it can't repair a damaged one, as it
    /// does for ``standard`` and ``suite(_:fileID:line:)``.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: DefaultsStore(UserDefaults.standard))
    /// ```
    public init(_ userDefaults: UserDefaults) {
        self.init(.boxed(StoreRegistry.shared.box(for: userDefaults)))
    }

    /// The program's own defaults, `UserDefaults.standard`, unless a scope replaces them.
    ///
    /// It is resolved at each use: to the store that ``withStandard(_:operation:)-swift.type.method`` gives the current
    /// task; otherwise to that of the scope in which the value was created, until the scope ends; otherwise to the real
    /// one.
    public static var standard: DefaultsStore {
        DefaultsStore(.standard(born: StandardScope.current))
    }

    /// Returns the store of a suite or an app group.
    ///
    /// The same name gives the same store each time. The program's own name, its bundle identifier or that of the
    /// executable if there is none, gives ``standard``, whose domain has that name.
    ///
    /// - Important: A name is refused, with an issue of the kind ``DefaultsIssue/Kind/refusedSuite``, if it is empty,
    ///   `.` or `..`, has a `/` or NUL in it, is that of another domain, or is longer than 249 bytes. The store is then
    ///   in memory, and its ``flush(fileID:line:)`` is false. It is never ``standard``, so no value lands where it
    ///   doesn't belong.
    /// - Parameters:
    ///   - name: The suite's name, such as `group.com.acme`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func suite(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> DefaultsStore {
        let location = CodeLocation(fileID: fileID, line: line)
        if SuiteName.isPrograms(name) { return .standard }
        let reason = SuiteName.reasonToRefuse(name)
        let refusal = SuiteName.refusal(of: name, because: reason ?? "the system refuses it")
        let box = StoreRegistry.shared.box(forSuite: name) {
            guard reason == nil, let userDefaults = UserDefaults(suiteName: name) else {
                return StoreBox(InMemoryDefaults(inPlaceOf: refusal))
            }
            return StoreBox(userDefaults, file: .suite(name))
        }
        if box.userDefaults is InMemoryDefaults { DefaultsIssue.report(.refusedSuite(refusal, at: location)) }
        return DefaultsStore(.boxed(box))
    }

    /// Returns a new, empty store in memory, over an ``InMemoryDefaults``.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .inMemory(arguments: ["-login/attempts", "7"]))
    /// ```
    ///
    /// - Parameter arguments: Launch arguments for the store; the process's own are not seen.
    public static func inMemory(arguments: [String] = []) -> DefaultsStore {
        DefaultsStore(InMemoryDefaults(arguments: arguments))
    }

    /// The `UserDefaults` object under this store, for code that takes one.
    public var userDefaults: UserDefaults { box.userDefaults }

    /// Saves what was written through the library, and returns whether it is saved.
    ///
    /// A program that ends normally needn't call it: writes are saved soon after they are made, and when the program
    /// calls `exit` or returns from `main`. Call it before work that may end in a signal or a crash, which saves
    /// nothing. A failure is also an issue of the kind ``DefaultsIssue/Kind/saveFailed``, which says what happens to
    /// the values: mostly they stay readable in this process, and later writes try again. On Apple systems a daemon
    /// keeps every write, and this returns the result of `synchronize()`; a process that isn't an app waits for the
    /// daemon when it exits.
    ///
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: Whether everything written so far is in the store's file. It is true for ``inMemory(arguments:)``,
    ///   which has no file, and false for a store in memory in place of a suite or a file that was refused.
    @discardableResult
    public func flush(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        box.flush(at: CodeLocation(fileID: fileID, line: line))
    }

    /// Finds foreign writes, which didn't come through the library, and notifies observers of the changes.
    ///
    /// Call it on Linux after a foreign write to a plain `UserDefaults`, of which Foundation gives no notice there: a
    /// write by another object over the same suite, by code that calls the `UserDefaults` itself, or by another process
    /// once `synchronize()` has read it. It reads only names that are observed, or whose reads the Observation
    /// framework tracked.
    ///
    /// ```swift
    /// let store = DefaultsStore.suite("com.acme.tool")
    /// store.userDefaults.synchronize()
    /// store.refresh()
    /// ```
    public func refresh() { box.hub.refresh() }

    /// The box; nil for ``standard``, whose box depends on the scope.
    var fixedBox: StoreBox? {
        if case .boxed(let box) = kind { box } else { nil }
    }

    /// The box that this store stands for now.
    @usableFromInline var box: StoreBox {
        switch kind {
        case .boxed(let box): box
        case .standard(let born): StandardScope.current?.box ?? born?.boxWhileLive ?? StoreRegistry.standard
        }
    }
}

// MARK: - Equality

extension DefaultsStore: Equatable {
    /// Returns whether both stand for one `UserDefaults` object now.
    public static func == (left: DefaultsStore, right: DefaultsStore) -> Bool {
        left.box == right.box
    }
}

// MARK: - Text

extension DefaultsStore: CustomStringConvertible {
    /// The class of the object under the store; never a value from it.
    public var description: String { "DefaultsStore(\(type(of: userDefaults)))" }
}
