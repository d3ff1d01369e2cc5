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

extension RoomDefaults {
    static let visits = Setting(.visits, default: 0)
    static let colour = Setting<House.Colour?>(.colour)
    static var colours: Setting<[House.Colour]> { Setting(.colour, default: []) }

    func turnOn() { lights += 1 }
}

// MARK: - Domains nested from outside

extension House {
    struct KitchenDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case oven }

        static let oven = Setting(.oven, default: 180)
    }

    struct AtticDefaults: SafeDefaults {
        typealias Keys = House.RoomKeys

        static let boxes = Setting(House.RoomKeys(rawValue: "boxes"), default: 0)
    }

    struct GuestRoomDefaults: SafeDefaults {
        typealias Keys = RoomDefaults.Keys

        static let guests = Setting(.visits, default: 0)
    }
}

extension House.RoomKeys {
    static let cellar = House.RoomKeys(rawValue: "cellar")
}

extension House.AtticDefaults {
    static let cellar = Setting<Bool?>(.cellar)
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

    static let window = Setting(.one, default: Window())
    static let toaster = Setting<Toaster?>(.one)
    static let lamp = Setting<Lamp?>(.one)
    static let components = Setting<DateComponents?>(.one)
    static let colours = Setting<[House.Colour: [Double: Window]]>(.one, default: [:])
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
    RoomDefaults.guests.update(in: room.store) { $0 += 1 }
    room[RoomDefaults.guests] += 1
    room.beds += 1
    room.update(\.isOpen) { $0.toggle() }
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
