import Foundation

/// Finds the engine of a store, so that a process has one for each, whatever names the file is given by.
final class EngineRegistry: Sendable {
    static let shared = EngineRegistry()

    private let engines = Locked<[FileIdentity: WeakReference<FileEngine>]>([:])

    private init() {
        // At a normal end the journals are folded in.
        atexit { EngineRegistry.shared.foldAll() }
        pthread_atfork(
            { EngineRegistry.shared.beginFork() }, { EngineRegistry.shared.endFork(isChild: false) },
            { EngineRegistry.shared.endFork(isChild: true) })
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

    private func foldAll() {
        let all = engines.withLock { $0.values.compactMap(\.object) }
        for engine in all { engine.foldAtEnd() }
    }

    // MARK: - Fork

    // A lock of the system belongs to the open file, which a child shares with its parent: each would have the lock when the
    // other has it. So a child opens the lock file anew, before it does anything else with a store. No thread is in the
    // middle of anything when a process forks, because the fork waits for the locks.

    private static let forking = Locked<[FileEngine]>([])

    private func beginFork() {
        let all = engines.withLock { $0.values.compactMap(\.object) }
        for engine in all { engine.beginFork() }
        Self.forking.withLock { $0 = all }
    }

    private func endFork(isChild: Bool) {
        let all = Self.forking.withLock { forking in
            defer { forking = [] }
            return forking
        }
        for engine in all { engine.endFork(isChild: isChild) }
    }
}

extension FileEngine {
    /// Whether something was written that isn't folded yet.
    var isDirty: Bool {
        reading.lock()
        defer { reading.unlock() }
        return idling.isDirty
    }
}
