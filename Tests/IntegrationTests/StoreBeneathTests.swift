import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsInspection
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// A file store over another store, as a machine's own settings over those of a fleet.
@Suite struct StoreBeneathTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case count, name, list
            static let namespace = "layers"
        }

        struct Settings {
            let count = Setting(.count, default: 0)
            let name = Setting<String?>(.name)
            let list = Setting(.list, default: [Int]())
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// A file store over a store of some kind.
    private final class Place: Sendable {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("StoreBeneathTests-\(UUID().uuidString)")
        let beneath: LayeredStore
        var url: URL { directory.appendingPathComponent("own.plist") }
        var fleet: Sample { Sample(store: beneath.store) }
        var own: Sample { Sample(store: .file(url, over: beneath.store)) }

        init(_ kind: LayeredStore.Kind) { beneath = LayeredStore(kind) }

        deinit { try? FileManager.default.removeItem(at: directory) }
    }

    @Test(arguments: LayeredStore.Kind.allCases)
    func ownValuesComeFirst(kind: LayeredStore.Kind) {
        let place = Place(kind)
        let (fleet, own) = (place.fleet, place.own)
        fleet.count = 7
        fleet.list = [1]
        #expect(own.count == 7 && own.list == [1] && own.name == nil)
        #expect(Sample.count.origin(in: own.store) == .otherDomain && Sample.name.origin(in: own.store) == .default)
        own.update(\.count) { $0 += 1 }
        own.edit { draft in draft.list.append(2) }
        own.name = "Tom"
        #expect(own.count == 8 && own.list == [1, 2] && own.name == "Tom")
        #expect(Sample.count.origin(in: own.store) == .stored)
        #expect(fleet.count == 7 && fleet.list == [1] && fleet.name == nil, "nothing is written beneath")
        #expect(own.store.snapshot(of: [Sample.self]).values.count == 3)
        own.reset(\.count)
        #expect(own.count == 7 && own.storedKeys == [.name, .list])
        own.removeAll()
        #expect(own.count == 7 && own.list == [1] && own.name == nil && fleet.count == 7)
        #expect(own.store.userDefaults.integer(forKey: "layers/count") == 7)
        #expect(own.store.userDefaults.dictionaryRepresentation()["layers/count"] as? Int == 7)
    }

    @Test(.noHang, arguments: LayeredStore.Kind.allCases)
    func observersHearOfChangesOfBothStores(kind: LayeredStore.Kind) async {
        let place = Place(kind)
        let (fleet, own) = (place.fleet, place.own)
        let log = Log<[Int]>()
        let token = own.observe(\.count) { log.add([$0.oldValue, $0.newValue]) }
        fleet.count = 1
        own.count = 2
        fleet.count = 3
        own.reset(\.count)
        fleet.count = 4
        // While another thread compares values, such as the file's watcher, the setter doesn't wait for it.
        #expect(await eventually { log.all.count >= 4 })
        token.cancel()
        fleet.count = 5
        #expect(log.all == [[0, 1], [1, 2], [2, 3], [3, 4]])
        let again = own.observe(\.count) { log.add([$0.oldValue, $0.newValue]) }
        fleet.count = 6
        #expect(await eventually { log.all.count >= 5 })
        again.cancel()
        #expect(log.all.last == [5, 6])
    }

    @Test(.noHang, arguments: LayeredStore.Kind.allCases)
    func aWriterBeneathDoesNotWaitForAComparison(kind: LayeredStore.Kind) async throws {
        let place = Place(kind)
        let (fleet, own) = (place.fleet, place.own)
        let log = Log<Int>()
        let token = own.observe(\.count) { log.add($0.newValue) }
        let (isComparing, mayEnd) = (Shared(false), Shared(false))
        let comparison = Background {
            own.store.box.hub.underLock {
                isComparing.change { $0 = true }
                while !mayEnd.value { usleep(200) }
            }
        }
        while !isComparing.value { usleep(200) }
        fleet.count = 1
        #expect(log.all.isEmpty)
        mayEnd.change { $0 = true }
        #expect(await eventually { log.all == [1] })
        try comparison.wait()
        withExtendedLifetime(token) {}
    }

    @Test(.noHang, arguments: LayeredStore.Kind.allCases)
    func aChangeOfSeveralNamesBeneathIsSeenAsOne(kind: LayeredStore.Kind) async {
        // The writes to a plain store are several calls.
        if kind == .suite || kind == .apple { return }
        let place = Place(kind)
        let (fleet, own) = (place.fleet, place.own)
        let seen = Log<[Int]>()
        let tokens = [
            own.observe(\.count) { _ in seen.add([own.count, own.list.count]) },
            own.observe(\.list) { _ in seen.add([own.count, own.list.count]) },
        ]
        fleet.edit { draft in
            draft.count = 1
            draft.list = [5]
        }
        #expect(await eventually { seen.all == [[1, 1], [1, 1]] })
        withExtendedLifetime(tokens) {}
    }

    @Test(.noHang) func whileSomeObserveAndOthersWriteNoChangeIsMissed() async {
        let place = Place(.inMemory)
        let (fleet, own) = (place.fleet, place.own)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<Stress.count(20, usual: 200) {
                        let token = own.observe(\.count) { _ in }
                        token.cancel()
                    }
                }
            }
            group.addTask { for _ in 0..<Stress.count(20, usual: 200) { fleet.count += 1 } }
        }
        let last = Log<Int>()
        let token = own.observe(\.count) { last.add($0.newValue) }
        fleet.count = -1
        #expect(await eventually { last.all == [-1] }, "registrations that came and went have left it observed")
        withExtendedLifetime(token) {}
    }

    @Test func overridesBeneathDoNotCount() {
        let place = Place(.inMemory)
        place.fleet.count = 1
        place.beneath.defaults.setVolatileDomain(
            ["layers/count": 5], forName: UserDefaults.argumentDomain)
        #expect(place.fleet.count == 5 && place.own.count == 1)
    }

    @Test func storesAreEqualIfBothStoresAre() {
        let place = Place(.inMemory)
        let (a, b) = (place.beneath.store, DefaultsStore.inMemory())
        #expect(DefaultsStore.file(place.url, over: a) == .file(place.url, over: a))
        let (overA, overB, alone) = (
            DefaultsStore.file(place.url, over: a), DefaultsStore.file(place.url, over: b),
            DefaultsStore.file(place.url)
        )
        #expect(overA != overB && overA != alone)
        #expect(overA != .file(place.url, over: a.scoped("x")))
        Sample(store: alone).count = 4
        #expect(Sample(store: overA).count == 4 && Sample(store: overB).count == 4, "they share the file")
    }

    @Test func aRefusedNameIsAnIssueAndHasWhatIsBeneath() {
        let fleet = Sample(store: .inMemory())
        fleet.count = 3
        let heard = Log<Int>()
        let issues = IssueRecorder.issues {
            let own = Sample(store: .file(named: "a/b", over: fleet.store))
            let token = own.observe(\.count) { heard.add($0.newValue) }
            #expect(own.count == 3)
            fleet.count = 4
            own.count = 5
            #expect(own.count == 5 && fleet.count == 4)
            withExtendedLifetime(token) {}
        }
        #expect(heard.all == [4, 5])
        #expect(issues.map(\.kind) == [.refusedFile])
    }
}
