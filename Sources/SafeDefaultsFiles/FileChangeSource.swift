import Foundation
import SafeDefaults

/// Notifies a store's hub of writes by other processes, and by other objects over the same file.
///
/// It listens to the engine only while the store is observed.
final class FileChangeSource: ForeignChangeSource {
    private let connection: FileConnection

    /// The source of defaults, which is watched too; nil if there is none.
    private let defaults: (any DefaultsSource)?

    private let state = Locked(State())

    /// The number of the listener, or 0 if there is none.
    ///
    /// It is kept outside the lock because every write asks.
    private let listening = SharedWord()

    private struct State {
        /// The number of registrations by name.
        var names: [String: Int] = [:]
        var listening: (engine: FileEngine, listener: Int)?

        /// Whether the next try to open the file is scheduled.
        var isWaiting = false
    }

    // The reference is weak, because the hub retains this object.
    private let hub = Locked(WeakReference<ObservationHub>(nil))

    init(_ connection: FileConnection, defaults: (any DefaultsSource)?) {
        self.connection = connection
        self.defaults = defaults
        defaults?.connect { [weak self] in self?.notify(.anything) }
    }

    deinit {
        state.withLock { state in
            if let (engine, listener) = state.listening { engine.stopListening(listener) }
        }
    }

    /// Makes this object the hub's source of notices of foreign writes.
    func connect(to hub: Owner<ObservationHub>) {
        self.hub.withLock { $0 = WeakReference(hub) }
        hub.object.source = self
    }

    /// The listener that isn't notified of writes through the hub, because the hub knows of them; nil if there is no
    /// listener.
    var listener: Int? {
        let listener = listening.value
        return listener == 0 ? nil : Int(listener)
    }

    func register(_ name: String) {
        defaults?.register(name)
        // Before the lock, because an engine that is opened reports its issues.
        let engine = connection.engineForObserving
        state.withLock { state in
            state.names[name, default: 0] += 1
            listen(to: engine, &state)
        }
    }

    /// Begins to listen if names are observed, or tries again each second while the file can't be opened.
    private func listen(to engine: FileEngine?, _ state: inout State) {
        guard state.listening == nil, !state.names.isEmpty, !state.isWaiting else { return }
        guard let engine else {
            state.isWaiting = true
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.listenAgain() }
            return
        }
        let listener = engine.listen { [weak self] changes in self?.notify(changes) }
        state.listening = (engine, listener)
        listening.set(UInt(listener))
    }

    private func listenAgain() {
        let engine = connection.engine
        let isListening = state.withLock { state in
            state.isWaiting = false
            listen(to: engine, &state)
            return state.listening != nil
        }
        if isListening { notify(.anything) }
    }

    func unregister(_ name: String) {
        defaults?.unregister(name)
        state.withLock { state in
            guard let count = state.names[name] else { return }
            state.names[name] = count > 1 ? count - 1 : nil
            guard state.names.isEmpty, let (engine, listener) = state.listening else { return }
            engine.stopListening(listener)
            state.listening = nil
            listening.set(0)
        }
    }

    private func notify(_ changes: ChangeWatcher.PendingChanges) {
        guard let hub = hub.withLock({ $0.object }) else { return }
        switch changes {
        case .anything: hub.noticeForeignChanges()
        case .names(let names):
            let observed = state.withLock { state in names.filter { state.names[$0] != nil } }
            // Several names may have been written in one batch, so they are compared together.
            if observed.count > 1 { hub.noticeForeignChanges() } else { observed.forEach(hub.noticeForeignChange) }
        }
    }
}
