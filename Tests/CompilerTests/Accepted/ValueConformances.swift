// Every way to conform to DefaultsValue, and which representation each type gets.

import Foundation
import SafeDefaults

// MARK: - With no member written

private enum Word: String, DefaultsValue { case a, b }
private enum CodableCases: Codable, DefaultsValue { case empty, full(Int), named(text: String) }
private struct CodableStruct: Codable, DefaultsValue, Equatable { var x = 0, y: Word2? }
private enum Word2: String, Codable { case a }
private struct Chain: RawRepresentable, DefaultsValue { var rawValue: Word }

/// Codable, with a raw value that can't be stored by itself.
private struct Odd: RawRepresentable, Codable, DefaultsValue {
    struct Raw: Codable { var text = "" }
    var rawValue: Raw
}

private struct Generic<Element: Codable & Sendable>: Codable, DefaultsValue { var element: Element }

nonisolated private struct Conditional<Element> { var element: Element }
nonisolated extension Conditional: Codable where Element: Codable {}
nonisolated extension Conditional: DefaultsValue where Element: Codable {}

// MARK: - With a representation of their own

private struct Celsius: DefaultsValue {
    var degrees: Double
    var defaultsRepresentation: Double { degrees }
    init(defaultsRepresentation degrees: Double) { self.degrees = degrees }
}

private struct Oven: DefaultsValue {
    var heat: Celsius
    var defaultsRepresentation: Celsius { heat }
    init(defaultsRepresentation heat: Celsius) { self.heat = heat }
}

/// Codable, but its own representation wins.
private struct OwnDespiteCodable: Codable, DefaultsValue {
    var number: Int
    var defaultsRepresentation: Int { number }
    init(defaultsRepresentation number: Int) { self.number = number }
}

// MARK: - Keys of dictionaries

private enum NumberKey: Int, DefaultsDictionaryKey { case one }
private struct TextKey: LosslessStringConvertible, DefaultsDictionaryKey {
    let description: String
    init(_ description: String) { self.description = description }
}
private struct TextAndRawKey: RawRepresentable, LosslessStringConvertible, DefaultsDictionaryKey {
    let rawValue: Int
    var description: String { "#\(rawValue)" }
    init(rawValue: Int) { self.rawValue = rawValue }
    init?(_ description: String) { nil }
    var defaultsKey: String { "\(rawValue)" }
    init?(defaultsKey: String) { nil }
}
private struct OwnKey: DefaultsDictionaryKey {
    var x: Int, y: Int
    var defaultsKey: String { "\(x),\(y)" }
    init?(defaultsKey: String) {
        let parts = defaultsKey.split(separator: ",").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        (x, y) = (parts[0], parts[1])
    }
}

// MARK: - Which representation was chosen

private func representations() {
    let _: String.Type = Word.DefaultsRepresentation.self
    let _: PropertyListValue.Type = CodableCases.DefaultsRepresentation.self
    let _: PropertyListValue.Type = CodableStruct.DefaultsRepresentation.self
    let _: Word.Type = Chain.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Odd.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Conditional<Int>.DefaultsRepresentation.self
    let _: Celsius.Type = Oven.DefaultsRepresentation.self
    let _: Int.Type = OwnDespiteCodable.DefaultsRepresentation.self
    let _: PropertyListValue.Type = [Int].DefaultsRepresentation.self
    let _: PropertyListValue.Type = PropertyListValue.DefaultsRepresentation.self
}

private struct ConformanceDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let codableCases = Setting(.one, default: CodableCases.named(text: "x"))
        let generic = Setting(.one, default: Generic(element: [1]))
        let conditional = Setting(.one, default: Conditional(element: 1))
        let oven = Setting(.one, default: Oven(defaultsRepresentation: Celsius(defaultsRepresentation: 180)))
        let ownDespiteCodable = Setting(.one, default: OwnDespiteCodable(defaultsRepresentation: 1))
        let keyed = Setting<[NumberKey: [TextKey: [OwnKey: [TextAndRawKey: Int]]]]>(.one, default: [:])
    }
    static let settings = Settings()
}

private func uses(of domain: ConformanceDefaults) {
    domain.oven.heat.degrees += 10
    domain.generic.element.append(2)
}
