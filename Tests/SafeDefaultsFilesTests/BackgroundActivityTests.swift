#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Scheduled compactions on systems that suspend a process, simulated.
@Suite struct BackgroundActivityTests {
    let fixture = FileFixture()

    /// An activity that a test lets expire.
    private final class ScriptedActivity: Sendable {
        private let blocks = Shared<[@Sendable (Bool) -> Void]>([])

        /// The activity, which begins as the system has it: at once, or expired already.
        func activity(isExpired: Bool) -> BackgroundActivity {
            BackgroundActivity { block in
                self.blocks.change { $0.append(block) }
                block(isExpired)
            }
        }

        func expire() { for block in blocks.value { block(true) } }
    }

    /// Lets an activity expire at one of the calls of a compaction, and counts those that follow.
    private final class ExpiringCalls: InterposedCalls {
        let activity = ScriptedActivity()
        private let number: Int
        private let calls = Shared<[StorageCall]?>(nil)

        init(at number: Int) { self.number = number }

        func arm() { calls.change { $0 = [] } }

        /// The calls since the test was armed; fewer than the number if the activity hasn't expired.
        var made: [StorageCall] { calls.value ?? [] }

        func failure(of call: StorageCall, _ name: String) -> Int32? {
            let isTheOne = calls.change { calls in
                calls?.append(call)
                return calls?.count == number
            }
            if isTheOne { activity.expire() }
            return nil
        }
    }

    private func owned(_ engine: FileEngine) -> Owner<FileEngine> {
        let owner = Owner(engine)
        engine.setOwner(owner)
        return owner
    }

    /// What has to hold whenever an activity has expired: nothing is lost, no lock is held, and the next compaction
    /// does the work.
    private func checkNothingIsLost(_ values: [String: PropertyListValue]) throws {
        #expect(try fixture.values() == values)
        try fixture.engine().compactNow()
        #expect(try fixture.propertyList() == values)
        #expect(fixture.directory.names.count <= 3, "\(fixture.directory.names)")
        #expect(fixture.aside == [])
    }

    @Test func anActivityThatHasExpiredBeforeCompactsNothing() throws {
        let activity = ScriptedActivity()
        let owner = owned(try fixture.engine(activity: activity.activity(isExpired: true)))
        try owner.object.set("a", 1)
        owner.object.compactSoon()
        FileEngine.queue.sync {}
        activity.expire()
        #expect(!fixture.directory.names.contains("store.plist"))
        let isDirty = owner.object.schedule.isDirty.isSet
        #expect(isDirty)
        try checkNothingIsLost(["a": 1])
    }

    /// It might be suspended while it holds the lock.
    @Test func aReleasedStoreLeavesItsJournalWhereTheProcessMayBeSuspended() throws {
        let activity = ScriptedActivity().activity(isExpired: false)
        do {
            let owner = owned(try fixture.engine(activity: activity))
            try owner.object.set("a", 1)
        }
        #expect(!fixture.directory.names.contains("store.plist"))
        try checkNothingIsLost(["a": 1])
    }

    @Test func anActivityMayExpireAtEachCallOfACompaction() throws {
        var number = 0
        var stops = 0
        while true {
            number += 1
            let test = Self()
            let calls = ExpiringCalls(at: number)
            let owner = test.owned(
                try test.fixture.engine(calls: calls, activity: calls.activity.activity(isExpired: false)))
            try owner.object.set("a", 1)
            try owner.object.compactNow()
            try owner.object.set("a", 2)
            try owner.object.set("b", 3)
            calls.arm()
            owner.object.compactSoon()
            FileEngine.queue.sync {}
            let made = calls.made
            if try test.fixture.propertyList() == ["a": 1] {
                stops += 1
                // What follows ends the step at hand, which waits for a file and for its directory, and puts away what
                // was prepared.
                #expect(made.dropFirst(number).filter { $0 == .synchronize }.count <= 2, "\(number): \(made)")
            }
            try test.checkNothingIsLost(["a": 2, "b": 3])
            if made.count < number { break }
        }
        #expect(stops > 5)
        #expect(number > stops, "the last ones are too late to stop")
    }

    @Test func aFlushIsNotStoppedByTheActivityOfACompaction() throws {
        let calls = FailingCalls()
        let activity = ScriptedActivity()
        let owner = owned(try fixture.engine(calls: calls, activity: activity.activity(isExpired: false)))
        let engine = owner.object
        try engine.set("a", 1)
        let otherMayContinue = Shared(false)
        calls.fail { call, _ in
            guard call == .synchronize else { return nil }
            calls.recover()
            activity.expire()
            onThreads(1) { _ in otherMayContinue.change { $0 = engine.mayContinue } }
            return nil
        }
        engine.compactSoon()
        FileEngine.queue.sync {}
        #expect(otherMayContinue.value)
        #expect(engine.mayContinue)
        try engine.flush()
        try checkNothingIsLost(["a": 1])
    }

    /// Where the system suspends processes, it also ends an app whose main thread hangs.
    @Test(arguments: [true, false]) func theMainThreadWaitsForASecondAtMost(mayBeSuspended: Bool) throws {
        let activity = BackgroundActivity(mayBeSuspended: mayBeSuspended) { $0(false) }
        let engine = try fixture.engine(timeout: .seconds(10), activity: activity)
        #expect(engine.timeout(onMainThread: true) == .seconds(mayBeSuspended ? 1 : 10))
        #expect(engine.timeout(onMainThread: false) == .seconds(10))
        #expect(engine.timeout == .seconds(10), "this isn't the main thread")
    }
}
#endif
