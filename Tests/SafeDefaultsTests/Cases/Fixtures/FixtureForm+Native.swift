import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

@testable import TestSupport

// PersistentKeyValueKit, Foil and code that calls `UserDefaults` itself: native values, and data of one's own making.

extension FixtureForm {
    static let persistentKeyValueKit: [FixtureForm] =
        natives.filter { $0.name != "Date" } + urls + [
            .plain("Float", 0.1 as Float),
            .plain("[Int]", [1, 2]),
            .plain("[String]", ["a"]),
            .plain("[[Int]]", [[1], []]),
            .plain("[String: Int]", ["a": 1]),
            .plain("[String: [Int]]", ["a": [1]]),
            .said("[URL]", DefaultsCodec<URL>.absoluteString.array, [url]),
            .said("[URL], relative", DefaultsCodec<URL>.absoluteString.array, [path, url("~a/b"), url("page")]),
            .said("[String: URL]", DefaultsCodec<URL>.absoluteString.dictionary(), ["a": path]),
            .said("Date since 2001", .secondsSinceReferenceDate, date + 0.25),
            .said("Date since 1970", .secondsSince1970, date + 0.25),
            .said("[Date] since 2001", DefaultsCodec<Date>.secondsSinceReferenceDate.array, [date]),
            .said("[String: Date] since 1970", DefaultsCodec<Date>.secondsSince1970.dictionary(), ["a": date]),
            .plain("Date as text", date, goesBack: false),
            .plain("enum", Theme.dark),
            .plain("[enum]", [Theme.dark]),
            .plain("enum of Int", Level.high),
            .plain("Character", "x" as Character),
            .plain("UUID", id),
            .plain("Int8 as Int", -5 as Int8),
            .plain("UInt64 as text", UInt64.max, goesBack: false),
            .foreign("Codable", Profile()),
            .said("Codable", .jsonData, Profile()),
            .foreign("[Codable]", [Profile(), Profile()]),
            .said("[Codable]", DefaultsCodec<Profile>.jsonData.array, [Profile(), Profile()]),
            .foreign("[String: Codable]", ["a": Profile()]),
            .said("[String: Codable]", DefaultsCodec<Profile>.jsonData.dictionary(), ["a": Profile()]),
            .foreign("[[Codable]]", [[Profile()]]),
            .said("[[Codable]]", DefaultsCodec<Profile>.jsonData.array.array, [[Profile()]]),
            .said("Codable number", .jsonData, 7),
            .said("Codable, dates since 1970", since1970, Profile()),
            .said("Codable as a property list", .propertyListData, Profile()),
            .said("Codable as a property list in XML", .propertyListData, Profile(), goesBack: false),
        ]

    static let foil: [FixtureForm] =
        natives + urls + [
            .plain("Float", 0.1 as Float),
            .plain("UInt", 7 as UInt),
            .plain("[Int]", [1, 2]),
            .plain("[[String]]", [["a"], []]),
            .plain("Set", [1, 2, 3] as Set),
            .plain("Set of text", ["a", "b"] as Set),
            .plain("[String: Int]", ["a": 1]),
            .plain("[String: [Int]]", ["a": [1]]),
            .plain("[Date]", [date]),
            .plain("enum", Theme.dark),
            .plain("[enum]", [Theme.dark, .light]),
            .plain("Set of enum", [Theme.dark, .light] as Set),
            .plain("[String: enum]", ["a": Theme.dark]),
            .plain("enum of Int", Level.high),
            .foreign("Codable", Profile()),
            .said("Codable", .jsonData, Profile()),
            .foreign("[Codable]", [Profile()]),
            .said("[Codable]", DefaultsCodec<Profile>.jsonData.array, [Profile()]),
            .foreign("Set of Codable", [Profile()] as Set),
            .said("Set of Codable", DefaultsCodec<Profile>.jsonData.set, [Profile()]),
            .foreign("[String: Codable]", ["a": Profile()]),
            .said("[String: Codable]", DefaultsCodec<Profile>.jsonData.dictionary(), ["a": Profile()]),
            .plain("UUID as text", id),
        ]

    static let userDefaults: [FixtureForm] =
        natives + urls + [
            .plain("Bool as text", true, goesBack: false),
            .plain("Bool as a number", true, goesBack: false),
            .plain("Int as text", 42, goesBack: false),
            .plain("Double as an integer", 3.0, goesBack: false),
            .plain("Float", 0.1 as Float),
            .plain("Int, most", Int.max),
            .plain("[String]", ["a", "b"]),
            .plain("[Any]", ["a", 1, true, .date(date)] as PropertyListValue),
            .plain("[String: Any]", ["a": 1, "b": ["x", 0.5]] as [String: PropertyListValue]),
            .plain("[Int]", [1, 2]),
            .said("URL as text", .absoluteString, url),
            .said("URL as relative text", .absoluteString, path),
            .plain("enum", Theme.dark),
            .plain("enum of Int", Level.high),
            .plain("UUID as text", id),
            .said("Date since 1970", .secondsSince1970, date + 0.25),
            .said("Date since 1970, whole", .secondsSince1970, date, goesBack: false),
            .said("Date in milliseconds", .millisecondsSince1970, date + 0.25, goesBack: false),
            .said("Date since 2001", .secondsSinceReferenceDate, date + 0.25),
            .plain("Date as text", date, goesBack: false),
            .said("[Date] since 1970", DefaultsCodec<Date>.secondsSince1970.array, [date]),
            .foreign("JSON in data", Profile()),
            .said("JSON in data", .jsonData, Profile()),
            .said("JSON in data, dates since 1970", since1970, Profile()),
            .said("JSON in data, dates in ISO 8601", .jsonDataWithISODates, Profile()),
            .said("JSON in text", .json, Profile()),
            .foreign("JSON of an array", [Profile()]),
            .said("JSON of an array", .jsonData, [Profile()]),
            .said("JSON of a number", .jsonData, 7),
            .said("property list in data", .propertyListData, Profile()),
            .said("property list in XML", .propertyListData, Profile(), goesBack: false),
            .said("property list of an array", .propertyListData, [Profile()]),
            .plain("NSCoding, Linux", frogs[0]),
            .plain("NSCoding, Apple", frogs[0]),
            .said("[NSCoding], Linux", .archive(of: Frog.self), frogs),
            .said("[NSCoding], Apple", .archive(of: Frog.self), frogs),
            .foreign("archive of a dictionary", ["a": 1, "b": 2]),
            .said(
                "text in UTF-8",
                .custom(
                    encode: { Data($0.utf8) },
                    decode: { (data: Data) in
                        guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.formatting) }
                        return text
                    }), "Tom"),
        ]
}
