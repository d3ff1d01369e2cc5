import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsSnapshots
@testable import TestSupport

@Suite struct PropertyListValueCodableTests {
    private static let list: PropertyListEncoder = {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }()

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func everyCoderKeepsEveryValue(seed: UInt64) throws {
        var source = RandomSource(state: seed)
        for round in 0..<Stress.count(60, usual: 500, full: 5_000) {
            let value = [PropertyListValue.random(&source)]
            let hint: Comment = "seed \(seed), round \(round), \(value)"
            let json = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode([PropertyListValue].self, from: json) == value, hint)
            let binary = try Self.list.encode(value)
            #expect(try PropertyListDecoder().decode([PropertyListValue].self, from: binary) == value, hint)
            #expect(try PropertyListValue(tree: value).decodedTree([PropertyListValue].self) == value, hint)
            // JSON by a JSONEncoder is in the documented form, so an import reads it.
            let document = try JSONEncoder().encode(["name": value[0]])
            #expect(try DefaultsSnapshot(importing: document).values == ["name": value[0]], hint)
        }
    }

    @Test func jsonHasTheDocumentedForm() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let value: PropertyListValue = [
            "a": 1, "b": 1.0, "c": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "d": .data(Data([1])),
            "e": .real(-.infinity), "f": ["$real": "x"], "g": "$null", "h": 0.5,
        ]
        #expect(
            String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"a":1,"b":{"$real":"1.0"},"#
                + #""c":{"$date":"2001-01-01T00:00:00.5Z"},"d":{"$data":"AQ=="},"e":{"$real":"-infinity"},"#
                + #""f":{"$$real":"x"},"g":"$null","h":0.5}"#)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func aPropertyListHasDatesDataAndNumbersAsSuch(format: PropertyListSerialization.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let value: PropertyListValue = [
            "a": 1, "c": .date(Date(timeIntervalSinceReferenceDate: 5)), "d": .data(Data([1])), "h": 0.5, "t": true,
            "u": .unsignedInteger(.max), "n": "$null", "r": 2.0, "x": ["$date": 1],
        ]
        let data = try encoder.encode(value)
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard case .dictionary(let raw) = try PropertyListValue(foundationObject: object),
            case .dictionary(let sent) = value
        else {
            Issue.record("no dictionary")
            return
        }
        for name in ["a", "c", "d", "h", "t", "u"] { #expect(raw[name] == sent[name], "\(name)") }
        #expect(raw["r"] == ["$real": "2.0"])
        #expect(try PropertyListDecoder().decode(PropertyListValue.self, from: data) == value)
    }

    @Test func nullAndBadEscapesAreRefused() {
        for text in ["[null]", #"[{"$date": "x"}]"#, #"[{"$data": 1}]"#, #"[{"$real": "many"}]"#] {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode([PropertyListValue].self, from: Data(text.utf8))
            }
        }
    }

    @Test func deepNestingIsRefusedOnASmallStack() throws {
        for levels in [deepestPropertyList, 200, 500] {
            let text = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
            let isRefused = Shared(false)
            try Background {
                do {
                    _ = try JSONDecoder().decode(PropertyListValue.self, from: Data(text.utf8))
                } catch is DecodingError {
                    isRefused.change { $0 = true }
                }
            }.wait()
            #expect(isRefused.value == (levels > deepestPropertyList + 8), "\(levels)")
        }
    }
}
