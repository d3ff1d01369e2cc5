#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// When a store that is observed is polled, with scripted wake-ups.
@Suite struct ChangeWatcherTests {
    let fixture = FileFixture()

    /// A source of wake-ups that a test calls.
    private final class ScriptedWakeUp: WakeUpSource {
        let files: StoreFiles
        private let handler: @Sendable () -> Void
        private let state = Shared(false)

        init(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) {
            self.files = files
            self.handler = handler
        }

        var isReady: Bool { state.value }

        /// Passes on an event, as the first of which shows that there are any.
        func wake() {
            state.change { $0 = true }
            handler()
        }
    }

    private func files() throws -> StoreFiles { try StoreFiles(fixture.place(), storage: Storage(SystemCalls())) }

    @Test func aStoreIsPolledUntilAnEventHasShownThatWritersWakeIt() throws {
        let made = Shared<[ScriptedWakeUp]>([])
        let watcher = ChangeWatcher { files, handler in
            let wakeUp = ScriptedWakeUp(files, handler)
            made.change { $0.append(wakeUp) }
            return wakeUp
        }
        let files = try files()
        #expect(watcher.add { _ in }.needsPoll)
        let woken = Shared(0)
        for _ in 0..<3 {
            let hasBegun = watcher.beginPoll(files) { woken.change { $0 += 1 } }
            #expect(hasBegun)
            #expect(!watcher.canBeWoken)
            #expect(!watcher.sleep(files) { true })
        }
        #expect(made.value.count == 1)
        made.value.first?.wake()
        #expect(woken.value == 1 && watcher.canBeWoken)
        _ = watcher.beginPoll(files) {}
        #expect(watcher.sleep(files) { true })
        #expect(watcher.phase == .sleeping)
        made.value.first?.wake()
        #expect(watcher.wake())
    }
}
#endif
