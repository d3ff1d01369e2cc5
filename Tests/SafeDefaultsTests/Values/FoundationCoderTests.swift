import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The trees of Codable types equal those of Foundation's `PropertyListEncoder`, except for the differences that the
/// article on stored forms lists.
@Suite(.row(52)) struct FoundationCoderTests {
    /// One value, put into a field.
    struct Box<Value: Codable & Sendable>: Codable, Sendable { var value: Value }

    enum Side: String, Codable { case left, right }
    enum Named: String, Codable, CodingKeyRepresentable { case left, right }
    enum Shape: Codable, Equatable { case circle(radius: Double), point, pair(Int, Int) }

    struct Fields: Codable, Equatable {
        var name = "n", count = 1, ratio = 0.5, isOn = true, list = ["a"], missing: Int?, side = Side.left
    }

    class Base: Codable {
        var base = 1
        init() {}
    }

    final class Derived: Base, @unchecked Sendable {
        var derived = 2
        enum Keys: CodingKey { case derived }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            derived = try container.decode(Int.self, forKey: .derived)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(derived, forKey: .derived)
            try super.encode(to: container.superEncoder())
        }
    }

    /// The trees of one value by both encoders, and whether each decoder reads the other's tree.
    struct Comparison: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ours: @Sendable () throws -> PropertyListValue
        let theirs: @Sendable () throws -> PropertyListValue
        /// Reads a tree with the library, and returns the stored form of the value; throws if it can't be read.
        let readByUs: @Sendable (PropertyListValue) throws -> PropertyListValue
        /// Reads a tree with Foundation's decoder.
        let readByThem: @Sendable (PropertyListValue) throws -> Void
        /// The library's form of a value, where Foundation's differs.
        let expected: PropertyListValue?

        init<Value: Codable & Sendable>(_ value: Value, differs expected: PropertyListValue? = nil) {
            testDescription = "\(Value.self)"
            self.expected = expected
            ours = { try Self.stored(Box(value: value)) }
            theirs = {
                let object = try PropertyListSerialization.propertyList(
                    from: PropertyListEncoder().encode(Box(value: value)), format: nil)
                return try #require(RawObject.literal(object))
            }
            readByUs = { tree in
                let domain = ContractDomain(store: .inMemory())
                let key = ContractDomain.Keys(rawValue: "subject")
                domain.set(tree, forKey: key)
                return try Self.stored(#require(try domain.read(Box<Value>.self, forKey: key)))
            }
            readByThem = { tree in
                let data = try PropertyListSerialization.data(
                    fromPropertyList: RawObject.foreign(tree), format: .binary, options: 0)
                _ = try PropertyListDecoder().decode(Box<Value>.self, from: data)
            }
        }

        private static func stored(_ box: some Codable & SendableMetatype) throws -> PropertyListValue {
            let domain = ContractDomain(store: .inMemory())
            let key = ContractDomain.Keys(rawValue: "subject")
            try domain.write(box, forKey: key)
            return try #require(try domain.read(PropertyListValue.self, forKey: key))
        }
    }

    // An older system has no Duration.
    private static var durations: [Comparison] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [Comparison(Duration.seconds(2))]
    }

    static let same: [Comparison] = ofEverySystem + durations

    private static let ofEverySystem: [Comparison] = [
        Comparison(true), Comparison(Int.max), Comparison(UInt64.max), Comparison(Int8.min), Comparison(0.1),
        Comparison(Float(0.1)), Comparison("text"), Comparison(Date(timeIntervalSinceReferenceDate: 0.5)),
        Comparison(Data([0, 255])), Comparison(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6))),
        Comparison(Decimal(string: "-12.5")), Comparison(Locale(identifier: "de_DE")),
        Comparison(TimeZone(identifier: "UTC")), Comparison(DateComponents(year: 2026, month: 11)),
        Comparison(CGPoint(x: 1.5, y: 2.5)), Comparison(1..<3), Comparison(1...3), Comparison(1...),
        Comparison(IndexSet(1...3)), Comparison(Set([7])), Comparison([1: "a"]), Comparison(["a": [1, 2]]),
        Comparison([Side.left: 1]), Comparison([Named.left: 1]), Comparison(Shape.circle(radius: 1.5)),
        Comparison(Shape.point), Comparison(Shape.pair(1, 2)), Comparison(Fields()), Comparison([Fields()]),
        Comparison(Derived()), Comparison([[Int]]()),
    ]

    @Test(arguments: same) func theTreeIsThatOfPropertyListEncoder(comparison: Comparison) throws {
        let (ours, theirs) = (try comparison.ours(), try comparison.theirs())
        #expect(ours == theirs)
        #expect(try comparison.readByUs(theirs) == ours)
        #expect(throws: Never.self) { try comparison.readByThem(ours) }
    }

    /// Each of these is in the article.
    static let different: [Comparison] = [
        // A string, which `defaults write` can write, and which is the same as outside of a tree.
        Comparison(URL(string: "https://example.com/a"), differs: ["value": "https://example.com/a"]),
        // A marker, which no string can be taken for.
        Comparison([nil, 1] as [Int?], differs: ["value": [["$nil": true], 1]]),
        Comparison(["a": nil] as [String: Int?], differs: ["value": ["a": ["$nil": true]]]),
        // The price of that marker.
        Comparison(["$nil": 1], differs: ["value": ["$some": ["$nil": 1]]]),
        Comparison(["$some": 1], differs: ["value": ["$some": ["$some": 1]]]),
    ]

    @Test(arguments: different) func theTreeDiffersWhereTheArticleSaysSo(comparison: Comparison) throws {
        let (ours, theirs) = (try comparison.ours(), try comparison.theirs())
        #expect(ours == comparison.expected)
        #expect(ours != theirs)
        #expect(try comparison.readByUs(ours) == ours)
    }
}

// Never changed once it is made.
extension FoundationCoderTests.Base: @unchecked Sendable {}
