// Every way to conform to DefaultsValue, and which representation each type gets.

import Foundation
import SafeDefaults

// MARK: - With no member written

private enum Word: String, DefaultsValue { case a, b }
private enum Number: Int, DefaultsValue { case one = 1, two }
private enum Small: UInt8, DefaultsValue { case one = 1 }
private struct Wrapper: RawRepresentable, DefaultsValue { var rawValue: Date }
private struct Options: OptionSet, DefaultsValue {
    let rawValue: Int
    static let first = Options(rawValue: 1)
}
private struct CodableOptions: OptionSet, Codable, DefaultsValue { let rawValue: Int }
private enum CodableWord: String, Codable, DefaultsValue { case a }
private enum CodableCases: Codable, DefaultsValue { case empty, full(Int), named(text: String) }
private struct CodableStruct: Codable, DefaultsValue, Equatable { var x = 0, y: Word2? }
private enum Word2: String, Codable { case a }
private struct Chain: RawRepresentable, DefaultsValue { var rawValue: Word }

/// Codable, with a raw value that can't be stored by itself.
private struct Odd: RawRepresentable, Codable, DefaultsValue {
    struct Raw: Codable { var text = "" }
    var rawValue: Raw
}

private final class FinalClass: Codable, DefaultsValue { var count = 0 }
private class Base: Codable, DefaultsValue { var count = 0 }
private struct Generic<Element: Codable & Sendable>: Codable, DefaultsValue { var element: Element }

// These belong to the main actor where types do so by default, unless they say otherwise.
nonisolated private final class Derived: Base {}
nonisolated private struct Conditional<Element> { var element: Element }
nonisolated private struct ConformsLater: Codable { var count = 0 }
extension ConformsLater: DefaultsValue {}
nonisolated extension Conditional: Codable where Element: Codable {}
nonisolated extension Conditional: DefaultsValue where Element: Codable {}

/// Types whose own nested types have names that the library might have used.
private struct Crowded: Codable, DefaultsValue {
    struct Representation {}
    struct Stored {}
    struct Value {}
    enum Kind {}
    var count = 0
}

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

private struct Kitchen: DefaultsValue {
    var ovens: [Oven]
    var defaultsRepresentation: [String: [Oven]] { ["ovens": ovens] }
    init(defaultsRepresentation stored: [String: [Oven]]) throws {
        guard let ovens = stored["ovens"] else { throw CocoaError(.coderValueNotFound) }
        self.ovens = ovens
    }
}

private enum Turn: DefaultsValue {
    case left, right
    var defaultsRepresentation: Bool { self == .left }
    init(defaultsRepresentation isLeft: Bool) { self = isLeft ? .left : .right }
}

private struct Fallible: DefaultsValue {
    var text: String
    var defaultsRepresentation: PropertyListValue {
        get throws {
            guard !text.isEmpty else { throw CocoaError(.coderInvalidValue) }
            return ["text": .string(text)]
        }
    }
    init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .dictionary(let fields) = stored, case .string(let text) = fields["text"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        self.text = text
    }
}

private final class FinalOwn: DefaultsValue {
    let text: String
    var defaultsRepresentation: String { text }
    init(defaultsRepresentation text: String) { self.text = text }
}

private class OpenOwn: DefaultsValue {
    let text: String
    var defaultsRepresentation: String { text }
    required init(defaultsRepresentation text: String) { self.text = text }
}

nonisolated private final class DerivedOwn: OpenOwn {}

/// Codable, but its own representation wins.
private struct OwnDespiteCodable: Codable, DefaultsValue {
    var number: Int
    var defaultsRepresentation: Int { number }
    init(defaultsRepresentation number: Int) { self.number = number }
}

/// A raw value, but its own representation wins.
private enum OwnDespiteRawValue: String, DefaultsValue {
    case on, off
    var defaultsRepresentation: Bool { self == .on }
    init(defaultsRepresentation isOn: Bool) { self = isOn ? .on : .off }
}

private struct OwnGeneric<Element: DefaultsValue>: DefaultsValue {
    var elements: [Element]
    var defaultsRepresentation: [Element] { elements }
    init(defaultsRepresentation elements: [Element]) { self.elements = elements }
}

// MARK: - Keys of dictionaries

private enum WordKey: String, DefaultsDictionaryKey { case a }
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
    let _: Int.Type = Number.DefaultsRepresentation.self
    let _: UInt8.Type = Small.DefaultsRepresentation.self
    let _: Date.Type = Wrapper.DefaultsRepresentation.self
    let _: Int.Type = Options.DefaultsRepresentation.self
    let _: Int.Type = CodableOptions.DefaultsRepresentation.self
    let _: String.Type = CodableWord.DefaultsRepresentation.self
    let _: PropertyListValue.Type = CodableCases.DefaultsRepresentation.self
    let _: PropertyListValue.Type = CodableStruct.DefaultsRepresentation.self
    let _: Word.Type = Chain.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Odd.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Derived.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Conditional<Int>.DefaultsRepresentation.self
    let _: PropertyListValue.Type = Crowded.DefaultsRepresentation.self
    let _: Celsius.Type = Oven.DefaultsRepresentation.self
    let _: Int.Type = OwnDespiteCodable.DefaultsRepresentation.self
    let _: Bool.Type = OwnDespiteRawValue.DefaultsRepresentation.self
    let _: [Int].Type = OwnGeneric<Int>.DefaultsRepresentation.self
    let _: PropertyListValue.Type = [Int].DefaultsRepresentation.self
    let _: PropertyListValue.Type = PropertyListValue.DefaultsRepresentation.self
}

private struct ConformanceDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let options = Setting<Options>(.one, default: [.first])
        let codableCases = Setting(.one, default: CodableCases.named(text: "x"))
        let optionalBase = Setting<Base?>(.one)
        let derived = Setting(.one, default: Derived())
        let generic = Setting(.one, default: Generic(element: [1]))
        let conditional = Setting(.one, default: Conditional(element: 1))
        let oven = Setting(.one, default: Oven(defaultsRepresentation: Celsius(defaultsRepresentation: 180)))
        let kitchen = Setting<Kitchen?>(.one)
        let turn = Setting(.one, default: Turn.left)
        let fallible = Setting<Fallible?>(.one)
        let finalOwn = Setting<FinalOwn?>(.one)
        let derivedOwn = Setting<DerivedOwn?>(.one)
        let ownDespiteCodable = Setting(.one, default: OwnDespiteCodable(defaultsRepresentation: 1))
        let ownGeneric = Setting<OwnGeneric<Word>?>(.one)
        let deep = Setting<[WordKey: [String: [Oven?]]]>(.one, default: [:])
        let keyed = Setting<[NumberKey: [TextKey: [OwnKey: [TextAndRawKey: Int]]]]>(.one, default: [:])
    }
    static let settings = Settings()
}

private func uses(of domain: ConformanceDefaults) {
    domain.options.insert(.first)
    domain.oven.heat.degrees += 10
    domain.generic.element.append(2)
    domain.deep[.a, default: [:]]["x"] = [nil]
}
