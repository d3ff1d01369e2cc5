import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsSnapshots
@testable import TestSupport

@Suite(.noHang, .rowsC(3)) struct DefaultsSnapshotTests {
    @Test(.row(10), arguments: StoreKind.allCases) func aSnapshotHoldsWhatIsStoredForThisDomain(kind: StoreKind) {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        SheetDomain(store: test.store).set(1, forKey: SheetDomain.Keys(rawValue: "a"))
        #expect(trip.snapshot().isEmpty)
        trip.attempts = 5
        trip.set("unreadable", forKey: .ratio)
        let snapshot = trip.snapshot()
        #expect(snapshot.values == ["trip/attempts": 5, "trip/ratio": "unreadable"])
        #expect(snapshot.names == TripDomain.Keys.allCases.map(\.uniqueValue).sorted())
        #expect(!snapshot.isEmpty)
    }

    @Test func whatIsNotStoredIsInNoSnapshot() {
        let store = DefaultsStore.inMemory(arguments: ["-trip/attempts", "7"])
        store.userDefaults.register(defaults: ["trip/theme": "registered"])
        let trip = TripDomain(store: store)
        trip.ratio = 0.25
        #expect(trip.snapshot().values == ["trip/ratio": 0.25])
    }

    @Test(.rows(75, 76), arguments: StoreKind.allCases)
    func restoringStoresRemovesAndLeavesOthersAlone(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (trip, sheet) = (TripDomain(store: test.store), SheetDomain(store: test.store))
        trip.attempts = 1
        trip.set("unreadable", forKey: .ratio)
        let before = trip.snapshot()
        trip.attempts = 2
        trip.theme = "dark"
        trip.ratio = 0.1
        sheet.set("kept", forKey: SheetDomain.Keys(rawValue: "f"))
        try trip.restore(before)
        #expect(trip.snapshot() == before)
        #expect(trip.storedKeys == [.attempts, .ratio])
        #expect(sheet.snapshot().values == ["sheet/f": "kept"])
    }

    @Test(arguments: StoreKind.allCases) func restoringIsOneChange(kind: StoreKind) throws {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        trip.attempts = 1
        trip.theme = "dark"
        let before = trip.snapshot()
        trip.attempts = 2
        trip.theme = "light"
        trip.ratio = 0.75
        let (keys, attempts) = (Log<[TripDomain.Keys]>(), Log<Int>())
        let tokens = [
            trip.changes().observe { keys.add($0.changedKeys()) },
            trip.observe(\.attempts) { attempts.add($0.newValue) },
        ]
        try trip.restore(before)
        #expect(keys.all.map { Set($0) } == [[.attempts, .theme, .ratio]])
        #expect(attempts.all == [1])
        try trip.restore(before)
        #expect(keys.all.count == 1, "what is stored already is no change")
        tokens.forEach { $0.cancel() }
    }

    @Test(arguments: StoreKind.allCases) func severalDomainsAreTakenAndRestoredTogether(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (trip, sheet) = (TripDomain(store: test.store), SheetDomain(store: test.store))
        trip.attempts = 1
        sheet.set("x", forKey: SheetDomain.Keys(rawValue: "a"))
        let both = test.store.snapshot(of: [TripDomain.self, SheetDomain.self])
        #expect(both.values == ["trip/attempts": 1, "sheet/a": "x"])
        trip.removeAll()
        sheet.removeAll()
        try trip.restore(both)
        #expect(trip.attempts == 1 && sheet.snapshot().isEmpty, "a domain restores its own part")
        trip.removeAll()
        try test.store.restore(both)
        #expect(test.store.snapshot(of: [TripDomain.self, SheetDomain.self]) == both)
    }

    @Test func aSnapshotOfAnotherDomainIsRefused() throws {
        let store = DefaultsStore.inMemory()
        let sheet = SheetDomain(store: store)
        sheet.set(1, forKey: SheetDomain.Keys(rawValue: "a"))
        let error = #expect(throws: DefaultsError.self) { try TripDomain(store: store).restore(sheet.snapshot()) }
        #expect(error?.kind == .unknownName)
        #expect(error?.description == "The snapshot has none of the names of TripDomain.")
    }

    @Test func anObjectThatIsNoPropertyListIsNeitherTakenNorRemoved() throws {
        let defaults = LooseDefaults()
        let store = DefaultsStore(defaults)
        let sheet = SheetDomain(store: store)
        defaults.set(NSObject(), forKey: "sheet/a")
        let before = sheet.snapshot()
        #expect(!before.names.contains("sheet/a"))
        sheet.set(1, forKey: SheetDomain.Keys(rawValue: "f"))
        try sheet.restore(before)
        #expect(defaults.object(forKey: "sheet/a") is NSObject)
        #expect(defaults.object(forKey: "sheet/f") == nil)
    }

    @Test func aRestoreThatFailsChangesNothing() throws {
        let store = DefaultsStore.inMemory()
        let trip = TripDomain(store: store)
        trip.attempts = 1
        let bad = DefaultsSnapshot(values: ["trip/theme": "x", "trip/start": .date(Date(timeIntervalSince1970: .nan))])
        let error = #expect(throws: DefaultsError.self) { try trip.restore(bad) }
        #expect(error?.storedName == "trip/start")
        #expect(trip.snapshot().values == ["trip/attempts": 1])
    }

    // MARK: - Observing, other threads, text, coders

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(.withoutViews) func takingASnapshotIsTracked() {
        let trip = TripDomain(store: .inMemory())
        let calls = Log<Int>()
        withObservationTracking {
            _ = trip.snapshot()
        } onChange: {
            calls.add(1)
        }
        trip.theme = "dark"
        #expect(calls.all == [1])
    }

    @Test(arguments: StoreKind.allCases) func restoresAtOnceAreNotMixed(kind: StoreKind) throws {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        // The third has something in common with each of the others.
        let shots = [(1, 1), (2, 2), (1, 2)].map { attempts, ratio in
            DefaultsSnapshot(values: ["trip/attempts": .integer(attempts), "trip/ratio": .real(ratio)])
        }
        try trip.restore(shots[0])
        let left = Shared(2)
        let writers = (0..<2).map { _ in
            Background {
                for _ in 0..<Stress.count(2_000, usual: 4_000, full: 200_000) {
                    #expect(throws: Never.self) { try trip.restore(shots.randomElement() ?? shots[0]) }
                }
                left.change { $0 -= 1 }
            }
        }
        var mixed = Set<[String]>()
        repeat {
            let values = trip.snapshot().values
            if !shots.contains(where: { $0.values == values }) { mixed.insert(values.map { "\($0): \($1)" }.sorted()) }
        } while left.value > 0
        for writer in writers { try writer.wait() }
        #expect(mixed.isEmpty)
        #expect(shots.map(\.values).contains(trip.snapshot().values))
    }

    @Test func noDescriptionShowsAValue() throws {
        let trip = TripDomain(store: .inMemory())
        trip.theme = "hunter2"
        trip.attempts = 4_711
        let snapshot = trip.snapshot()
        var dumped = ""
        dump(snapshot, to: &dumped)
        for text in ["\(snapshot)", String(reflecting: snapshot), snapshot.text(), dumped] {
            #expect(!text.contains("hunter2") && !text.contains("4711"), "\(text)")
            #expect(text.contains("trip/theme") && text.contains("string") && text.contains("nothing"), "\(text)")
        }
        #expect(
            snapshot.text(showingValues: true) == """
                trip/attempts: 4711
                trip/link: nothing
                trip/ratio: nothing
                trip/start: nothing
                trip/theme: "hunter2"
                """)
    }
}

/// A `UserDefaults` that takes any object, and keeps it in memory.
private final class LooseDefaults: UserDefaults {
    private let objects = Shared<[String: Any]>([:])

    override func object(forKey defaultName: String) -> Any? { objects.value[defaultName] }

    override func set(_ value: Any?, forKey defaultName: String) {
        objects.change { $0[defaultName] = value }
    }

    override func removeObject(forKey defaultName: String) { objects.change { $0[defaultName] = nil } }

    override func synchronize() -> Bool { true }
}
