import Foundation

/// Finds the engine of a store, so that a process has one for each, whatever names the file is given by.
final class EngineRegistry: Sendable {
    static let shared = EngineRegistry()

    private let engines = Locked<[FileIdentity: WeakReference<FileEngine>]>([:])

    private init() {
        AtExit.perform(.compactFileStores) { EngineRegistry.shared.all.forEach { $0.compactAtEnd() } }
    }

    /// The engine of a place, made if there is none yet; what it has found it reports when it is asked to.
    func engine(at place: FilePlace, storage: Storage = Storage()) throws(DefaultsError) -> Owner<FileEngine> {
        let files = try StoreFiles(place, storage: storage)
        if let identity = files.identity, let engine = engine(of: identity) { return engine }
        let engine = Owner(try FileEngine(place, files: files, storage: storage))
        engine.object.setOwner(engine)
        // Another thread may have been quicker.
        return add(engine)
    }

    /// Has an engine found by its lock file; gives another one that has it already.
    @discardableResult
    func add(_ engine: Owner<FileEngine>) -> Owner<FileEngine> {
        guard let identity = engine.object.identity else { return engine }
        while true {
            let known = engines.withLock { $0[identity]?.shared }
            if let known, !known.object.isInherited, known.object.identity == identity { return known }
            let isAdded = engines.withLock { engines in
                guard engines[identity]?.shared === known else { return false }
                engines = engines.filter { $0.value.object != nil }
                engines[identity] = WeakReference(engine)
                return true
            }
            if isAdded { return engine }
        }
    }

    /// The engine that has a lock file open; one that was found by it before, and has another one now, is another store's.
    private func engine(of identity: FileIdentity) -> Owner<FileEngine>? {
        let engine = engines.withLock { $0[identity]?.shared }
        guard let engine, !engine.object.isInherited, engine.object.identity == identity else { return nil }
        return engine
    }

    /// Those that are in use.
    var all: [FileEngine] { engines.withLock { $0.values.compactMap(\.object) } }
}

extension FileEngine {
    /// Which lock file it has open.
    var identity: FileIdentity? { cache.state.files.identity }
}
