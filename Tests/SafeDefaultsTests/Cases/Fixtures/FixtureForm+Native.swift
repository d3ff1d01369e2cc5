import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

@testable import TestSupport

// PersistentKeyValueKit, Foil and code that calls `UserDefaults` itself: native values, and data of one's own making.

extension FixtureForm {
    static let persistentKeyValueKit: [FixtureForm] = [
        .plain("[String]", ["a"]),
        .said("[URL]", DefaultsCodec<URL>.absoluteString.array, [url]),
        .said("[URL], relative", DefaultsCodec<URL>.absoluteString.array, [path, url("~a/b"), url("page")]),
        .said("[String: URL]", DefaultsCodec<URL>.absoluteString.dictionary(), ["a": path]),
        .said("[Date] since 2001", DefaultsCodec<Date>.secondsSinceReferenceDate.array, [date]),
        .said("[String: Date] since 1970", DefaultsCodec<Date>.secondsSince1970.dictionary(), ["a": date]),
        .plain("[enum]", [Theme.dark]),
        .plain("Character", "x" as Character),
        .plain("Int8 as Int", -5 as Int8),
        .plain("UInt64 as text", UInt64.max, goesBack: false),
        .foreign("[Codable]", [Profile(), Profile()]),
        .said("[Codable]", DefaultsCodec<Profile>.jsonData.array, [Profile(), Profile()]),
        .foreign("[[Codable]]", [[Profile()]]),
        .said("[[Codable]]", DefaultsCodec<Profile>.jsonData.array.array, [[Profile()]]),
        .said("Codable number", .jsonData, 7),
        .said("Codable as a property list", .propertyListData, Profile()),
        .said("Codable as a property list in XML", .propertyListData, Profile(), goesBack: false),
    ]

    static let foil: [FixtureForm] = [
        .plain("UInt", 7 as UInt),
        .plain("[[String]]", [["a"], []]),
        .plain("Set of text", ["a", "b"] as Set),
        .foreign("[Codable]", [Profile()]),
        .said("[Codable]", DefaultsCodec<Profile>.jsonData.array, [Profile()]),
        .foreign("Set of Codable", [Profile()] as Set),
        .said("Set of Codable", DefaultsCodec<Profile>.jsonData.set, [Profile()]),
    ]

    static let userDefaults = forms(
        [
            inData("JSON in data", Profile()),
            inData("JSON of an array", [Profile()]),
        ],
        [
            .plain("Bool as text", true, goesBack: false),
            .plain("Bool as a number", true, goesBack: false),
            .plain("Int as text", 42, goesBack: false),
            .plain("Double as an integer", 3.0, goesBack: false),
            .said("URL as text", .absoluteString, url),
            .said("URL as relative text", .absoluteString, path),
            .said("Date since 1970, whole", .secondsSince1970, date, goesBack: false),
            .said("Date in milliseconds", .millisecondsSince1970, date + 0.25, goesBack: false),
            .said("[Date] since 1970", DefaultsCodec<Date>.secondsSince1970.array, [date]),
            .said("JSON in data, dates since 1970", since1970, Profile()),
            .said("JSON in data, dates in ISO 8601", .jsonDataWithISODates, Profile()),
            .said("JSON in text", .json, Profile()),
            .said("JSON of a number", .jsonData, 7),
            .said("property list in data", .propertyListData, Profile()),
            .said("property list in XML", .propertyListData, Profile(), goesBack: false),
            .said("property list of an array", .propertyListData, [Profile()]),
            .plain("NSCoding, Linux", frogs[0]),
            .foreign("archive of a dictionary", ["a": 1, "b": 2]),
            .said(
                "text in UTF-8",
                .custom(
                    encode: { Data($0.utf8) },
                    decode: { (data: Data) in
                        guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.formatting) }
                        return text
                    }), "Tom"),
        ])
}
