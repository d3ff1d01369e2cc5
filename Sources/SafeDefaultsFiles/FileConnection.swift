import Dispatch
import Foundation
import SafeDefaults

/// Provides the engine of a file store.
///
/// If the file can't be opened, tries again later. In a forked child, opens the store again.
final class FileConnection: Sendable {
    private let url: URL

    /// The engine, if the file could be opened at once.
    private let opened: FileEngine?

    /// The owner of that engine.
    private let owner: Owner<FileEngine>?

    /// Whether files and directories that are missing are created when the store is opened, or else by its first write.
    private let createsAtOnce: Bool

    /// Whether stores that are opened now create nothing until they are written to.
    @TaskLocal static var createsOnlyToWrite = false

    private let retrying: Locked<Retrying>

    private struct Retrying {
        var owner: Owner<FileEngine>?
        var nextTry: DispatchTime
    }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - createsAtOnce: Whether files and directories that are missing are created now.
    /// - Throws: The reason why the store can't be opened.
    init(opening url: URL, createsAtOnce: Bool = true) throws(DefaultsError) {
        self.url = url
        self.createsAtOnce = createsAtOnce
        let owner = try Self.openForReading(url, creates: createsAtOnce)
        self.owner = owner
        opened = owner?.object
        owner?.object.report()
        // A forked child opens the store again at once.
        retrying = Locked(Retrying(nextTry: .now()))
    }

    /// Creates the connection of a store that couldn't be opened.
    init(retrying url: URL, createsAtOnce: Bool = true) {
        self.url = url
        self.createsAtOnce = createsAtOnce
        (opened, owner) = (nil, nil)
        retrying = Locked(Retrying(nextTry: .now() + .seconds(1)))
    }

    /// The path of the property list.
    ///
    /// It is also the name of the store's domain.
    var path: String { url.path }

    /// The engine for reading; nil while the file can't be opened.
    var engine: FileEngine? {
        if let opened, !opened.isInherited { return opened }
        return engineOnceOpened()
    }

    /// Returns the stored value of a name; nil if there is none, or while the file can't be opened.
    ///
    /// NB: this doesn't use ``engine``, whose result would be retained. If it were inlined, the engine would be, too.
    @inline(never)
    func value(_ name: String) -> PropertyListValue? {
        guard let opened = opened.map(Unmanaged.passUnretained) else { return valueOnceOpened(name) }
        return opened._withUnsafeGuaranteedRef { $0.isInherited ? valueOnceOpened(name) : $0.value(name) }
    }

    // NB: if it were inlined, the two calls would become one, for which the engine would be retained.
    @inline(never)
    private func valueOnceOpened(_ name: String) -> PropertyListValue? { engineOnceOpened()?.value(name) }

    /// Returns the engine for reading, or throws the reason why the file can't be opened.
    ///
    /// - Returns: The engine; nil if there isn't even the directory, which only a write creates.
    func engineOrReason() throws(DefaultsError) -> FileEngine? {
        if let engine { return engine }
        return try Self.openForReading(url, creates: createsAtOnce)?.object
    }

    /// The engine for an observation; nil while the file can't be opened.
    ///
    /// If there isn't even a directory to watch, the store is created.
    var engineForObserving: FileEngine? {
        if let engine { return engine }
        if createsAtOnce { return nil }
        do throws(DefaultsError) {
            return try engineForWriting()
        } catch {
            // The caller may hold a lock.
            DefaultsIssue.report([.unreadableFile(error)], on: FileEngine.queue)
            return nil
        }
    }

    /// Returns the engine of a file that couldn't be opened at first; nil while it can't be opened.
    ///
    /// Tries again at most once a second.
    private func engineOnceOpened() -> FileEngine? {
        let engine = retrying.withLock { state in
            if let owner = state.owner, !owner.object.isInherited { return owner.object as FileEngine? }
            guard DispatchTime.now() >= state.nextTry else { return nil }
            state.nextTry = .now() + .seconds(1)
            // The failure was reported at the first attempt. Writes report it again.
            state.owner = try? Self.openForReading(url, creates: createsAtOnce)
            return state.owner?.object
        }
        engine?.report()
        return engine
    }

    /// Returns the engine for writing.
    ///
    /// If the file isn't open, each call tries to open it.
    func engineForWriting() throws(DefaultsError) -> FileEngine {
        if let opened, !opened.isInherited { return opened }
        let engine = try retrying.withLock { state throws(DefaultsError) in
            if let owner = state.owner, !owner.object.isInherited { return owner.object }
            let owner = try Self.open(url)
            state.owner = owner
            return owner.object
        }
        engine.report()
        return engine
    }

    private static func open(_ url: URL, creates: Bool = true) throws(DefaultsError) -> Owner<FileEngine> {
        try EngineRegistry.shared.engine(at: try FilePlace(url), creates: creates)
    }

    /// Opens a store; nil if nothing may be created, and there isn't even the directory.
    private static func openForReading(_ url: URL, creates: Bool) throws(DefaultsError) -> Owner<FileEngine>? {
        if creates { return try open(url) }
        return try hasDirectory(url) ? open(url, creates: false) : nil
    }

    private static func hasDirectory(_ url: URL) throws(DefaultsError) -> Bool {
        let place = try FilePlace(url)
        return try place.naming { try Storage().status(of: place.directory, in: AT_FDCWD) != nil }
    }

    /// Whether the file isn't open because there isn't even its directory, which only a write creates.
    var isMissing: Bool { !createsAtOnce && (try? Self.hasDirectory(url)) == false }
}
