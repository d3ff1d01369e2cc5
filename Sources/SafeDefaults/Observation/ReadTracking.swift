import Foundation
import Observation

// The Observation framework without a macro: a read inside `withObservationTracking`, and so in a SwiftUI body, is counted
// per store and name.

/// Tells whether the current thread's reads are tracked.
enum ReadTracking {
    /// Makes what counts the reads of one store; nil on systems without Observation.
    static func makeTracker() -> (any ReadTracker)? {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return nil }
        return ObservationTracker()
    }

    /// Tells whether a read made now, on this thread, is tracked.
    ///
    /// No public function says so. But a registrar that is told of an access does nothing where nothing is tracked, and puts
    /// the key path into a set where something is: then it hashes it, and with it the probe that is its argument.
    static func isActive() -> Bool {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return false }
        guard let mark = Probe.mark else { return false }
        // The framework hashes the probe again when it installs tracking, and when that ends.
        pthread_setspecific(mark, nil)
        ObservationTracker.probe()
        return pthread_getspecific(mark) != nil
    }

    /// The argument of a key path, which leaves a mark on the thread that hashes it.
    struct Probe: Hashable {
        /// Nil where the process has a thousand of them already; then no read counts as tracked.
        static let mark: pthread_key_t? = {
            var key = pthread_key_t()
            return pthread_key_create(&key, nil) == 0 ? key : nil
        }()

        func hash(into hasher: inout Hasher) {
            if let mark = Self.mark { pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1)) }
        }
    }
}

/// Counts the reads of one store, and tells Observation of its changes.
protocol ReadTracker: AnyObject, Sendable {
    /// Counts a read of a name for whoever tracks reads now.
    func access(_ name: String)

    /// Tells those who have read a name that it has changed; their code runs, so never under a lock.
    func tell(_ name: String)
}

/// The stand-in for a store in the Observation framework, which knows objects and key paths.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class ObservationTracker: ReadTracker, Observable {
    private let registrar = ObservationRegistrar()

    private static let prober = ObservationTracker()
    private static let probePath = \ObservationTracker.[ReadTracking.Probe()]

    private subscript(probe: ReadTracking.Probe) -> Bool { false }
    private subscript(name: String) -> Bool { false }

    static func probe() {
        prober.registrar.access(prober, keyPath: probePath)
    }

    func access(_ name: String) {
        registrar.access(self, keyPath: \.[name])
    }

    func tell(_ name: String) {
        registrar.withMutation(of: self, keyPath: \.[name]) {}
    }
}
