// A domain, its keys and types of another module, extended from this one.

import Foundation

#if hasFeature(InternalImportsByDefault)
public import NeighbourModule
public import SafeDefaults
#else
import NeighbourModule
import SafeDefaults
#endif

// MARK: - Settings added from outside

extension RoomDefaults.Settings {
    var visits: RoomDefaults.Setting<Int> { .init(.visits, default: 0) }
    var colour: RoomDefaults.Setting<House.Colour?> { RoomDefaults.Setting(.colour) }
    var colours: RoomDefaults.Setting<[House.Colour]> { .init(.colour, default: []) }
}

extension RoomDefaults {
}

// MARK: - Domains nested from outside

extension House {
    struct AtticDefaults: SafeDefaults {
        typealias Keys = House.RoomKeys
        struct Settings { let boxes = Setting(House.RoomKeys(rawValue: "boxes"), default: 0) }
        static let settings = Settings()
    }
}

extension House.RoomKeys {
    static let cellar = House.RoomKeys(rawValue: "cellar")
}

extension House.AtticDefaults.Settings {
    var cellar: House.AtticDefaults.Setting<Bool?> { .init(.cellar) }
}

// MARK: - Types conformed from outside

extension House.Colour: @retroactive DefaultsDictionaryKey {}
extension Window: @retroactive DefaultsValue {}
extension Toaster: @retroactive DefaultsValue {}
extension DateComponents: @retroactive DefaultsValue {}
extension Double: @retroactive DefaultsDictionaryKey {}

private struct OutsideDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let window = Setting(.one, default: Window())
        let toaster = Setting<Toaster?>(.one)
        let components = Setting<DateComponents?>(.one)
        let colours = Setting<[House.Colour: [Double: Window]]>(.one, default: [:])
    }
    static let settings = Settings()
}

// MARK: - Uses

private func uses() throws {
    let room = RoomDefaults(store: .inMemory())
    room.visits += 1
    room.name = "Study"
    room.colour = .red
    room.colours.append(.blue)
    room.beds += 1
    House.AtticDefaults().boxes += 1
    House.AtticDefaults().cellar = true
    OutsideDefaults().window.width = 3
    OutsideDefaults().colours[.red, default: [:]][1] = Window()
    let _: PropertyListValue.Type = Toaster.DefaultsRepresentation.self
    let _: PropertyListValue.Type = DateComponents.DefaultsRepresentation.self
}
