import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// `.json` reads every document as Foundation's decoder does, except for the differences that the article on stored
/// forms lists; `FoundationCoderTests` show that it writes the same JSON.
@Suite(.rows(53, 54)) struct JSONAgainstFoundationTests {
    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        var store = DefaultsStore.inMemory()

        /// Returns the stored form of a value.
        func written(_ value: some Codable & SendableMetatype) -> String? {
            self[Setting(.one, stored: .json)] = value
            return store.userDefaults.object(forKey: "one") as? String
        }

        /// Returns the value of a document; nil if it is unreadable.
        func read<Value: Codable & SendableMetatype>(_ type: Value.Type, from json: Data) -> Value? {
            store.userDefaults.set(json, forKey: "one")
            var value: Value?
            _ = IssueRecorder.issues { value = self[Setting<Value?>(.one, stored: .jsonData)] }
            return value
        }
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }

    @Test func aDecimalThatIsNoNumberSurvives() {
        // Foundation's encoder writes a bare NaN, which its decoder takes for damage.
        #expect(Domain().written([Decimal.nan]) == #"["NaN"]"#)
        #expect(Domain().read([Decimal].self, from: Data(#"["NaN"]"#.utf8))?.first?.isNaN == true)
    }

    // MARK: - Reading

    /// Reads a document as several types with both decoders, and returns the types for which they disagree.
    private static func disagreements(on json: Data, in domain: Domain) -> [String] {
        // Here it is nil, before any type is asked.
        if json.elementsEqual("null".utf8) { return [] }
        func compare<Value: Codable & Equatable & SendableMetatype>(_ type: Value.Type) -> String? {
            let theirs = try? decoder().decode(type, from: json)
            let ours = domain.read(type, from: json)
            return ours == theirs ? nil : "\(type): \(ours.map { "\($0)" } ?? "nothing")"
        }
        return [
            compare(Anything.self), compare(Int.self), compare(UInt8.self), compare(Bits.self), compare(String.self),
            compare(Bool.self), compare([Int].self), compare([String?].self), compare([String: Int].self),
            compare(Data.self), compare(URL.self), compare(Tail.self),
        ].compactMap { $0 }
    }

    /// A double with its sign and its NaN.
    struct Bits: Codable, Equatable {
        let bits: UInt64
        init(from decoder: any Decoder) throws { bits = try Double(from: decoder).bitPattern }
    }

    struct Tail: Codable, Equatable {
        var a: Int
        var b: [Float]?
    }

    /// A type that reads any JSON.
    indirect enum Anything: Codable, Equatable {
        case null, truth(Bool), text(String), number(UInt64), list([Anything]), table([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .truth(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value.bitPattern)
            } else if let values = try? container.decode([Anything].self) {
                self = .list(values)
            } else {
                self = .table(try container.decode([String: Anything].self))
            }
        }
    }

    static let texts = [
        "1", "1.0", "1e2", "-0", "-0.0", "0.0", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "1e400", "5e-324", "0e999", "01", "1.", "1e", "+1", ".5", "-", "--1",
        "1E5", "1E+5", "1e-2", "100e-2", "NaN", "Infinity", "nul", "true", "truex", "\"1\"", "\"NaN\"", "\"-Infinity\"",
        "", " ", "\t1\r\n", "\u{FEFF}1", "1 2", "1,", "\u{c}1", "\u{a0}1", "[1", "[1 2]", "[,1]",
        "[1,]", "[1,,]", "[,]", "[]]", "{}", "{,}", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "{\"a\":1} x", "{\"\\u0061\":1}",
        "{a:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":null}", "{\"a\":1,\"b\":null}", "{\"a\":1,\"b\":[0.1]}",
        "{\"a\":1,\"b\":[1e39]}", "{\"\\ud800\":1}", "{\"\u{e9}\":1,\"e\u{301}\":2}", "[\"\\ud800\"]", "\"\\udc00\"",
        "\"\\ud83d\\ude00\"", "\"\\uD83D\\uDE00\"", "\"\\ud800x\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\\udc00\"",
        "\"\\u12\"", "\"\\u12g4\"", "\"\\x\"", "\"a\nb\"", "\"\u{7f}\"", "\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"",
        "\"\\u0000\"",
        "\"abc", "\"", "\"\\", "'a'", " null", "[null]", "\"AP8D\"", "\"AP8D=\"", "\"AP8\"", "\"AP 8D\"", "\"a b\"",
        "\"http://\u{e9}.com/\u{fc}?\u{e4} b\"", "256", "-1", "/**/1", "[1]//", "[1.0,2e0]", "[0.5]", "{\"a\":1.5}",
        "\"" + String(repeating: "x", count: 100) + "\"", "[" + String(repeating: "1,", count: 100) + "1]",
        "{" + (0..<40).map { "\"k\($0)\":\($0)," }.joined() + "\"k7\":8}",
    ]

    @Test(arguments: texts) func everyDocumentIsReadAsByJSONDecoder(text: String) {
        #expect(Self.disagreements(on: Data(text.utf8), in: Domain()) == [])
    }

    /// NB: as data, the mark is removed by Foundation's `String` on Linux.
    @Test func aByteOrderMarkInAStringIsNoPartOfTheDocument() throws {
        let domain = Domain()
        let text = "\u{FEFF}[1]"
        domain.store.userDefaults.set(text, forKey: "one")
        let numbers = domain[Domain.Setting<[Int]>(.one, default: [], stored: .json)]
        #expect(numbers == [1])
        #expect(try Self.decoder().decode([Int].self, from: Data(text.utf8)) == [1])
    }

    /// Each of these is in the article.
    @Test func stringsAreReadDifferentlyWhereTheArticleSaysSo() {
        func ours<Value: Codable & SendableMetatype>(_ type: Value.Type, _ text: String) -> Value? {
            Domain().read(type, from: Data(text.utf8))
        }
        func theirs<Value: Codable>(_ type: Value.Type, _ text: String) -> Value? {
            try? Self.decoder().decode(type, from: Data(text.utf8))
        }
        // A number that would lose something is unreadable, one that wouldn't is read.
        #expect(ours(Int.self, "1.0000000000000001") == nil && theirs(Int.self, "1.0000000000000001") == 1)
        #expect(ours(Int.self, "1e-400") == nil && theirs(Int.self, "1e-400") == 0)
        #expect(ours(Int.self, "9223372036854775807.0") == .max && theirs(Int.self, "9223372036854775807.0") == nil)
        let digits = String(repeating: "7", count: 45)
        #expect(ours(Decimal.self, digits) == nil && theirs(Decimal.self, digits) != nil)
        // Members that the type doesn't read have to be JSON as well, though they may be strings that no String holds.
        for text in ["[1.2.3]", "01", "\"\\x\"", "\"\u{1}\""].map({ "{\"a\":1,\"c\":\($0)}" }) {
            #expect(ours(Tail.self, text) == nil && theirs(Tail.self, text) == Tail(a: 1))
        }
        #expect(ours(Tail.self, #"{"a":1,"c":"\ud800"}"#) == Tail(a: 1))
        // JSON is in UTF-8.
        let utf16 = Data([0xFF, 0xFE, 0x31, 0])
        #expect(Domain().read(Int.self, from: utf16) == nil)
        #expect((try? Self.decoder().decode(Int.self, from: utf16)) == 1)
    }
}
