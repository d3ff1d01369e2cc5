import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// A type that the cases of SwiftyUserDefaults are run over, with a default and another value.
protocol SwiftySample: Equatable, Sendable {
    static var fallback: Self { get }
    static var another: Self { get }
}

/// A domain of those cases, for one type.
protocol SwiftyDefaults: SafeDefaults where Keys == SwiftyKeys, Settings == SwiftySettings<Self> {
    associatedtype Value: SwiftySample
    init(store: DefaultsStore)
}

/// Its settings.
struct SwiftySettings<Domain: SwiftyDefaults>: Sendable {
    let plain: DomainSetting<Domain, Domain.Value>
    let list: DomainSetting<Domain, [Domain.Value]>
    let optionalWithDefault: DomainSetting<Domain, Domain.Value?>
    let optionalListWithDefault: DomainSetting<Domain, [Domain.Value]?>
    let optional: DomainSetting<Domain, Domain.Value?>
    let optionalList: DomainSetting<Domain, [Domain.Value]?>
}

enum SwiftyKeys: String, DefaultsKey {
    case plain, list, optionalWithDefault, optionalListWithDefault, optional, optionalList
}

/// For types that say themselves how they are stored.
struct SwiftyValues<Value: SwiftySample & DefaultsValue>: SwiftyDefaults {
    typealias Keys = SwiftyKeys

    static var settings: SwiftySettings<Self> {
        SwiftySettings(
            plain: Setting(.plain, default: .fallback), list: Setting(.list, default: [.fallback, .another]),
            optionalWithDefault: Setting(.optionalWithDefault, default: .fallback),
            optionalListWithDefault: Setting(.optionalListWithDefault, default: [.fallback, .another]),
            optional: Setting(.optional), optionalList: Setting(.optionalList))
    }
    let store: DefaultsStore
}

/// For types that are Codable, and nothing else.
struct SwiftyCodables<Value: SwiftySample & Codable>: SwiftyDefaults {
    typealias Keys = SwiftyKeys

    static var settings: SwiftySettings<Self> {
        SwiftySettings(
            plain: Setting(.plain, default: .fallback), list: Setting(.list, default: [.fallback, .another]),
            optionalWithDefault: Setting(.optionalWithDefault, default: .fallback),
            optionalListWithDefault: Setting(.optionalListWithDefault, default: [.fallback, .another]),
            optional: Setting(.optional), optionalList: Setting(.optionalList))
    }
    let store: DefaultsStore
}

/// One of the thirteen types.
struct SwiftyType: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let domain: any SwiftyDefaults.Type

    init(_ name: String, _ domain: any SwiftyDefaults.Type) {
        testDescription = name
        self.domain = domain
    }

    static let all = [
        SwiftyType("Bool", SwiftyValues<Bool>.self), SwiftyType("Data", SwiftyValues<Data>.self),
        SwiftyType("Date", SwiftyValues<Date>.self),
        SwiftyType("a mixed dictionary", SwiftyValues<[String: PropertyListValue]>.self),
        SwiftyType("Double", SwiftyValues<Double>.self), SwiftyType("Int", SwiftyValues<Int>.self),
        SwiftyType("String", SwiftyValues<String>.self), SwiftyType("URL", SwiftyValues<URL>.self),
        SwiftyType("an enum of texts", SwiftyValues<Theme>.self), SwiftyType("a colour", SwiftyValues<Colour>.self),
        SwiftyType("a Codable struct", SwiftyCodables<Player>.self),
        SwiftyType("a type with a conversion of its own", SwiftyValues<Species>.self),
        SwiftyType("a class that archives itself", SwiftyValues<Room>.self),
    ]
}

/// Codable, and nothing else.
struct Player: Codable, Equatable, Sendable {
    var name: String
    var score: Double?
    var tags: [String] = []
}

/// A colour, stored as its components.
struct Colour: DefaultsValue, Equatable, Sendable {
    struct WrongCount: Error {}

    var red, green, blue: Double
    var defaultsRepresentation: [Double] { [red, green, blue] }

    init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    init(defaultsRepresentation parts: [Double]) throws {
        guard parts.count == 3 else { throw WrongCount() }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }
}

/// A type that converts to a text, and so in an array to an array of texts.
struct Species: DefaultsValue, Equatable, Sendable {
    var name: String
    var defaultsRepresentation: String { name }

    init(_ name: String) { self.name = name }
    init(defaultsRepresentation name: String) { self.name = name }
}

// MARK: - The values

extension Bool: SwiftySample {
    static var fallback: Bool { false }
    static var another: Bool { true }
}

extension Data: SwiftySample {
    static var fallback: Data { Data("default".utf8) }
    static var another: Data { Data([0, 255]) }
}

extension Date: SwiftySample {
    static var fallback: Date { Date(timeIntervalSinceReferenceDate: 0) }
    static var another: Date { Date(timeIntervalSinceReferenceDate: 700_000_000) }
}

extension [String: PropertyListValue]: SwiftySample {
    static var fallback: [String: PropertyListValue] { ["a": 1, "b": "two"] }
    static var another: [String: PropertyListValue] { ["a": true, "c": [2.5, ["d": "e"]]] }
}

extension Double: SwiftySample {
    static var fallback: Double { 1 }
    static var another: Double { 2.5 }
}

extension Int: SwiftySample {
    static var fallback: Int { 1 }
    static var another: Int { -2 }
}

extension String: SwiftySample {
    static var fallback: String { "Tom" }
    static var another: String { "Eve\n🙂" }
}

extension URL: SwiftySample {
    static var fallback: URL { URL(fileURLWithPath: "/tmp/a b.txt") }
    static var another: URL { URL(string: "https://example.com/a?b#c") ?? fallback }
}

extension Theme: SwiftySample {
    static var fallback: Theme { .light }
    static var another: Theme { .dark }
}

extension Colour: SwiftySample {
    static var fallback: Colour { Colour(red: 0, green: 0.5, blue: 1) }
    static var another: Colour { Colour(red: 1, green: 0.25, blue: 0) }
}

extension Player: SwiftySample {
    static var fallback: Player { Player(name: "Tom") }
    static var another: Player { Player(name: "Eve", score: 4, tags: ["a"]) }
}

extension Species: SwiftySample {
    static var fallback: Species { Species("frog") }
    static var another: Species { Species("toad") }
}

extension Room: SwiftySample {
    static var fallback: Self { Self("hall") }
    static var another: Self { Self("kitchen") }
}
