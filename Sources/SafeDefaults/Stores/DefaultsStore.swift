public import Foundation

/// One `UserDefaults` in a form that can be handed between threads, tasks and actors.
///
/// A domain has one, ``standard`` if it says nothing else; give a domain another to keep its settings elsewhere:
///
/// ```swift
/// let shared = LoginDefaults(store: .suite("group.com.acme"))
/// let test = LoginDefaults(store: .inMemory())
/// ```
///
/// Stores over one `UserDefaults` object are equal and are one store: an ``SafeDefaults/update(_:fileID:line:_:)``
/// through one is atomic against writes through the other.
///
/// On Linux, where `UserDefaults` itself saves nothing until it is told to, writes made through this library are saved
/// for you: soon after the write, on another thread, and at a normal exit. See ``flush(fileID:line:)``.
public struct DefaultsStore: Sendable {
    private enum Kind {
        case standard(born: StandardScope?)
        case boxed(StoreBox)
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    init(box: StoreBox) { self.init(.boxed(box)) }

    /// Wraps a `UserDefaults`, or an object of a subclass of it.
    ///
    /// The object must keep `UserDefaults`' promise to be safe from several threads. On Linux its writes are saved by
    /// its `synchronize()`; the library can't know which file that writes, so, other than for ``standard`` and
    /// ``suite(_:fileID:line:)``, it can't look after a damaged one.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: DefaultsStore(UserDefaults.standard))
    /// ```
    public init(_ userDefaults: UserDefaults) {
        self.init(.boxed(StoreRegistry.shared.box(for: userDefaults)))
    }

    /// The program's own defaults, `UserDefaults.standard`, unless a scope replaces them.
    ///
    /// Which store this is is decided when it is used: the one that ``withStandard(_:operation:)-swift.type.method``
    /// gave to the current task, else the one of the scope that the value was made in, while that scope lives, else the
    /// real one.
    public static var standard: DefaultsStore {
        DefaultsStore(.standard(born: StandardScope.current))
    }

    /// The store of a suite or an app group.
    ///
    /// The same name gives the same store each time. The program's own name (its bundle's identifier, or that of the
    /// executable where there is none) gives ``standard``, whose domain has that name.
    ///
    /// - Important: A name that can't be a suite's (empty, `.` or `..`, with a `/` or NUL in it, that of another
    ///   domain, or over 249 bytes long) is an issue of the kind ``DefaultsIssue/Kind/refusedSuite``. The store is one
    ///   in memory then, whose ``flush(fileID:line:)`` is false: never ``standard``, so that nothing lands where it
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

    /// A new, empty store in memory, over an ``InMemoryDefaults``.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .inMemory(arguments: ["-login/attempts", "7"]))
    /// ```
    ///
    /// - Parameter arguments: Launch arguments that it shall see; the process's own are not seen.
    public static func inMemory(arguments: [String] = []) -> DefaultsStore {
        DefaultsStore(InMemoryDefaults(arguments: arguments))
    }

    /// The `UserDefaults` object under this store, for code that wants one.
    public var userDefaults: UserDefaults { box.userDefaults }

    /// Saves now what was written through the library, and tells whether it is saved.
    ///
    /// Programs that end normally needn't call it: writes are saved soon after they are made, and when the program
    /// calls `exit` or returns from `main`. Call it before work that may end in a signal or a crash, neither of which
    /// saves anything. A failure is also an issue of the kind ``DefaultsIssue/Kind/saveFailed``, which says what
    /// becomes of the values: mostly they stay readable in this process, and later writes try again. On Apple systems a
    /// daemon keeps every write, and this returns what `synchronize()` returns; a process there that isn't an app waits
    /// for the daemon when it exits.
    ///
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: Whether everything written so far is in the store's file; true for ``inMemory(arguments:)``, which
    ///   has none, and false for a store in memory that stands in for a suite or a file that was refused.
    @discardableResult
    public func flush(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        box.flush(at: CodeLocation(fileID: fileID, line: line))
    }

    /// Looks for writes that didn't come through the library, and tells whoever observes what they changed.
    ///
    /// On Linux nothing tells of a foreign write to a plain `UserDefaults`: one by another object over the same suite,
    /// by code that calls the `UserDefaults` itself, or by another process once `synchronize()` has read it. Call this
    /// when there may have been one. Only names that are observed, or were read where Observation tracks reads, are
    /// looked at.
    ///
    /// ```swift
    /// let store = DefaultsStore.suite("com.acme.tool")
    /// store.userDefaults.synchronize()
    /// store.refresh()
    /// ```
    public func refresh() { box.hub.refresh() }

    /// The box, if it is the same at every moment: nil for ``standard``.
    var fixedBox: StoreBox? {
        if case .boxed(let box) = kind { box } else { nil }
    }

    /// The box that this store stands for at this moment.
    @usableFromInline var box: StoreBox {
        switch kind {
        case .boxed(let box): box
        case .standard(let born): StandardScope.current?.box ?? born?.boxWhileLive ?? StoreRegistry.standard
        }
    }
}

// MARK: - Equality

extension DefaultsStore: Equatable {
    /// Tells whether both stand for one `UserDefaults` object at this moment.
    public static func == (left: DefaultsStore, right: DefaultsStore) -> Bool {
        left.box == right.box
    }
}

// MARK: - Text

extension DefaultsStore: CustomStringConvertible {
    /// The kind of object under the store; never a value from it.
    public var description: String { "DefaultsStore(\(type(of: userDefaults)))" }
}
