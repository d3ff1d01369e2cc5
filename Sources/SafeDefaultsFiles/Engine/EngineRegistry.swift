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
        private var entries: [(identity: FileIdentity, engine: WeakReference<FileEngine>)] = []

        var all: [FileEngine] { entries.compactMap(\.engine.object) }

        subscript(identity: FileIdentity) -> Owner<FileEngine>? {
            entries.first { $0.identity == identity }?.engine.shared
        }

        /// Adds an engine, in place of the one with the same identity.
        mutating func add(_ engine: Owner<FileEngine>, as identity: FileIdentity) {
            entries.removeAll { $0.identity == identity || $0.engine.object == nil }
            entries.append((identity, WeakReference(engine)))
        }
    }

    private let engines = Locked(Engines())

    private init() {
        AtExit.perform(.compactFileStores) {
            for engine in EngineRegistry.shared.all {
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
    ///   - storage: The system calls.
    ///   - creates: Whether missing directories and a missing lock file are created now, or else by the first write.
    func engine(
        at place: FilePlace, storage: Storage = Storage(), creates: Bool = true
    ) throws(DefaultsError) -> Owner<FileEngine> {
        let files = try StoreFiles(place, storage: storage, creates: creates)
        if let identity = files.identity, let engine = engine(of: identity) { return engine }
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
            if let known, !known.object.isInherited, known.object.identity == identity { return known }
            let isAdded = engines.withLock { engines in
                guard engines[identity] === known else { return false }
                engines.add(engine, as: identity)
                return true
            }
            if isAdded { return engine }
        }
    }

    /// Returns the engine that has a lock file open.
    ///
    /// An engine that has opened another lock file since it was added isn't returned.
    private func engine(of identity: FileIdentity) -> Owner<FileEngine>? {
        let engine = engines.withLock { $0[identity] }
        guard let engine, !engine.object.isInherited, engine.object.identity == identity else { return nil }
        return engine
    }

    /// The engines that are in use.
    var all: [FileEngine] { engines.withLock { $0.all } }
}

extension FileEngine {
    /// The identity of the lock file that is open.
    var identity: FileIdentity? { cache.state.files.identity }
}
