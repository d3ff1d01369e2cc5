import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

/// Tests that `setText` with the string of `text` stores the same value again.
@Suite struct SettingTextTests {
    @Test(arguments: ContractCase.all) func stringOfEveryValueStoresTheSameValueAgain(type: ContractCase) throws {
        for sample in type.samples {
            for path in [ContractPath.optionalSetting, .defaultedSetting] {
                let place = ContractPlace(.inMemory())
                let setting = type.setting(place, path)
                if let problem = sample.write(place, path) { Issue.record("\(sample): \(problem)") }
                let text = setting.text
                let before = place.domain.dictionaryRepresentation
                setting.reset()
                try setting.setText(text)
                #expect(sample.mismatch(place, path) == nil, "\(sample) by \(path): \(text ?? "nil")")
                let after = place.domain.dictionaryRepresentation
                #expect(
                    after.mapValues(ContractCase.legible) == before.mapValues(ContractCase.legible),
                    "\(sample) by \(path): \(text ?? "nil")")
            }
        }
    }

    struct Mixed: Codable, Equatable {
        var count = 3, name = "5", ratio = 5.0, when = Date(timeIntervalSinceReferenceDate: 0.1)
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case any, list, table, optional, twice, remembered, mixed, date, theme }
        enum Theme: String, DefaultsValue, CaseIterable { case light, dark, system }

        struct Settings {
            let any = Setting<PropertyListValue>(.any, default: "nothing")
            let list = Setting<[PropertyListValue]>(.list, default: [])
            let table = Setting<[String: PropertyListValue]>(.table, default: [:])
            let optional = Setting<PropertyListValue?>(.optional)
            let twice = Setting<String??>(.twice)
            let remembered = Setting<String?>(.remembered, default: "Tom").rememberingNil()
            let mixed = Setting(.mixed, default: Mixed())
            let moment = Setting<Date?>(.date)
            let theme = Setting(.theme, default: Theme.light)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static let values: [PropertyListValue] = {
        let strings = [
            "", "5", "-5", "1.5", "1e+20", "true", "nan", "inf", "hello", "hello world", "\"5\"", "\"\\\"5\\\"\"",
            "(a, b)",
            "{a = b;}", "<0aff>", "[1]", "{\"a\": 1}", "{\"$date\": \"2001-01-01T00:00:00Z\"}", "null",
            "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.5Z", "@5.0", "007", "1.50", "a\\b",
            "'5'",
            "é\n\t\u{0}", " 5", "$nil", "<?xml version=\"1.0\"?>", "// 5", "+5", "nil",
        ].map(PropertyListValue.string)
        let numbers: [PropertyListValue] = [
            0, -7, .integer(.max), .integer(.min), .unsignedInteger(.max), 1.5, .real(5), .real(-0.0), .real(1e20),
            .real(.leastNonzeroMagnitude), .real(.nan), .real(-.nan), .real(.infinity), .real(-.infinity), true, false,
        ]
        let dates = [0, 0.1, 12_345_678.1, 816_932_241.123456, -0.25, 1e-10, -1e-10, 5e16, -5e16, 1e11].map {
            PropertyListValue.date(Date(timeIntervalSinceReferenceDate: $0))
        }
        let scalars = strings + numbers + dates + [.data(Data([0, 255])), .data(Data())]
        let names = ["a", "5", "true", "", "a b", "é\"\\"]
        return scalars + [
            .array(scalars), [], [:], [[], [[]]], .dictionary(["$nil": true]), .dictionary(["$some": ["$nil": true]]),
            .dictionary(Dictionary(uniqueKeysWithValues: zip(names, scalars))), ["a": ["b": [1, "1", true, "true"]]],
        ]
    }()

    @Test func aSettingThatKeepsKindsApartReadsThemBack() throws {
        let sample = Sample(store: .inMemory())
        for value in Self.values {
            sample.any = value
            sample.list = [value]
            sample.table = ["a": value]
            sample.optional = value
            for setting in [
                AnySetting(Sample.any, in: sample.store), AnySetting(Sample.list, in: sample.store),
                AnySetting(Sample.table, in: sample.store), AnySetting(Sample.optional, in: sample.store),
            ] {
                let before = sample.dictionaryRepresentation
                let text = try #require(setting.text)
                setting.reset()
                try setting.setText(text)
                #expect(sample.dictionaryRepresentation == before, "\(setting.name): \(text)")
            }
        }
    }

    @Test func theStringOfNilIsNil() throws {
        let sample = Sample(store: .inMemory())
        let remembered = AnySetting(Sample.remembered, in: sample.store)
        sample.remembered = nil
        let before = sample.dictionaryRepresentation
        #expect(before.count == 1 && remembered.text == nil)
        remembered.reset()
        try remembered.setText(remembered.text == "Tom" ? nil : "wrong")
        #expect(sample.dictionaryRepresentation == before)
        let twice = AnySetting(Sample.twice, in: sample.store)
        sample.twice = .some(nil)
        let text = try #require(twice.text)
        twice.reset()
        try twice.setText(text)
        #expect(sample.twice == .some(.some(nil)) || sample.twice == .some(nil))
        #expect(sample.contains(\.twice))
        let moment = AnySetting(Sample.moment, in: sample.store)
        sample.moment = .distantPast
        try moment.setText(nil)
        #expect(!sample.contains(\.moment))
        let error = #expect(throws: DefaultsError.self) { try AnySetting(Sample.mixed, in: sample.store).setText(nil) }
        #expect(error?.description.contains("can't be nil") == true)
    }

    @Test func texts() throws {
        let sample = Sample(store: .inMemory())
        let moment = AnySetting(Sample.moment, in: sample.store)
        sample.moment = Date(timeIntervalSinceReferenceDate: 0)
        #expect(moment.text == "2001-01-01T00:00:00Z")
        sample.moment = Date(timeIntervalSinceReferenceDate: 816_932_241.25)
        #expect(moment.text == "2026-11-21T05:37:21.25Z")
        #expect(
            AnySetting(Sample.mixed, in: sample.store).text
                == #"{"count": 3, "name": "5", "ratio": 5.0, "when": {"$date": "2001-01-01T00:00:00.1Z"}}"#)
        let any = AnySetting(Sample.any, in: sample.store)
        try any.setText("5")
        #expect(sample.any == 5 && any.text == "5")
        try any.setText("\"5\"")
        #expect(sample.any == "5" && any.text == "\"5\"")
        for text in ["(3, a)", "{a = 3;}", "<0aff>", "<plist><integer>3</integer></plist>", "1.50", "007", "nan"] {
            try any.setText(text)
            #expect(sample.any == .string(text))
        }
        let list = AnySetting(Sample.list, in: sample.store)
        try list.setText("[3, 1.50, \"007\", {\"a\": {\"$real\": \"nan\"}}]")
        #expect(sample.list == [3, 1.5, "007", ["a": .real(.nan)]])
    }

    @Test func errorsDescribeWhatTheSettingAccepts() throws {
        let sample = Sample(store: .inMemory())
        let theme = AnySetting(Sample.theme, in: sample.store)
        #expect(theme.textForm == "light, dark or system")
        let error = #expect(throws: DefaultsError.self) { try theme.setText("purple") }
        #expect(error?.description.hasSuffix("; write light, dark or system.") == true)
        #expect(AnySetting(Sample.moment, in: sample.store).textForm == "a date, such as 2026-11-21T05:37:21Z")
        #expect(AnySetting(Sample.mixed, in: sample.store).textForm.hasPrefix(#"a dictionary, such as {"count": 3,"#))
        #expect(AnySetting(Sample.list, in: sample.store).textForm == #"a list, such as ["a", "b"]"#)
        #expect(AnySetting(Sample.table, in: sample.store).textForm == #"a dictionary, such as {"name": "value"}"#)
        #expect(AnySetting(Sample.remembered, in: sample.store).textForm == "a string")
    }
}
