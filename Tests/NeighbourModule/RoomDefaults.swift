public import SafeDefaults

/// A domain of a module of its own, which other modules extend.
public struct RoomDefaults: SafeDefaults {
    /// Its keys.
    public enum Keys: String, DefaultsKey {
        case name, lights, colour, visits, guests, beds, isOpen

        /// What their names begin with.
        public static let namespace = "room"
    }

    /// The settings.
    public struct Settings: Sendable {
        /// A setting that this module declares.
        public let name = Setting<String?>(.name)

        /// Another.
        public let lights = Setting(.lights, default: 2)
    }

    /// The settings.
    public static let settings = Settings()

    /// Where it keeps them.
    public var store: DefaultsStore

    /// Creates the domain.
    public init(store: DefaultsStore = .standard) { self.store = store }
}

extension RoomDefaults.Settings {
    /// A setting that an extension adds, which is computed.
    public var beds: RoomDefaults.Setting<Int> { RoomDefaults.Setting(.beds, default: 1) }
}

extension RoomDefaults {
    /// A setting beside the others, which is used as a value.
    public static let guests = Setting(.guests, default: 2)
}

/// Domains of rooms that can be open.
public protocol Openable: SafeDefaults where Keys == RoomDefaults.Keys {}

extension Openable {
    /// Whether the room is open.
    public static var isOpen: Setting<Bool> { Setting(.isOpen, default: false) }
}

extension RoomDefaults: Openable {}

/// A domain in which other modules nest theirs.
public enum House {
    /// A value of this module.
    public enum Colour: String, DefaultsValue { case red, blue }

    /// Keys for the domains of other modules, whose names are made at run time.
    public struct RoomKeys: DefaultsKey {
        /// None is known beforehand.
        public static let allCases: [RoomKeys] = []

        /// The name.
        public let rawValue: String

        /// Creates the key of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// Types that don't conform to ``SafeDefaults/DefaultsValue`` here, to be conformed elsewhere.
public struct Window: Codable, Sendable {
    /// Its width.
    public var width = 1

    /// Creates a window.
    public init() {}
}

/// A class that may have subclasses.
open class Toaster: Codable {
    /// How long it toasts.
    public var seconds = 90

    /// Creates a toaster.
    public init() {}
}

/// A class that isn't Codable, and may have subclasses.
open class Curtain {
    /// Creates a curtain.
    public init() {}
}
