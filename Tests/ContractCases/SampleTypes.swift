package import Foundation
import SafeDefaults

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
