import ContractCases
import Foundation
import SafeDefaults

@testable import TestSupport

// MARK: - Collections

extension Optional: RandomValue where Wrapped: RandomValue {
    static func random(_ source: inout RandomSource) -> Wrapped? {
        Int.random(in: 0..<3, using: &source) == 0 ? nil : .random(&source)
    }

    func isSame(as other: Wrapped?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}

extension Array: RandomValue where Element: RandomValue {
    static func random(_ source: inout RandomSource) -> [Element] { source.some(0...4) { .random(&$0) } }

    func isSame(as other: [Element]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}

extension Set: RandomValue where Element: RandomValue {
    static func random(_ source: inout RandomSource) -> Set<Element> { Set(source.some(0...5) { .random(&$0) }) }
}

extension Dictionary: RandomValue where Key: RandomValue, Value: RandomValue {
    static func random(_ source: inout RandomSource) -> [Key: Value] {
        Dictionary(source.some(0...4) { (.random(&$0), .random(&$0)) }, uniquingKeysWith: { $1 })
    }

    func isSame(as other: [Key: Value]) -> Bool {
        count == other.count
            && allSatisfy { key, value in
                guard let index = other.index(forKey: key) else { return false }
                return other[index].key.isSame(as: key) && other[index].value.isSame(as: value)
            }
    }
}

extension Range: RandomValue where Bound: RandomValue & BinaryInteger {
    static func random(_ source: inout RandomSource) -> Range<Bound> {
        let bounds: (Bound, Bound) = (.random(&source), .random(&source))
        return Swift.min(bounds.0, bounds.1)..<Swift.max(bounds.0, bounds.1)
    }
}

extension ClosedRange: RandomValue where Bound == Double {
    static func random(_ source: inout RandomSource) -> ClosedRange<Double> {
        var lower = Double.random(&source)
        if lower.isNaN { lower = 0 }
        let upper = Double.random(&source)
        return lower...(upper >= lower ? upper : .infinity)
    }
}

extension CGPoint: RandomValue {
    static func random(_ source: inout RandomSource) -> CGPoint {
        CGPoint(x: Double.random(&source), y: Double.random(&source))
    }

    func isSame(as other: CGPoint) -> Bool { x.isSame(as: other.x) && y.isSame(as: other.y) }
}

extension CGRect: RandomValue {
    static func random(_ source: inout RandomSource) -> CGRect {
        let (origin, corner) = (CGPoint.random(&source), CGPoint.random(&source))
        return CGRect(origin: origin, size: CGSize(width: corner.x, height: corner.y))
    }

    func isSame(as other: CGRect) -> Bool {
        origin.isSame(as: other.origin) && size.width.isSame(as: other.size.width)
            && size.height.isSame(as: other.size.height)
    }
}

extension IndexSet: RandomValue {
    static func random(_ source: inout RandomSource) -> IndexSet {
        IndexSet(source.some(0...6) { Int.random(in: 0...1_000, using: &$0) })
    }
}

// MARK: - Raw values and conversions

extension RandomValue where Self: CaseIterable, AllCases == [Self] {
    static func random(_ source: inout RandomSource) -> Self { source.pick(allCases) }
}

/// Of raw values, and a dictionary's key.
enum Suit: String, CaseIterable, DefaultsValue, DefaultsDictionaryKey, RandomValue {
    case clubs, hearts, dotted = "a.b"
}

/// Of raw values, and Codable too.
enum Grade: Int, Codable, CaseIterable, DefaultsValue, RandomValue { case low = -1, middle, high = 1_000_000 }

extension Theme: RandomValue {
    static func random(_ source: inout RandomSource) -> Theme { source.pick([.light, .dark, .automatic]) }
}

extension Flags: RandomValue {
    static func random(_ source: inout RandomSource) -> Flags { Flags(rawValue: .random(&source)) }
}

extension Species: RandomValue {
    static func random(_ source: inout RandomSource) -> Species { Species(.random(&source)) }

    func isSame(as other: Species) -> Bool { name.isSame(as: other.name) }
}

extension Colour: RandomValue {
    static func random(_ source: inout RandomSource) -> Colour {
        Colour(red: .random(&source), green: .random(&source), blue: .random(&source))
    }

    func isSame(as other: Colour) -> Bool { defaultsRepresentation.isSame(as: other.defaultsRepresentation) }
}

extension Room: RandomValue {
    static func random(_ source: inout RandomSource) -> Self {
        Self(name(&source), next: Bool.random(using: &source) ? Room(name(&source)) : nil)
    }

    /// Any text but the one that archives take for nil, which is refused.
    private static func name(_ source: inout RandomSource) -> String {
        let name = String.random(&source)
        return name == "$null" ? "" : name
    }
}

// MARK: - Codable types

/// A struct of every scalar.
struct Leaf: Codable, DefaultsValue, Hashable, RandomValue {
    var name: String, count: Int, ratio: Double?, isOn: Bool, day: Date, bytes: Data, id: UUID?, site: URL?,
        grade: Grade

    static func random(_ source: inout RandomSource) -> Leaf {
        Leaf(
            name: .random(&source), count: .random(&source), ratio: .random(&source), isOn: .random(&source),
            day: .random(&source), bytes: .random(&source), id: .random(&source), site: .random(&source),
            grade: .random(&source))
    }

    func isSame(as other: Leaf) -> Bool {
        name.isSame(as: other.name) && count == other.count && ratio.isSame(as: other.ratio) && isOn == other.isOn
            && day == other.day && bytes == other.bytes && id == other.id && site == other.site && grade == other.grade
    }
}

/// A recursive enum with associated values; Codable, and nothing else.
indirect enum Branch: Codable, RandomValue {
    case empty
    case leaf(Leaf)
    case fork(left: Branch, right: Branch)
    case list([Branch], named: String?)

    static func random(_ source: inout RandomSource) -> Branch { random(&source, levels: 3) }

    private static func random(_ source: inout RandomSource, levels: Int) -> Branch {
        switch Int.random(in: 0..<(levels > 0 ? 4 : 2), using: &source) {
        case 0: .empty
        case 1: .leaf(.random(&source))
        case 2: .fork(left: random(&source, levels: levels - 1), right: random(&source, levels: levels - 1))
        default: .list(source.some(0...3) { random(&$0, levels: levels - 1) }, named: .random(&source))
        }
    }

    func isSame(as other: Branch) -> Bool {
        switch (self, other) {
        case (.empty, .empty): true
        case (.leaf(let left), .leaf(let right)): left.isSame(as: right)
        case (.fork(let a, let b), .fork(let c, let d)): a.isSame(as: c) && b.isSame(as: d)
        case (.list(let a, let b), .list(let c, let d)): a.isSame(as: c) && b.isSame(as: d)
        default: false
        }
    }
}

/// A generic struct of collections.
struct Crate<Content: Codable & RandomValue & SendableMetatype>: Codable, DefaultsValue, RandomValue {
    var content: Content, more: [Content], byName: [String: Content], holes: [Content?]

    static func random(_ source: inout RandomSource) -> Crate {
        Crate(content: .random(&source), more: .random(&source), byName: .random(&source), holes: .random(&source))
    }

    func isSame(as other: Crate) -> Bool {
        content.isSame(as: other.content) && more.isSame(as: other.more) && byName.isSame(as: other.byName)
            && holes.isSame(as: other.holes)
    }
}
