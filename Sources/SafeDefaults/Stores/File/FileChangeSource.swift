import Foundation

/// Tells a store's hub what other processes, and other objects over the same file, have written; only while somebody
/// observes the store.
final class FileChangeSource: ForeignChangeSource {
    private let connection: FileConnection
    private let state = Locked(State())

    /// The listener, or 0; apart from the rest, since every write asks, those of a forked child too.
    private let listening = SharedWord()

    private struct State {
        var names: [String: Int] = [:]
        var listening: (engine: FileEngine, listener: Int)?
    }

    // Weak, because the hub has this object.
    private let hub: Locked<WeakReference<ObservationHub>>

    init(_ connection: FileConnection, hub: Owner<ObservationHub>) {
        self.connection = connection
        self.hub = Locked(WeakReference(hub))
    }

    deinit {
        state.withLock { state in
            if let (engine, listener) = state.listening { engine.stopListening(listener) }
        }
    }

    /// The listener that needn't be told of a write, which the hub is told of by whoever makes it.
    var listener: Int? {
        let listener = listening.value
        return listener == 0 ? nil : Int(listener)
    }

    func register(_ name: String) {
        state.withLock { state in
            state.names[name, default: 0] += 1
            guard state.listening == nil, let engine = connection.engine else { return }
            let listener = engine.listen { [weak self] changes in self?.tell(changes) }
            state.listening = (engine, listener)
            listening.set(UInt(listener))
        }
    }

    func unregister(_ name: String) {
        state.withLock { state in
            guard let count = state.names[name] else { return }
            state.names[name] = count > 1 ? count - 1 : nil
            guard state.names.isEmpty, let (engine, listener) = state.listening else { return }
            engine.stopListening(listener)
            state.listening = nil
            listening.set(0)
        }
    }

    func beginFork() { state.beginFork() }

    func endFork() { state.endFork() }

    private func tell(_ changes: ChangeWatcher.PendingChanges) {
        guard let hub = hub.withLock({ $0.object }) else { return }
        switch changes {
        case .anything: hub.noticeForeignChanges()
        case .names(let names):
            let observed = state.withLock { state in names.filter { state.names[$0] != nil } }
            // Several may belong together, and are looked at together.
            if observed.count > 1 { hub.noticeForeignChanges() } else { observed.forEach(hub.noticeForeignChange) }
        }
    }
}
