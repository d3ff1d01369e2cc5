import Foundation
import NeighbourModule
import SafeDefaults
import Testing

@testable import TestSupport

// Settings that aren't in a domain's struct, or that another module declares in an extension of it.

@Suite(.noHang) struct SettingVerbsTests {
    @Test(arguments: StoreKind.allCases)
    func aStoredSettingOfAnExtensionInAnotherModuleHasAllVerbs(kind: StoreKind) throws {
        let test = TestStore(kind)
        let room = RoomDefaults(store: test.store)
        let stored = Stored(RoomDefaults.guests, store: test.store)
        #expect(stored.lookup() == .missing)
        let old = stored.update { guests in
            defer { guests += 1 }
            return guests
        }
        #expect(old == 2)
        #expect(room[RoomDefaults.guests] == 3)
        #expect(stored.lookup() == .value(3))
        room[RoomDefaults.guests] = 5
        #expect(RoomDefaults.guests.get(from: test.store) == 5)
        room.edit { draft in
            draft[RoomDefaults.guests] += 1
            #expect(draft[RoomDefaults.guests] == 6)
        }
        #expect(room[RoomDefaults.guests] == 6)
        stored.reset()
        #expect(room[RoomDefaults.guests] == 2)
        #expect(!room.contains(.guests))
        stored.wrappedValue += 1
        #expect(room[RoomDefaults.guests] == 3)
    }

    @Test func computedSettingsOfAnExtensionInAnotherModuleHaveKeyPaths() {
        let room = RoomDefaults(store: .inMemory())
        room.beds += 1
        room.update(\.beds) { $0 += 1 }
        #expect(room.lookup(\.beds) == .value(3))
        // A setting that a protocol's extension declares for all of its domains is used as a value.
        room[RoomDefaults.isOpen] = true
        Stored(RoomDefaults.isOpen, store: room.store).update { $0.toggle() }
        #expect(!room[RoomDefaults.isOpen])
    }
}
