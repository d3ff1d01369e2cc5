import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

@testable import TestSupport

// SwiftyUserDefaults, AG_UserDefaults, UserDefault and TinyStorage: JSON in data, whole or for each value.

extension FixtureForm {
    static let swiftyUserDefaults = forms(
        [
            inData("[Bool] as JSON", [true, false]),
            inData("[Int] as JSON", [1, 2]),
            inData("[String] as JSON", ["a", "b"]),
            inData("[Date] as JSON", [date]),
            inData("[Data] as JSON", [Data([1, 2])]),
            inData("Codable", Profile()),
            inData("[Codable]", [Profile()]),
        ],
        [
            .plain("[Double]", [0.5]),
            .plain("[Data]", [Data([1, 2])]),
            .said("[Double] as JSON", .jsonData, [0.5, 1]),
            .plain("[Any]", ["a", 1] as [PropertyListValue]),
            .foreign("Codable", Member()),
            .foreign("[Codable]", [Member()]),
            .said("[Codable], empty", .jsonData, [Profile]()),
            .said("Codable with a default", .jsonData, Member()),
            .said("Codable, dates in ISO 8601", .jsonDataWithISODates, Profile()),
            .plain("URL, Linux", url, goesBack: false),
            .foreign("[URL], Apple", [url, FixtureForm.url("page")]),
            .plain("NSCoding, Linux", frogs[0]),
            .said("NSCoding, Linux", .archive(of: Frog.self), frogs[0]),
            .said("[NSCoding], empty", .archive(of: Frog.self), [Frog]()),
            .said("[NSCoding], empty, Apple", .archive(of: Frog.self), [Frog]()),
            .plain("through a text", Degrees(21.5)),
            .foreign("[through a text]", [Degrees(21.5), Degrees(-3)]),
        ])

    static let agUserDefaults = forms(
        [
            durations(of: .agUserDefaults),
            inData("[Codable]", [Profile()]),
            inData("[String: Codable]", ["a": Profile()]),
            inData("enum", Flavour.salty),
            inData("enum with values", Shape.circle(radius: 2.5)),
            inData("UUID", id),
            inData("[Int]", [1, 2]),
            inData("[Int?]", [1, nil] as [Int?]),
            inData("[[Int]]", [[1], []]),
            inData("[String: Int]", ["a": 1]),
            inData("[Int: String]", [1: "a"]),
            inData("[UUID: Int]", [id: 1]),
            inData("Set", [1, 2, 3] as Set),
            inData("Range", 1..<5),
            inData("ClosedRange", 0.5...2),
            inData("CGPoint", CGPoint(x: 1, y: 2)),
            inData("CGRect", CGRect(x: 1, y: 2, width: 3, height: 4)),
            inData("IndexSet", indexes),
            inData("Locale", Locale(identifier: "de_CH")),
            inData("TimeZone", TimeZone(identifier: "Europe/Zurich") ?? .current),
            inData("DateComponents", DateComponents(year: 2026, month: 11)),
        ],
        [
            .plain("Float", 888.035 as Float),
            .said("Int?", .jsonData, 42),
            .said("String?", .jsonData, "a"),
            .said("Bool?", .jsonData, true),
            .said("Double?", .jsonData, 0.5),
            .said("Date?", .jsonData, date),
            .said("Data?", .jsonData, Data([1, 2])),
            .saidNil("nil", DefaultsCodec<Int>.jsonData),
            .saidNil("nil", DefaultsCodec<Profile>.jsonData),
            .said("Codable?", .jsonData, Profile()),
            .said("enum of Int", .jsonData, Rank.high),
            .said("[String]", .jsonData, ["a"]),
            .said("[Date]", .jsonData, [date]),
            .said("[Data]", .jsonData, [Data([1, 2])]),
            .said("[URL]", .jsonData, [url]),
        ])

    static let userDefault = forms(
        [
            inData("enum that is Codable", Flavour.salty)
        ],
        [
            .foreign("[enum that is Codable]", [Flavour.salty, .sweet]),
            .said("[enum that is Codable]", DefaultsCodec<Flavour>.jsonData.array, [Flavour.salty, .sweet]),
            .foreign("[Codable]", [Profile()]),
            .foreign("[Codable]", [Member()]),
            .said("[Codable]", DefaultsCodec<Profile>.jsonData.array, [Profile()]),
            .foreign("[String: Codable]", ["a": Profile()]),
            .foreign("[String: Codable]", ["a": Member()]),
            .said("[String: Codable]", DefaultsCodec<Profile>.jsonData.dictionary(), ["a": Profile()]),
            .foreign("[enum: Codable]", [Mode.dark: Member()]),
            .said(
                "[enum: Codable]", DefaultsCodec<Profile>.jsonData.dictionary(keyedBy: Mode.self), [.dark: Profile()]),
            .foreign("Set of Codable", [Profile()] as Set),
            .foreign("Set of Codable", [Member()] as Set),
            .said("Set of Codable", DefaultsCodec<Profile>.jsonData.set, [Profile()]),
            .foreign("[[Codable]]", [[Profile()], []]),
            .said("[[Codable]]", DefaultsCodec<Profile>.jsonData.array.array, [[Profile()], []]),
            .plain("nested", ["a": ["b": [1]]]),
            .plain("through another type", Oven(temperature: Celsius(degrees: 20.5))),
            .plain("[through another type]", [Celsius(degrees: 20.5), Celsius(degrees: -1)]),
            .said("Int?", .arrayOfOne, 3),
            .saidNil("Int?, nil", DefaultsCodec<Int>.arrayOfOne),
            .said("Int??", DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne, 3),
            .said("Int??, inner nil", DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne, Int?.none),
            .said("[Int?]", DefaultsCodec<Int>.arrayOfOne.optional.array, [1, nil]),
            .said("String?", .arrayOfOne, "a"),
            .said("Date?", .arrayOfOne, date),
            .said("Codable?", DefaultsCodec<Profile>.readingOtherLibraries.arrayOfOne, Profile(), goesBack: false),
            .said("Codable?", DefaultsCodec<Profile>.jsonData.arrayOfOne, Profile()),
            .saidNil("Codable?, nil", DefaultsCodec<Profile>.jsonData.arrayOfOne),
            .said(
                "[Codable?]", DefaultsCodec<Profile>.jsonData.arrayOfOne.optional.array, [Profile(), nil]),
            .said("enum?", .arrayOfOne, Theme.dark),
            .said("[String]?", .arrayOfOne, ["a"]),
            FixtureForm(
                "nil over a default",
                Domain.Setting<Int?>("nil over a default", default: 7, stored: .arrayOfOne).rememberingNil(),
                nil, goesBack: true),
            FixtureForm(
                "value over a default",
                Domain.Setting<Int?>("value over a default", default: 7, stored: .arrayOfOne).rememberingNil(),
                3, goesBack: true),
            .plain("NSCoding", frogs[0]),
            .plain("[NSCoding]", [frogs[0]]),
            .said("[NSCoding]", DefaultsCodec<Frog>.archive(of: Frog.self).array, [frogs[0]]),
            .said("NSCoding?", .arrayOfOne, frogs[0]),
        ])

    static let tinyStorage = forms(
        [
            inData("UUID", id),
            inData("Set", [1, 2, 3] as Set),
        ],
        [
            .said("Bool", .jsonData, true),
            .said("Int", .jsonData, 42),
            .said("Double", .jsonData, 0.5),
            .said("Float", .jsonData, 0.5 as Float),
            .said("String", .jsonData, "Tom"),
            .said("String of quotes", .jsonData, "\"a\""),
            .said("Date", .jsonData, date),
            .said("enum", .jsonData, Flavour.salty),
            .said("enum of Int", .jsonData, Rank.high),
            .said("[Codable]", .jsonData, [Profile()]),
            .said("[String: Codable]", .jsonData, ["a": Profile()]),
            .said("[Int]", .jsonData, [1, 2]),
            .said("[String]", .jsonData, ["a"]),
            .said("[Date]", .jsonData, [date]),
            .said("[Int: String]", .jsonData, [1: "a"]),
        ])
}
