import Foundation
import Observation

// The Observation framework without a macro: a read inside `withObservationTracking`, and so in a SwiftUI body, is counted
// per store and name.

/// Counts the reads of one store, and tells Observation of its changes.
protocol ReadTracker: AnyObject, Sendable {
    /// Whether a read made now, on this thread, is tracked by anybody.
    var isTracking: Bool { get }

    /// Counts a read of a name for whoever tracks reads now.
    func access(_ name: String)

    /// Tells those who have read a name that it has changed; their code runs, so never under a lock.
    func tell(_ name: String)
}

/// Makes what counts reads, where there is Observation.
enum ReadTracking {
    /// Makes what counts the reads of one store; nil on systems without Observation.
    static func makeTracker() -> (any ReadTracker)? {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return nil }
        return ObservationTracker()
    }
}

/// The stand-in for a store in the Observation framework, which knows objects and key paths.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class ObservationTracker: ReadTracker, Observable {
    private let registrar = ObservationRegistrar()

    // Held by each tracker, because every read asks for them, and a global is asked for through `swift_once`.
    private let probePath = ObservationTracker.probePath
    private let mark = Probe.mark

    /// Whether the key path of a probe is hashed when it is read.
    ///
    /// No public function says whether reads are tracked. But a registrar that is told of an access does nothing where
    /// nothing is tracked, and puts the key path into a set where something is: then it hashes it, and with it the probe
    /// that is its argument.
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

    func tell(_ name: String) {
        registrar.withMutation(of: self, keyPath: \.[name]) {}
    }

    // MARK: - Key paths

    private static let probePath = \ObservationTracker.[Probe()]

    private subscript(probe: Probe) -> Bool { false }
    private subscript(name: String) -> Bool { false }
}

/// The argument of a key path, which leaves a mark on the thread that hashes it.
private struct Probe: Hashable {
    /// Nil where the process has a thousand of them already; then no read counts as tracked.
    static let mark: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    func hash(into hasher: inout Hasher) {
        if let mark = Self.mark { pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1)) }
    }
}
