import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The trees and the JSON of Codable types equal those of Foundation's encoders, except for the differences that the
/// article on stored forms lists.
@Suite(.rows(52, 53, 54)) struct FoundationCoderTests {
    /// One value, put into a field.
    struct Box<Value: Codable & Sendable>: Codable, Sendable { var value: Value }

    enum Side: String, Codable { case left, right }
    enum Named: String, Codable, CodingKeyRepresentable { case left, right }
    enum Shape: Codable, Equatable { case circle(radius: Double), point, pair(Int, Int) }

    struct Fields: Codable, Equatable {
        var name = "n", count = 1, ratio = 0.5, isOn = true, list = ["a"], missing: Int?, side = Side.left
        var shapes = [Shape.point, .pair(1, 2)]
    }

    struct Empty: Codable {}

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

    /// The trees and the JSON of one value by both encoders, and whether each decoder reads the other's.
    struct Comparison: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ours: @Sendable () throws -> PropertyListValue
        let theirs: @Sendable () throws -> PropertyListValue
        /// Reads a tree with the library, and returns the stored form of the value; throws if it can't be read.
        let readByUs: @Sendable (PropertyListValue) throws -> PropertyListValue
        /// Reads a tree with Foundation's decoder.
        let readByThem: @Sendable (PropertyListValue) throws -> Void
        /// The JSON by both encoders, and that of the value that the library reads from Foundation's.
        let json: @Sendable () throws -> (ours: String?, theirs: String, readAgain: String?)

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
            json = {
                let theirs = try FoundationCoderTests.encoder().encode(value)
                let domain = JSONAgainstFoundationTests.Domain()
                let again = domain.read(Value.self, from: theirs).flatMap { domain.written($0) }
                return (domain.written(value), String(decoding: theirs, as: UTF8.self), again)
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
        return [Comparison(Duration.seconds(-2))]
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

    // MARK: - JSON

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return encoder
    }

    /// Values whose trees other tests compare, or that no tree can hold.
    static let onlyInJSON: [Comparison] = [
        Comparison(Int64.min), Comparison([UInt8](0...255)), Comparison([-Double.infinity, .nan]),
        Comparison([
            0, -0.0, 0.1, 1e15, 1e16, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.2345678901234568e17,
            .infinity,
        ]),
        Comparison([Float(0.1), 16_777_216, 1e16, -.infinity, .nan, 3.4e38]), Comparison([CGFloat(0.1)]),
        Comparison(String(UnicodeScalar(0x10FFFF) ?? " ")),
        Comparison((0..<0x120).compactMap(Unicode.Scalar.init).map { String($0) }.joined() + "\u{2028}/\\\"\u{1F600}"),
        Comparison(
            [
                "": 1, "b": 1, "a": 2, "A": 3, "a10": 4, "a9": 5, "_": 6, "z": 7, "\u{e9}": 8, "e\u{301}x": 9, "\n": 0,
                "\u{1F600}": 10, "\u{FF5E}": 11, "$nil": 12, "$some": 13,
            ]),
        Comparison([1: "a", 10: "b", 2: "c"]), Comparison([nil, 1, nil] as [Int?]),
        Comparison(Decimal(string: "-12345678901234567890.123456789")), Comparison(Decimal(string: "1e100")),
        Comparison([Decimal(0), Decimal(string: "-0.00001")]), Comparison(Date(timeIntervalSinceReferenceDate: 0.1)),
        Comparison([Date(timeIntervalSinceReferenceDate: -.infinity), .distantPast]), Comparison(Data()),
        Comparison(URL(string: "a/b", relativeTo: URL(string: "http://x.y/z/"))), Comparison(URL(string: "/path?x")),
        Comparison(URL(fileURLWithPath: "/tmp/\u{e9} x")), Comparison(CGRect(x: 1, y: 2, width: 3.5, height: 4)),
        Comparison(URLComponents(string: "https://u:p@x.y:80/a?b#c")),
        Comparison(DateInterval(start: .distantPast, duration: 5)), Comparison(Empty()),
    ]

    @Test(arguments: same + different + onlyInJSON) func theJSONIsThatOfJSONEncoder(comparison: Comparison) throws {
        let texts = try comparison.json()
        #expect(texts.ours == texts.theirs)
        #expect(texts.readAgain == texts.theirs)
    }
}

// Never changed once it is made.
extension FoundationCoderTests.Base: @unchecked Sendable {}
