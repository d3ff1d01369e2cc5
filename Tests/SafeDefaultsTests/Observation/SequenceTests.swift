import ContractCases
import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Settings as asynchronous sequences.
@Suite(.row(98), .rowsB(5)) struct SequenceTests {
    /// More changes than a loop that is quadratic in their number would come to an end with.
    private static let many = Stress.isAsked ? 100_000 : 20_000

    @Test(arguments: HubKind.allCases) func valuesStartWithTheCurrentValueAndMissNoLaterChange(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        var values = domain.values(of: \.count).buffering(.unbounded).makeAsyncIterator()
        // Before the first value is taken, and after it.
        domain.count = 1
        #expect(await values.next() == 0)
        domain.count = 2
        domain.count = 3
        #expect(await values.next() == 1)
        #expect(await values.next() == 2)
        #expect(await values.next() == 3)
    }

    @Test(arguments: HubKind.allCases) func changesStartWithTheFirstChange(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        domain.count = 5
        var changes = domain.changes(of: \.count).buffering(.unbounded).makeAsyncIterator()
        domain.count = 6
        domain.reset(\.count)
        #expect(await changes.next() == Change(oldValue: 5, newValue: 6, isInitial: false))
        #expect(await changes.next() == Change(oldValue: 6, newValue: 0, isInitial: false))
    }

    // MARK: - Slow loops

    @Test func aSlowLoopReceivesTheNewestValueByDefault() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values(of: \.count).makeAsyncIterator()
        var changes = domain.changes(of: \.count).makeAsyncIterator()
        for number in 1...1000 { domain.count = number }
        #expect(await values.next() == 1000)
        #expect(await changes.next() == Change(oldValue: 0, newValue: 1000, isInitial: false))
    }

    @Test func otherPoliciesKeepTheElementsThatTheyPromise() async {
        let domain = Watched(store: .inMemory())
        var newest = domain.values(of: \.count).buffering(.bufferingNewest(3)).makeAsyncIterator()
        var oldest = domain.values(of: \.count).buffering(.bufferingOldest(3)).makeAsyncIterator()
        for number in 1...5 { domain.count = number }
        let seen = [await newest.next(), await newest.next(), await newest.next()]
        #expect(seen == [3, 4, 5])
        let first = [await oldest.next(), await oldest.next(), await oldest.next()]
        #expect(first == [0, 1, 2])
        domain.count = 6
        #expect(await newest.next() == 6)
        #expect(await oldest.next() == 6)
    }

    @Test(arguments: [0, -1]) func anEmptyBufferStillDeliversAFirstValue(limit: Int) async {
        let domain = Watched(store: .inMemory())
        var newest = domain.values(of: \.count).buffering(.bufferingNewest(limit)).makeAsyncIterator()
        var oldest = domain.values(of: \.count).buffering(.bufferingOldest(limit)).makeAsyncIterator()
        domain.count = 1
        #expect(await newest.next() == 1)
        #expect(await oldest.next() == 0)
        // Changes are delivered only if they happen while the loop waits.
        let task = Task {
            for await change in domain.changes(of: \.count).buffering(.bufferingNewest(limit)) {
                return change.newValue > change.oldValue
            }
            return false
        }
        let writing = Task {
            while !Task.isCancelled {
                domain.count += 1
                await Task.yield()
            }
        }
        #expect(await task.value)
        writing.cancel()
    }

    @Test func anUnboundedBufferHoldsEveryValueInOrder() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values(of: \.count).buffering(.unbounded).makeAsyncIterator()
        for number in 1...Self.many { domain.count = number }
        var inOrder = true
        for number in 0...Self.many where await values.next() != number { inOrder = false }
        #expect(inOrder)
    }

    // MARK: - Equal neighbours

    @Test func equalValuesAreNotDelivered() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values(of: \.count).buffering(.unbounded).makeAsyncIterator()
        domain.set("0", forKey: .count)
        domain.set("1", forKey: .count)
        domain.set(1.0, forKey: .count)
        domain.count = 1
        domain.count = 2
        let seen = [await values.next(), await values.next(), await values.next()]
        #expect(seen == [0, 1, 2])
    }

    // MARK: - What is observed

    @Test func notANumberIsEqualToItself() async {
        let speed = Stored(Watched.Setting<Double?>(.count), store: .inMemory())
        speed.wrappedValue = .nan
        var changes = speed.changes.buffering(.bufferingNewest(2)).makeAsyncIterator()
        for value in [2, .nan, 3] { speed.wrappedValue = value }
        #expect(await changes.next()?.newValue == 3)
    }

    @Test(.rowsB(6), arguments: HubKind.allCases) func severalSettingsAreOneTuple(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        var values = domain.values(of: \.count, \.name, \.at, \.list, \.dotted).makeAsyncIterator()
        #expect(await values.next()! == (0, nil, 0, [1], 0))
        domain.edit { draft in
            draft.count = 1
            draft.name = "x"
            draft.dotted = 2
        }
        #expect(await values.next()! == (1, "x", 0, [1], 2))
        domain.removeAll()
        #expect(await values.next()! == (0, nil, 0, [1], 0))
    }

    @Test(.rowsB(6)) func aSettingThatIsObservedTwiceIsOneNameInTheHub() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values(of: \.count, \.count).makeAsyncIterator()
        #expect(await values.next()! == (0, 0))
        #expect(domain.receiverCount(of: .count) == 1)
        domain.count = 4
        #expect(await values.next()! == (4, 4))
    }

    @Test(.rowsB(6)) func aWholeDomainIsADictionary() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values().makeAsyncIterator()
        #expect(await values.next() == [:])
        var changes = domain.changes().makeAsyncIterator()
        domain.count = 1
        domain.at = 2
        domain.store.userDefaults.set("elsewhere", forKey: "elsewhere")
        #expect(await values.next() == [.count: 1, .at: 2])
        #expect(await changes.next()?.changedKeys() == [.count, .at])
        domain.removeAll()
        #expect(await values.next() == [:])
    }

    @Test func anUnreadableValueIsTheDefaultAndOneIssueForEachLoop() async {
        let domain = Watched(store: .inMemory())
        domain.setObject("abc", forKey: .count)
        let recorder = IssueRecorder()
        await DefaultsIssue.withHandler({ recorder.record($0) }) {
            var values = domain.values(of: \.count).makeAsyncIterator()
            #expect(await values.next() == 0)
            #expect(recorder.issues.count == 1)
            domain.count = 4
            #expect(await values.next() == 4)
        }
        #expect(recorder.issues.map(\.kind) == [.unreadableValue])
    }

    // MARK: - The end

    @Test(arguments: HubKind.allCases) func cancellationEndsALoopAndLeavesNothingBehind(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let inbox = Inbox<Int>()
        let task = Task {
            for await value in domain.values(of: \.count) { inbox.add(value) }
            return true
        }
        _ = await inbox.next(1)
        task.cancel()
        #expect(await task.value)
        #expect(domain.receiverCount(of: .count) == 0)
        #expect(test.source.total == 0)
    }

    @Test func aSequenceThatIsNotIteratedIsNotRegistered() {
        let domain = Watched(store: .inMemory())
        let values = domain.values(of: \.count)
        #expect(domain.receiverCount(of: .count) == 0)
        var iterators = [values.makeAsyncIterator(), values.makeAsyncIterator()]
        #expect(domain.receiverCount(of: .count) == 2)
        iterators = []
        #expect(domain.receiverCount(of: .count) == 0)
        withExtendedLifetime(iterators) {}
    }

    @Test func aCancelledTaskReceivesNothing() async {
        let domain = Watched(store: .inMemory())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            var values = domain.values(of: \.count).makeAsyncIterator()
            return [await values.next(), await values.next()]
        }
        task.cancel()
        #expect(await task.value == [nil, nil])
        #expect(domain.receiverCount(of: .count) == 0)
    }
}
