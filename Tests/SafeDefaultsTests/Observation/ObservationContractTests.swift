import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The changes that every observing closure receives, over every kind of store.
@Suite(.rows(92, 94, 95), .rowsB(10)) struct ObservationContractTests {
    private typealias Write = (name: String, value: Int, make: @Sendable (Watched) throws -> Void)

    private static let writes: [Write] = [
        ("a property", 1, { $0.count = 1 }),
        ("a key path", 2, { $0[\.count] = 2 }),
        ("a setting", 3, { $0[Watched.count] = 3 }),
        ("set", 4, { $0.set(4, forKey: .count) }),
        ("setObject", 5, { $0.setObject(5, forKey: .count) }),
        ("write to", 6, { try $0.write(6, to: \.count) }),
        ("write for", 7, { try $0.write(7, forKey: .count) }),
        ("update", 8, { $0.update(\.count) { $0 += 1 } }),
        ("a setting's set", 9, { Watched.count.set(9, in: $0.store) }),
        ("edit", 10, { $0.edit { $0.count = 10 } }),
        ("removeObject", 0, { $0.removeObject(forKey: .count) }),
        ("in place", 1, { $0.count += 1 }),
        ("reset", 0, { $0.reset(\.count) }),
        ("text", 11, { $0.setObject("11", forKey: .count) }),
        ("removeAll", 0, { $0.removeAll() }),
        ("a value of any type", 12, { $0.set(12 as any DefaultsValue, forKey: .count) }),
        ("nil", 0, { $0.set(nil, forKey: .count) }),
    ]

    @Test(arguments: HubKind.allCases) func everyOwnWriteIsDeliveredOnceBeforeItReturns(kind: HubKind) throws {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Change<Int>>()
        let token = domain.observe(\.count) { log.add($0) }
        var last = 0
        for write in Self.writes {
            try write.make(domain)
            #expect(log.take() == [Change(oldValue: last, newValue: write.value, isInitial: false)], "\(write.name)")
            last = write.value
        }
        token.cancel()
    }

    @Test(arguments: HubKind.allCases) func anEqualValueIsNotDelivered(kind: HubKind) throws {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        domain.count = 5
        let log = Log<Change<Int>>()
        let token = domain.observe(\.count) { log.add($0) }
        domain.count = 5
        domain.set(5, forKey: .count)
        domain.update(\.count) { $0 += 0 }
        domain.edit { $0.count = 5 }
        domain.set(5.0, forKey: .count)
        domain.setObject("5", forKey: .count)
        #expect(log.all == [], "other forms of the same value")
        domain.count = 0
        _ = log.take()
        domain.reset(\.count)
        #expect(log.all == [], "the default, stored or not")
        token.cancel()
    }

    @Test(arguments: HubKind.allCases) func observersOfOtherKeysAreNotNotified(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Change<Int>>()
        let tokens = [domain.observe(\.count) { log.add($0) }, domain.observe(\.dotted) { log.add($0) }]
        domain.name = "x"
        domain.at = 3
        test.store.userDefaults.set(1, forKey: "count")
        domain.set(["a": 1], forKey: .list)
        #expect(log.all == [])
        tokens.forEach { $0.cancel() }
    }

    @Test(arguments: HubKind.allCases) func keysWithDotsAndAtSignsAreObserved(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Int>()
        let tokens = [
            domain.observe(\.dotted) { log.add($0.newValue) }, domain.observe(\.at) { log.add($0.newValue) },
        ]
        var dotted = domain.values(of: \.dotted).makeAsyncIterator()
        #expect(await dotted.next() == 0)
        domain.dotted = 1
        domain.at = 2
        #expect(log.all == [1, 2])
        #expect(await dotted.next() == 1)
        tokens.forEach { $0.cancel() }
    }

    @Test(.row(96), arguments: HubKind.allCases) func nothingIsDeliveredAfterTheEnd(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        domain.count = 1
        token.cancel()
        token.cancel()
        domain.count = 2
        do {
            let dropped = domain.observe(\.count) { log.add($0.newValue) }
            domain.count = 3
            _ = consume dropped
        }
        domain.count = 4
        #expect(log.all == [1, 3])
        #expect(domain.receiverCount(of: .count) == 0)
        #expect(test.source.total == 0)
    }

    @Test(arguments: HubKind.allCases) func anUnreadableValueIsTheDefaultAndOneIssue(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        domain.count = 3
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        let issues = IssueRecorder.issues { domain.setObject("abc", forKey: .count) }
        #expect(log.take() == [0])
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(issues.first?.location?.fileID.hasSuffix("/ObservationContractTests.swift") == true)
        let more = IssueRecorder.issues { domain.count = 7 }
        #expect(log.take() == [7])
        #expect(more == [])
        token.cancel()
    }

    @Test(arguments: HubKind.allCases) func aFailedWriteIsNotDelivered(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        let issues = IssueRecorder.issues { domain.setObject(NSObject(), forKey: .count) }
        #expect(issues.count == 1)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try domain.update(\.count) { value throws(Refusal) in
                value = 9
                throw Refusal()
            }
        }
        #expect(log.all == [])
        token.cancel()
    }

    @Test func aDynamicDefaultIsComputedWhenTheClosureIsCalled() {
        let domain = Watched(store: .inMemory())
        let log = Log<Change<Int>>()
        let token = domain.observe(\.tick) { log.add($0) }
        domain.tick = -1
        let stored = log.take()
        #expect(stored.count == 1)
        #expect(stored[0].newValue == -1)
        domain.reset(\.tick)
        let removed = log.take()
        #expect(removed.count == 1)
        #expect(removed[0].oldValue == -1)
        #expect(removed[0].newValue > stored[0].oldValue)
        token.cancel()
    }

    @Test func storedFormsAreComparedIfValuesAreNotEquatable() {
        let domain = Watched(store: .inMemory())
        let log = Log<[Int]>()
        let token = domain.observe(\.opaque) { log.add([$0.oldValue.number, $0.newValue.number]) }
        domain.opaque = Watched.Opaque(number: 1)
        domain.opaque = Watched.Opaque(number: 1)
        domain.opaque = Watched.Opaque(number: 2)
        #expect(log.all == [[0, 1], [1, 2]])
        token.cancel()
    }

    @Test(arguments: HubKind.allCases) func observersAreNotifiedInTheOrderOfTheirRegistration(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<String>()
        let tokens = (0..<4).map { index in domain.observe(\.count) { log.add("\(index):\($0.newValue)") } }
        domain.count = 1
        domain.count = 2
        #expect(log.all == ["0:1", "1:1", "2:1", "3:1", "0:2", "1:2", "2:2", "3:2"])
        tokens.forEach { $0.cancel() }
    }

    @Test(.rowsB(6), arguments: HubKind.allCases) func anObserverOfADomainReceivesTheChangedKeys(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<[Watched.Keys]>()
        let token = domain.changes().observe(initial: true) { log.add($0.changedKeys()) }
        #expect(log.take() == [[]], "the initial call")
        domain.at = 1
        domain.edit { draft in
            draft.name = "x"
            draft.count = 1
            draft.dotted = 1
        }
        domain.count = 1
        domain.setObject("no number", forKey: .count)
        domain.removeAll()
        #expect(log.all == [[.at], [.count, .name, .dotted], [.count], [.count, .name, .dotted, .at]])
        token.cancel()
    }

    @Test(.rowsB(6), arguments: HubKind.allCases) func severalSettingsAreToldAsOne(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<[Int]>()
        let token = domain.changes(of: \.count, \.at, \.list).observe { change in
            log.add([change.oldValue.0, change.oldValue.1] + change.oldValue.2)
            log.add([change.newValue.0, change.newValue.1] + change.newValue.2)
        }
        // Stored in another form, the default stored: a read sees no difference.
        domain.setObject("0", forKey: .count)
        domain.edit { draft in
            draft.count = 1
            draft.list = [2]
        }
        domain.name = "neighbour"
        domain.removeAll()
        #expect(log.all == [[0, 0, 1], [1, 0, 2], [1, 0, 2], [0, 0, 1]])
        #expect(domain.receiverCount(of: .list) == 1)
        token.cancel()
        #expect(domain.receiverCount(of: .list) == 0)
    }
}
