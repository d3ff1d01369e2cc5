import Foundation
import Observation

// Uses the Observation framework without its macro. The framework tracks reads inside `withObservationTracking`, and
// therefore in the body of a view. Here it tracks them by store and name.

extension ObservationHub {
    /// Whether the Observation framework tracks reads on this thread now.
    var isTrackingReads: Bool { tracker.isTracking }

    /// Registers a read with the Observation framework, which tracks reads on this thread now.
    ///
    /// Call it before the read.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - holder: An object that keeps the hub alive; nil if the hub can't be released and created again.
    func noteTrackedRead(of name: String, holder: AnyObject?) {
        tracker.access(name)
        // If the name is tracked already, the read needn't wait for writers.
        if trackedNames.withLock({ $0.contains(name) }) { return }
        // A view may be reading while it is drawn, and what an observer's closure does then is ignored, or ends the
        // process. So other programs' writes that are found here are delivered on another thread.
        deliveringElsewhere { track(name, holder: holder) }
    }

    private func track(_ name: String, holder: AnyObject?) {
        let isNew = underLock(knowing: { [name] }) { contents in
            self.holder = holder
            noteChanges(in: contents)
            return contents.contains { content in
                let entry = watch(content.0, content: content.1)
                defer { entry.isTracked = true }
                return !entry.isTracked
            }
        }
        if isNew, let source {
            source.register(name)
            // Finds a write that was made before the source watched the name.
            refresh()
        }
        // This comes last, because other threads skip all of the above once the name is in the set.
        trackedNames.withLock { _ = $0.insert(name) }
    }
}

/// Registers the reads of one store with the Observation framework, and notifies it of changes.
protocol ReadTracker: AnyObject, Sendable {
    /// Whether the framework is tracking reads on this thread now.
    var isTracking: Bool { get }

    /// Registers a read of a name with the framework.
    func access(_ name: String)

    /// Notifies the code that has read a name of a change. This runs other code, so no lock may be held.
    func notify(_ name: String)
}

/// Creates trackers.
enum ReadTracking {
    /// Returns a tracker for one store.
    ///
    /// On systems without the Observation framework, it never tracks.
    ///
    /// - Parameter hasViews: Whether this process may have views, which are updated on the main thread only.
    static func makeTracker(hasViews: Bool = ReadTracking.hasViews) -> any ReadTracker {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return NoTracker() }
        return ObservationTracker(hasViews: hasViews)
    }

    /// Whether a framework with views is loaded: whether its class of applications is a symbol of this process.
    ///
    /// This module loads none. So a tool has none, and may never run its main queue. The tests of a Mac have one,
    /// because one bundle has all; those that expect a tool say so. On Linux `.ci/views` gives them one.
    @TaskLocal static var hasViews = ["UIApplication", "NSApplication", "WKApplication"].contains {
        dlsym(dlopen(nil, RTLD_NOW), "OBJC_CLASS_$_\($0)") != nil
    }
}

/// The tracker for systems without the Observation framework.
private final class NoTracker: ReadTracker {
    var isTracking: Bool { false }
    func access(_ name: String) {}
    func notify(_ name: String) {}
}

/// Represents a store in the Observation framework, which only knows objects and key paths.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class ObservationTracker: ReadTracker, Observable {
    private let registrar = ObservationRegistrar()
    private let hasViews: Bool

    init(hasViews: Bool) { self.hasViews = hasViews }

    // These are copied into each tracker, because every read needs them, and access to a global goes through
    // `swift_once`.
    private let probePath = ObservationTracker.probePath
    private let mark = Probe.mark

    /// Finds out whether reads are tracked, by whether the registrar hashes a probe's key path when it registers an
    /// access.
    ///
    /// No public function tells whether reads are tracked. But a registrar ignores an access if nothing is tracked.
    /// Otherwise it puts the key path into a set, and for this hashes the key path's argument, the probe.
    var isTracking: Bool {
        guard let mark else { return false }
        registrar.access(self, keyPath: probePath)
        guard pthread_getspecific(mark) != nil else { return false }
        // The mark is set, but perhaps not by this access: the framework also hashes the probe when tracking begins or
        // ends. So remove the mark, and ask again.
        pthread_setspecific(mark, nil)
        registrar.access(self, keyPath: probePath)
        return pthread_getspecific(mark) != nil
    }

    func access(_ name: String) {
        registrar.access(self, keyPath: \.[name])
    }

    /// Notifies the code that has read a name of a change: at once, or, in a process with views, on the main thread.
    ///
    /// NB: views may be updated on the thread on which they are notified. In an app in Swift 6 mode, that ends the
    /// process on any thread but the main one.
    func notify(_ name: String) {
        guard hasViews, !Thread.isMainThread else { return registrar.withMutation(of: self, keyPath: \.[name]) {} }
        DispatchQueue.main.async { self.registrar.withMutation(of: self, keyPath: \.[name]) {} }
    }

    // MARK: - Key paths

    private static let probePath = \ObservationTracker.[Probe()]

    private subscript(probe: Probe) -> Bool { false }
    private subscript(name: String) -> Bool { false }
}

/// The argument of a key path.
///
/// When it is hashed, it marks the current thread.
private struct Probe: Hashable {
    /// The key of a thread's mark.
    ///
    /// It is nil if the process has no room for another such key, of which it can have about a thousand. Then reads
    /// aren't tracked.
    static let mark: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    func hash(into hasher: inout Hasher) {
        if let mark = Self.mark { pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1)) }
    }
}
