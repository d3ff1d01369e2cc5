import Foundation
import NeighbourModule
import SafeDefaults
import Testing

@testable import TestSupport

// Settings of another module: in its type's body, and in extensions there. A key path of the stored property `guests`
// must not be formed here, because that crashes: see the guide *Keys and namespaces*.

@Suite(.noHang) struct SettingVerbsTests {
    @Test(arguments: StoreKind.allCases)
    func aStoredSettingOfAnExtensionInAnotherModuleHasAllVerbs(kind: StoreKind) throws {
        let test = TestStore(kind)
        let room = RoomDefaults(store: test.store)
        #expect(RoomDefaults.guests.lookup(in: test.store) == .missing)
        let old = RoomDefaults.guests.update(in: test.store) { guests in
            defer { guests += 1 }
            return guests
        }
        #expect(old == 2)
        #expect(room[RoomDefaults.guests] == 3)
        #expect(RoomDefaults.guests.lookup(in: test.store) == .value(3))
        room[RoomDefaults.guests] = 5
        #expect(RoomDefaults.guests.get(from: test.store) == 5)
        room.edit { draft in
            draft[RoomDefaults.guests] += 1
            #expect(draft[RoomDefaults.guests] == 6)
        }
        #expect(room[RoomDefaults.guests] == 6)
        RoomDefaults.guests.reset(in: test.store)
        #expect(room[RoomDefaults.guests] == 2)
        #expect(!room.contains(.guests))
        let stored = Stored(RoomDefaults.guests, store: test.store)
        stored.wrappedValue += 1
        #expect(room[RoomDefaults.guests] == 3)
    }

    @Test(arguments: StoreKind.allCases) func aSettingItselfCanBeObserved(kind: StoreKind) async {
        let test = TestStore(kind)
        let log = Log<Int>()
        let token = RoomDefaults.guests.changes(in: test.store).observe(initial: true) { log.add($0.newValue) }
        RoomDefaults.guests.update(in: test.store) { $0 += 5 }
        #expect(log.all == [2, 7])
        var values = RoomDefaults.guests.values(in: test.store).makeAsyncIterator()
        #expect(await values.next() == 7)
        token.cancel()
    }

    @Test func anUpdateOfASettingItselfKeepsWhatCannotBeRead() {
        let room = RoomDefaults(store: .inMemory())
        room.set("many", forKey: .guests)
        let issues = IssueRecorder.issues { RoomDefaults.guests.update(in: room.store) { $0 += 1 } }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(room.string(forKey: .guests) == "many")
    }

    @Test func computedSettingsOfAnExtensionInAnotherModuleHaveKeyPaths() {
        let room = RoomDefaults(store: .inMemory())
        room.beds += 1
        room.update(\.beds) { $0 += 1 }
        #expect(room.lookup(\.beds) == .value(3))
        // A setting that a protocol's extension declares for all of its domains is used as a value.
        room[RoomDefaults.isOpen] = true
        RoomDefaults.isOpen.update(in: room.store) { $0.toggle() }
        #expect(!room[RoomDefaults.isOpen])
    }
}
