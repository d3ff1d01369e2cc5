import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The targets on which closures are called: the writer's thread and the main actor.
@Suite(.rows(93, 96)) struct DeliveryTargetTests {
    enum Target: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case writer, mainActor

        /// The main actor, by the `observe` of a domain, and by that of a property.
        case mainActorOfDomain, mainActorOfProperty

        var testDescription: String { rawValue }
    }

    /// Observes the count with a closure, and checks where it runs.
    private static func observe(
        _ domain: Watched, _ target: Target, initial: Bool = false, _ body: @escaping @Sendable (Change<Int>) -> Void
    ) -> DefaultsObservation {
        let onMain: @MainActor @Sendable (Change<Int>) -> Void = { change in
            MainActor.assertIsolated()
            body(change)
        }
        let property = Stored(Watched.count, store: domain.store)
        return switch target {
        case .writer: domain.observe(\.count, initial: initial, body)
        case .mainActor: domain.changes(of: \.count).observe(initial: initial, on: MainActor.self, onMain)
        case .mainActorOfDomain: domain.observe(\.count, initial: initial, on: MainActor.self, onMain)
        case .mainActorOfProperty: property.changes.observe(initial: initial, on: MainActor.self, onMain)
        }
    }

    @Test(arguments: Target.allCases, HubKind.allCases)
    func everyChangeArrivesOnceAndInOrder(target: Target, kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let inbox = Inbox<Change<Int>>()
        let token = Self.observe(domain, target) { inbox.add($0) }
        for number in 1...100 { domain.count = number }
        let changes = await inbox.next(100)
        #expect(changes == (1...100).map { Change(oldValue: $0 - 1, newValue: $0, isInitial: false) })
        token.cancel()
        #expect(await eventually { domain.receiverCount(of: .count) == 0 && test.source.total == 0 })
    }

    @Test(arguments: Target.allCases, HubKind.allCases)
    func theInitialCallComesFirst(target: Target, kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        domain.count = 7
        let inbox = Inbox<Change<Int>>()
        let token = Self.observe(domain, target, initial: true) { inbox.add($0) }
        domain.count = 8
        let changes = await inbox.next(2)
        #expect(
            changes == [
                Change(oldValue: 7, newValue: 7, isInitial: true), Change(oldValue: 7, newValue: 8, isInitial: false),
            ])
        token.cancel()
    }

    @Test(arguments: Target.allCases) func noCallStartsAfterTheEnd(target: Target) async {
        let domain = Watched(store: .inMemory())
        let inbox = Inbox<Change<Int>>()
        let cancelled = Self.observe(domain, target) { inbox.add($0) }
        domain.count = 1
        _ = await inbox.next(1)
        cancelled.cancel()
        domain.count = 2
        do {
            let dropped = Self.observe(domain, target) { inbox.add($0) }
            domain.count = 3
            _ = await inbox.next(1)
            _ = consume dropped
        }
        domain.count = 4
        // The next change goes to another observer, after everything that those might have received.
        let last = Self.observe(domain, target, initial: true) { inbox.add($0) }
        #expect(await inbox.next(1).map(\.newValue) == [4])
        last.cancel()
        #expect(await eventually { domain.receiverCount(of: .count) == 0 })
    }

    @Test func anIssueOfACallOnTheMainActorNamesTheLineThatObserves() async {
        let domain = Watched(store: .inMemory())
        domain.setObject("abc", forKey: .count)
        let recorder = IssueRecorder()
        let inbox = Inbox<Int>()
        let line: UInt = #line + 2
        let token = DefaultsIssue.withHandler({ recorder.record($0) }) {
            domain.observe(\.count, initial: true, on: MainActor.self) { inbox.add($0.newValue) }
        }
        #expect(await inbox.next(1) == [0])
        #expect(recorder.issues.map(\.kind) == [.unreadableValue])
        #expect(recorder.issues.first?.location?.fileID.hasSuffix("/DeliveryTargetTests.swift") == true)
        #expect(recorder.issues.first?.location?.line == line)
        token.cancel()
    }

    @Test @MainActor func cancellingOnTheMainActorDropsCallsThatItHasNotMadeYet() async {
        let domain = Watched(store: .inMemory())
        let (dropped, calls, inbox) = (Log<Int>(), Log<Int>(), Inbox<Int>())
        let token = domain.observe(\.count, on: MainActor.self) { dropped.add($0.newValue) }
        domain.count = 1
        token.cancel()
        let waiting = domain.observe(\.count, initial: true, on: MainActor.self) {
            calls.add($0.newValue)
            inbox.add($0.newValue)
        }
        #expect(await inbox.next(1) == [1])
        #expect(dropped.all == [])
        // Its task waits by now. The write has it go on with a change, but not before this thread is free.
        domain.count = 2
        waiting.cancel()
        let end = domain.observe(\.count, initial: true, on: MainActor.self) { inbox.add($0.newValue) }
        #expect(await inbox.next(1) == [2])
        #expect(calls.all == [1])
        end.cancel()
    }

    @Test(arguments: Target.allCases) func theEndReleasesTheClosure(target: Target) async {
        let domain = Watched(store: .inMemory())
        final class Held: Sendable {}
        weak var weakHeld: Held?
        let token: DefaultsObservation
        do {
            let held = Held()
            weakHeld = held
            token = Self.observe(domain, target) { _ in withExtendedLifetime(held) {} }
        }
        #expect(weakHeld != nil)
        token.cancel()
        #expect(await eventually { weakHeld == nil }, "while the token is still there")
        withExtendedLifetime(token) {}
    }
}
