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
    func turnOn() { self.lights += 1 }
}

// MARK: - Domains nested from outside

extension House {
    struct KitchenDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case oven }
        struct Settings { let oven = Setting(.oven, default: 180) }
        static let settings = Settings()
    }

    struct AtticDefaults: SafeDefaults {
        typealias Keys = House.RoomKeys
        struct Settings { let boxes = Setting(House.RoomKeys(rawValue: "boxes"), default: 0) }
        static let settings = Settings()
    }

    struct GuestRoomDefaults: SafeDefaults {
        typealias Keys = RoomDefaults.Keys
        struct Settings { let guests = Setting(.visits, default: 0) }
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

extension Lamp: @retroactive DefaultsValue {
    /// The brightness.
    nonisolated public var defaultsRepresentation: Double { brightness }

    /// Creates a lamp of a brightness.
    nonisolated public convenience init(defaultsRepresentation brightness: Double) {
        self.init(brightness: brightness)
    }
}

private struct OutsideDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let window = Setting(.one, default: Window())
        let toaster = Setting<Toaster?>(.one)
        let lamp = Setting<Lamp?>(.one)
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
    room.turnOn()
    room.set("Hall", forKey: .name)
    let _: Int? = room.integer(forKey: .visits)
    let _ = try room.read(\.lights)
    room.update(\.visits) { $0 += 1 }
    Stored(RoomDefaults.guests, store: room.store).update { $0 += 1 }
    room[RoomDefaults.guests] += 1
    room.beds += 1
    Stored(RoomDefaults.isOpen, store: room.store).update { $0.toggle() }
    House.KitchenDefaults().oven = 200
    House.AtticDefaults().boxes += 1
    House.AtticDefaults().cellar = true
    House.AtticDefaults().set(3, forKey: House.RoomKeys(rawValue: "shelf/7"))
    House.GuestRoomDefaults().guests += 1
    OutsideDefaults().window.width = 3
    OutsideDefaults().colours[.red, default: [:]][1] = Window()
    let _: Double? = OutsideDefaults().lamp?.brightness
    let _: PropertyListValue.Type = Toaster.DefaultsRepresentation.self
    let _: PropertyListValue.Type = DateComponents.DefaultsRepresentation.self
}
