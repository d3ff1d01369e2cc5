import Foundation

/// The engines of this process: one for each store, whatever paths its file is opened by.
final class EngineRegistry: Sendable {
    static let shared = EngineRegistry()

    private let engines = Locked<[FileIdentity: WeakReference<FileEngine>]>([:])

    private init() {
        AtExit.perform(.compactFileStores) { EngineRegistry.shared.all.forEach { $0.compactAtEnd() } }
    }

    /// Returns the engine of a store, and opens the store if it isn't open yet.
    ///
    /// Issues that are found are reported by `report()`, once the caller holds no lock.
    func engine(at place: FilePlace, storage: Storage = Storage()) throws(DefaultsError) -> Owner<FileEngine> {
        let files = try StoreFiles(place, storage: storage)
        if let identity = files.identity, let engine = engine(of: identity) { return engine }
        let engine = Owner(try FileEngine(place, files: files, storage: storage))
        engine.object.setOwner(engine)
        // Another thread may have opened it meanwhile.
        return add(engine)
    }

    /// Adds an engine by its lock file, or returns the one that has that file open already.
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

    /// Returns the engine that has a lock file open now; it may have opened another one since it was added.
    private func engine(of identity: FileIdentity) -> Owner<FileEngine>? {
        let engine = engines.withLock { $0[identity]?.shared }
        guard let engine, !engine.object.isInherited, engine.object.identity == identity else { return nil }
        return engine
    }

    /// The engines that are in use.
    var all: [FileEngine] { engines.withLock { $0.values.compactMap(\.object) } }
}

extension FileEngine {
    /// The lock file that is open.
    var identity: FileIdentity? { cache.state.files.identity }
}
