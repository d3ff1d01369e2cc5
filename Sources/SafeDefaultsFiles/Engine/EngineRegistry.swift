import Foundation
import SafeDefaults

/// The engines of this process.
///
/// Each store has one engine, even if its file is opened by several paths.
final class EngineRegistry: Sendable {
    static let shared = EngineRegistry()

    private struct Engines {
        /// The engines by identity.
        ///
        /// NB: the first dictionary with keys of some type makes the runtime look for its `Hashable` conformance in all
        /// libraries of the process, which takes 0.1 ms of every start.
        var entries: [(identity: FileIdentity, engine: WeakReference<FileEngine>)] = []

        subscript(identity: FileIdentity) -> Owner<FileEngine>? {
            entries.first { $0.identity == identity }?.engine.shared
        }
    }

    private let engines = Locked(Engines())

    private init() {
        AtExit.perform(.compactFileStores) {
            let engines = EngineRegistry.shared.engines.withLock { $0.entries.compactMap(\.engine.object) }
            for engine in engines {
                engine.compactAtEnd()
                engine.report()
            }
        }
    }

    /// Returns the engine of a store.
    ///
    /// Opens the store if it isn't open yet.
    ///
    /// Issues aren't reported until the caller calls `report()`, which it does once it holds no lock.
    ///
    /// - Parameters:
    ///   - place: The paths of the store.
    ///   - creates: Whether missing directories and a missing lock file are created now, or else by the first write.
    func engine(at place: FilePlace, creates: Bool = true) throws(DefaultsError) -> Owner<FileEngine> {
        let storage = Storage()
        let files = try StoreFiles(place, storage: storage, creates: creates)
        if let identity = files.identity, let known = engines.withLock({ $0[identity] }),
            known.object.hasOpen(identity)
        {
            return known
        }
        let engine = Owner(try FileEngine(place, files: files, storage: storage))
        engine.object.setOwner(engine)
        // Another thread may have opened the store meanwhile.
        return add(engine)
    }

    /// Adds an engine under the identity of its lock file, or returns the existing engine that has the same file open.
    @discardableResult
    func add(_ engine: Owner<FileEngine>) -> Owner<FileEngine> {
        guard let identity = engine.object.identity else { return engine }
        while true {
            let known = engines.withLock { $0[identity] }
            if let known, known.object.hasOpen(identity) { return known }
            let isAdded = engines.withLock { engines in
                guard engines[identity] === known else { return false }
                engines.entries.removeAll { $0.identity == identity || $0.engine.object == nil }
                engines.entries.append((identity, WeakReference(engine)))
                return true
            }
            if isAdded { return engine }
        }
    }
}

extension FileEngine {
    /// The identity of the lock file that is open.
    fileprivate var identity: FileIdentity? { cache.state.files.identity }

    /// Whether this process has opened the store, and still has the lock file with this identity open.
    fileprivate func hasOpen(_ identity: FileIdentity) -> Bool { !isInherited && self.identity == identity }
}
