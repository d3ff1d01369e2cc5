public import Foundation
public import SafeDefaults
import SafeDefaultsArchives

// The types of the contract that are not the system's.

package enum Theme: String, DefaultsValue, Sendable { case light, dark, automatic }

package enum Level: Int, DefaultsValue, Sendable { case none, low, high }

package struct Flags: OptionSet, DefaultsValue, Sendable {
    package let rawValue: Int
    package static let bold = Flags(rawValue: 1)
    package static let italic = Flags(rawValue: 2)
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// Codable and RawRepresentable.
package enum Flavour: String, Codable, DefaultsValue, Sendable { case sweet, salty, plain }

/// Codable, and nothing else.
package struct Person: Codable, Equatable, Sendable {
    package var name: String
    package var age: Int?
    package var joined = Date(timeIntervalSinceReferenceDate: 0)
    package var ratio: Float = 0.1
    package var tags: [String] = []
    package var id: UInt64 = 7
    package var friend: Friend?

    package struct Friend: Codable, Equatable, Sendable {
        package var site: URL?
    }
}

/// Codable with associated values, recursive.
package indirect enum Shape: Codable, Equatable, Sendable {
    case nothing
    case circle(radius: Double)
    case polygon([Int])
    case group(Shape)
}

/// Codable and DefaultsValue.
package struct Point: Codable, DefaultsValue, Equatable, Sendable {
    package var x: Int
    package var y: Int
}

/// A type with a representation of its own, which refuses some of the stored values.
package struct Celsius: DefaultsValue, Equatable, Sendable {
    package var degrees: Double
    package var defaultsRepresentation: Double { degrees }

    package init(degrees: Double) { self.degrees = degrees }

    package init(defaultsRepresentation degrees: Double) throws {
        struct TooCold: Error {}
        guard degrees >= -273.15 else { throw TooCold() }
        self.degrees = degrees
    }
}

/// A type that is stored as another, which is stored as a third.
package struct Oven: DefaultsValue, Equatable, Sendable {
    package var temperature: Celsius
    package var defaultsRepresentation: Celsius { temperature }

    package init(temperature: Celsius) { self.temperature = temperature }
    package init(defaultsRepresentation temperature: Celsius) { self.temperature = temperature }
}

/// A colour, stored as its components, as the guide shows.
package struct Colour: DefaultsValue, Equatable, Sendable {
    struct WrongCount: Error {}

    package var red, green, blue: Double
    package var defaultsRepresentation: [Double] { [red, green, blue] }

    package init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    package init(defaultsRepresentation parts: [Double]) throws {
        guard parts.count == 3 else { throw WrongCount() }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }
}

/// A type that converts to a text, and so in an array to an array of texts.
package struct Species: DefaultsValue, Equatable, Sendable {
    package var name: String
    package var defaultsRepresentation: String { name }

    package init(_ name: String) { self.name = name }
    package init(defaultsRepresentation name: String) { self.name = name }
}

/// A type with elements, whose conformance has two members.
package struct Stack<Element: DefaultsValue & Equatable & Sendable>: DefaultsValue, Equatable, Sendable {
    private var elements: [Element]
    package var defaultsRepresentation: [Element] { elements }

    package init(_ elements: [Element]) { self.elements = elements }
    package init(defaultsRepresentation elements: [Element]) { self.elements = elements }
}

/// A class that archives itself, and conforms to nothing of the library.
package final class Lamp: NSObject, NSSecureCoding, @unchecked Sendable {
    package static let supportsSecureCoding = true

    package let name: String
    package let watts: Int

    package init(_ name: String, _ watts: Int) {
        self.name = name
        self.watts = watts
    }

    package init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
        self.name = name
        watts = coder.decodeInteger(forKey: "watts")
    }

    package func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(watts, forKey: "watts")
    }

    package override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Lamp else { return false }
        return name == other.name && watts == other.watts
    }

    package override var hash: Int { name.hashValue }
}

/// A class that archives itself, with a field of each kind, and others of its own class inside it.
package final class Room: NSObject, NSSecureCoding, DefaultsValue, @unchecked Sendable {
    package static let supportsSecureCoding = true

    package let name: String
    package let count: Int
    package let ratio: Double
    package let isOpen: Bool
    package let opened: Date
    package let plan: Data
    package let tags: [String]
    package let sizes: [String: Int]
    package let next: Room?

    package init(_ name: String, next: Room? = nil) {
        self.name = name
        count = name.utf8.count
        ratio = 0.5
        isOpen = true
        opened = Date(timeIntervalSinceReferenceDate: 700_000_000)
        plan = Data([1, 2, 3])
        tags = ["a", name]
        sizes = ["door": 2, name: 3]
        self.next = next
    }

    package init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
            let opened = coder.decodeObject(of: NSDate.self, forKey: "opened") as Date?,
            let plan = coder.decodeObject(of: NSData.self, forKey: "plan") as Data?,
            let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String],
            let sizes = coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "sizes")
                as? [String: Int]
        else { return nil }
        (self.name, self.opened, self.plan, self.tags, self.sizes) = (name, opened, plan, tags, sizes)
        count = coder.decodeInteger(forKey: "count")
        ratio = coder.decodeDouble(forKey: "ratio")
        isOpen = coder.decodeBool(forKey: "isOpen")
        next = coder.decodeObject(of: Room.self, forKey: "next")
    }

    package func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(count, forKey: "count")
        coder.encode(ratio, forKey: "ratio")
        coder.encode(isOpen, forKey: "isOpen")
        coder.encode(opened as NSDate, forKey: "opened")
        coder.encode(plan as NSData, forKey: "plan")
        coder.encode(tags as NSArray, forKey: "tags")
        coder.encode(sizes as NSDictionary, forKey: "sizes")
        coder.encode(next, forKey: "next")
    }

    package override var description: String { "Room(\(name.debugDescription), next: \(next?.description ?? "nil"))" }

    package override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Room else { return false }
        return name == other.name && count == other.count && ratio == other.ratio && isOpen == other.isOpen
            && opened == other.opened && plan == other.plan && tags == other.tags && sizes == other.sizes
            && next == other.next
    }

    package override var hash: Int { name.hashValue }
}

// A type of another module. `@retroactive` belongs here outside of the package.
extension DateInterval: DefaultsValue {}
