import Foundation

/// Finds the engine of a store, so that a process has one for each, whatever names the file is given by.
final class EngineRegistry: Sendable {
    static let shared = EngineRegistry()

    private let engines = Locked<[FileIdentity: WeakReference<FileEngine>]>([:])

    private init() {
        // At a normal end the journals are folded in.
        atexit { EngineRegistry.shared.all.forEach { $0.foldAtEnd() } }
        Forks.arrange()
    }

    /// The engine of a place, made if there is none yet; what it has found it reports when it is asked to.
    func engine(at place: FilePlace, storage: Storage = Storage()) throws(DefaultsError) -> Owner<FileEngine> {
        let files = try StoreFiles(place, storage: storage)
        if let identity = files.identity, let engine = engines.withLock({ $0[identity]?.shared }) { return engine }
        let engine = Owner(try FileEngine(place, files: files, storage: storage))
        engine.object.keepGoing(engine)
        guard let identity = files.identity else { return engine }
        return engines.withLock { engines in
            // Another thread may have been quicker.
            if let engine = engines[identity]?.shared { return engine }
            engines = engines.filter { $0.value.object != nil }
            engines[identity] = WeakReference(engine)
            return engine
        }
    }

    /// Those that are in use.
    var all: [FileEngine] { engines.withLock { $0.values.compactMap(\.object) } }
}

extension FileEngine {
    /// Whether something was written that isn't folded yet.
    var isDirty: Bool {
        reading.lock()
        defer { reading.unlock() }
        return idling.isDirty
    }
}
