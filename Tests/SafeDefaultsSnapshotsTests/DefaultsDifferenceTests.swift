import Foundation
import SafeDefaults
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite(.noHang, .rowsC(3)) struct DefaultsDifferenceTests {
    private static func twoStates(_ store: DefaultsStore) -> (old: DefaultsSnapshot, new: DefaultsSnapshot) {
        let trip = TripDomain(store: store)
        trip.attempts = 3
        trip.theme = "dark"
        let old = trip.snapshot()
        trip.attempts = 5
        trip.reset(\.theme)
        trip.ratio = 1
        return (old, trip.snapshot())
    }

    @Test func aDifferenceNamesWhatWasAddedRemovedAndChanged() {
        let (old, new) = Self.twoStates(.inMemory())
        let difference = new.difference(from: old)
        #expect(difference.added == ["trip/ratio"])
        #expect(difference.removed == ["trip/theme"])
        #expect(difference.changed == ["trip/attempts"])
        #expect(!difference.isEmpty && new.difference(from: new).isEmpty)
        #expect(difference.oldValues == ["trip/attempts": 3, "trip/theme": "dark"])
        #expect(difference.newValues == ["trip/attempts": 5, "trip/ratio": 1.0])
    }

    @Test func valuesAreShownOnlyWhenAskedFor() {
        let (old, new) = Self.twoStates(.inMemory())
        let difference = new.difference(from: old)
        var dumped = ""
        dump(difference, to: &dumped)
        for text in ["\(difference)", String(reflecting: difference), dumped] { #expect(!text.contains("\"dark\"")) }
        #expect("\(difference)" == "trip/attempts: changed\ntrip/ratio: added\ntrip/theme: removed")
        #expect(
            difference.text(showingValues: true) == """
                trip/attempts: 3 -> 5
                trip/ratio: added 1.0
                trip/theme: removed "dark"
                """)
    }

    @Test(arguments: StoreKind.allCases) func applyingIsOneChange(kind: StoreKind) throws {
        let (old, new) = Self.twoStates(.inMemory())
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        try trip.restore(old)
        let keys = Log<[TripDomain.Keys]>()
        let token = trip.changes().observe { keys.add($0.changedKeys()) }
        try new.difference(from: old).apply(to: test.store, checkingOldValues: true)
        #expect(trip.snapshot() == new)
        #expect(keys.all.map { Set($0) } == [[.attempts, .theme, .ratio]])
        token.cancel()
    }

    @Test(arguments: StoreKind.allCases) func aChangeOfOtherValuesIsRefusedWhenAsked(kind: StoreKind) throws {
        let (old, new) = Self.twoStates(.inMemory())
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        try trip.restore(old)
        trip.attempts = 4
        let before = trip.snapshot()
        let difference = new.difference(from: old)
        let error = #expect(throws: DefaultsError.self) {
            try difference.apply(to: test.store, checkingOldValues: true)
        }
        #expect(error?.kind == .outdated && error?.storedName == "trip/attempts")
        #expect(trip.snapshot() == before)
        try difference.apply(to: test.store)
        #expect(trip.snapshot() == new)
    }

    @Test(arguments: [StoreKind.inMemory, .file, .rawSuite])
    func onlyOneOfManyThreadsAppliesADifference(kind: StoreKind) throws {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        for _ in 0..<Stress.count(5, usual: 50) {
            trip.attempts = 0
            let old = trip.snapshot()
            let applied = Log<Int>()
            let threads = (1...4).map { number in
                Background {
                    do {
                        let change = try Self.change(of: old, to: number)
                        try change.apply(to: test.store, checkingOldValues: true)
                        applied.add(number)
                    } catch let error as DefaultsError {
                        #expect(error.kind == .outdated)
                    }
                }
            }
            for thread in threads { try thread.wait() }
            #expect(applied.all.count == 1)
            #expect(trip.attempts == applied.all.first)
        }
    }

    private static func change(of old: DefaultsSnapshot, to attempts: Int) throws -> DefaultsDifference {
        let other = TripDomain(store: .inMemory())
        try other.restore(old)
        other.attempts = attempts
        return other.snapshot().difference(from: old)
    }

    @Test func namesThatTheNewerSnapshotDoesNotCoverAreNotRemoved() {
        let store = DefaultsStore.inMemory()
        TripDomain(store: store).attempts = 1
        SheetDomain(store: store).set(1, forKey: SheetDomain.Keys(rawValue: "a"))
        let both = store.snapshot(of: [TripDomain.self, SheetDomain.self])
        #expect(TripDomain(store: store).snapshot().difference(from: both).isEmpty)
    }
}
