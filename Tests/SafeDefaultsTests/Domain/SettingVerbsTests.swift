import Foundation
import NeighbourModule
import SafeDefaults
import Testing

@testable import TestSupport

// Settings that aren't in a domain's struct, or that another module declares in an extension of it.

@Suite(.noHang) struct SettingVerbsTests {
    @Test func computedSettingsOfAnExtensionInAnotherModuleHaveKeyPaths() {
        let room = RoomDefaults(store: .inMemory())
        room.beds += 1
        room.update(\.beds) { $0 += 1 }
        #expect(room.lookup(\.beds) == .value(3))
        // A setting that a protocol's extension declares for all of its domains is used as a value.
        room.edit { $0[RoomDefaults.isOpen] = true }
        #expect(room[RoomDefaults.isOpen] && RoomDefaults.isOpen.get(from: room.store))
        Stored(RoomDefaults.isOpen, store: room.store).update { $0.toggle() }
        #expect(!room[RoomDefaults.isOpen])
    }
}
