import Foundation
import Observation

// The Observation framework without a macro: it tracks reads inside `withObservationTracking`, and so in a SwiftUI
// body, by store and name.

extension ObservationHub {
    /// Registers a read with the Observation framework, if it tracks reads here; call it before the read.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - holder: The object that keeps the hub alive, if it might be created again otherwise.
    func noteRead(of name: String, holder: AnyObject?) {
        guard let tracker, tracker.isTracking else { return }
        tracker.access(name)
        // A name that is tracked already is read without waiting for writers.
        if trackedNames.withLock({ $0.contains(name) }) { return }
        let isNew = underLock(knowing: { [name] }) { contents in
            self.holder = holder
            noteChanges(in: contents)
            return contents.contains { content in
                let entry = watch(content.0, content: content.1)
                defer { entry.isTracked = true }
                return !entry.isTracked
            }
        }
        if isNew, let source = source.withLock({ $0 }) {
            source.register(name)
            // Finds a write that came before the source watched the name.
            refresh()
        }
        // Last, because other threads skip all of that once the name is in the set.
        trackedNames.withLock { _ = $0.insert(name) }
    }
}

/// Registers the reads of one store with the Observation framework, and notifies it of changes.
protocol ReadTracker: AnyObject, Sendable {
    /// Whether the framework tracks reads on this thread now.
    var isTracking: Bool { get }

    /// Registers a read of a name with those who track reads now.
    func access(_ name: String)

    /// Notifies those who have read a name of a change; runs their code, so no lock may be held.
    func notify(_ name: String)
}

/// Creates trackers on systems that have the Observation framework.
enum ReadTracking {
    /// Returns a tracker for one store, or nil on systems without the framework.
    static func makeTracker() -> (any ReadTracker)? {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return nil }
        return ObservationTracker()
    }
}

/// Stands for a store in the Observation framework, which knows objects and key paths.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class ObservationTracker: ReadTracker, Observable {
    private let registrar = ObservationRegistrar()

    // Copied into each tracker, because every read needs them, and access to a global goes through `swift_once`.
    private let probePath = ObservationTracker.probePath
    private let mark = Probe.mark

    /// Whether the registrar hashes a probe's key path when it registers an access.
    ///
    /// No public function says whether reads are tracked. But where nothing is tracked, a registrar does nothing with
    /// an access; where something is, it puts the key path into a set, and so hashes it together with its argument, the
    /// probe.
    var isTracking: Bool {
        guard let mark else { return false }
        // The framework hashes the probe again when it installs tracking, and when that ends.
        if pthread_getspecific(mark) != nil { pthread_setspecific(mark, nil) }
        registrar.access(self, keyPath: probePath)
        return pthread_getspecific(mark) != nil
    }

    func access(_ name: String) {
        registrar.access(self, keyPath: \.[name])
    }

    func notify(_ name: String) {
        registrar.withMutation(of: self, keyPath: \.[name]) {}
    }

    // MARK: - Key paths

    private static let probePath = \ObservationTracker.[Probe()]

    private subscript(probe: Probe) -> Bool { false }
    private subscript(name: String) -> Bool { false }
}

/// An argument of a key path that marks the thread by which it is hashed.
private struct Probe: Hashable {
    /// Nil if the process has a thousand such keys already; then no read counts as tracked.
    static let mark: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    func hash(into hasher: inout Hasher) {
        if let mark = Self.mark { pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1)) }
    }
}
