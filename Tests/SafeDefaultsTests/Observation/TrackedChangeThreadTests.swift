import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Where the Observation framework is notified of a change.
@Suite struct TrackedChangeThreadTests {
    /// A mark of the main queue, which on Linux isn't served by the main thread in a program of tests.
    private static let isMain: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Notifies a tracker on a thread of its own, and collects whether a tracked read is told on the main queue.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    private func notify(_ tracker: any ReadTracker) -> Log<Bool> {
        let (key, log) = (Self.isMain, Log<Bool>())
        withObservationTracking {
            tracker.access("a")
        } onChange: {
            log.add(DispatchQueue.getSpecific(key: key) ?? false)
        }
        onThreads(1) { _ in tracker.notify("a") }
        return log
    }

    #if os(Linux)
    /// A symbol stands for the loaded framework.
    @Test func aProcessHasViewsWhereOneOfTheirClassesIsLoaded() {
        #expect(ReadTracking.hasViews == (ProcessInfo.processInfo.environment["VIEWS"] != nil))
    }
    #endif

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func inAProcessWithViewsItIsTheMainQueue() async {
        let log = notify(ReadTracking.makeTracker(hasViews: true))
        #expect(await eventually { log.all == [true] })
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func withoutViewsItIsTheThreadThatWrites() {
        let log = notify(ReadTracking.makeTracker(hasViews: false))
        #expect(log.all == [false])
    }
}
