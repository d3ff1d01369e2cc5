import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

// Forms that several libraries store, under the same name in each of their files.

extension FixtureForm {
    static let shared = forms(
        [
            inData("URL", url),
            inData("Codable", Profile()),
        ],
        [
            .plain("Float", 0.1 as Float),
            .plain("Int, most", Int.max),
            .plain("[String]", ["a", "b"]),
            .plain("[Int]", [1, 2]),
            .plain("[Bool]", [true, false]),
            .plain("[Date]", [date]),
            .plain("[Data]", [Data([1])]),
            .plain("[Any]", ["a", 1, true, .date(date)] as PropertyListValue),
            .plain("[String: Int]", ["a": 1]),
            .plain("[String: Any]", ["a": 1, "b": ["x", 0.5]] as [String: PropertyListValue]),
            .plain("[[String: Int]]", [["a": 1]]),
            .plain("enum", Theme.dark),
            .plain("Bool", true),
            .plain("Int", 42),
            .plain("String", "Tom"),
            .plain("Data", Data([1, 2])),
            .plain("Date", date),
            .plain("Double", 0.5),
            .plain("URL, Apple", url, goesBack: false),
            .plain("URL of a file, Apple", fileAtHome, goesBack: false),
            .plain("URL, Linux", fileOnly, goesBack: false),
            .plain("UInt64, most", UInt64.max),
            .plain("UUID", id),
            .plain("Set", [1, 2, 3] as Set),
            .plain("[[Int]]", [[1], []]),
            .plain("Range", 1..<5),
            .said("Decimal", .jsonData, 1.5 as Decimal),
            .plain("[enum]", [Theme.dark, .light]),
            .plain("enum of Int", Level.high),
            .said("Codable as one Data", .jsonData, Blob()),
            .said("Codable, dates since 1970", since1970, Profile()),
            .plain("NSCoding, Apple", frogs[0]),
            .said("[NSCoding], Apple", .archive(of: Frog.self), frogs),
            .said("[NSCoding], Linux", .archive(of: Frog.self), frogs),
            .said("UInt8", .jsonData, 200 as UInt8),
            .foreign("[String: Codable]", ["a": Profile()]),
            .said("[String: Codable]", DefaultsCodec<Profile>.jsonData.dictionary(), ["a": Profile()]),
            .plain("Set of enum", [Theme.dark, .light] as Set),
            .plain("[String: enum]", ["a": Theme.dark]),
            .plain("UUID as text", id),
            .plain("[String: [Int]]", ["a": [1]]),
            .said("Date since 2001", .secondsSinceReferenceDate, date + 0.25),
            .said("Date since 1970", .secondsSince1970, date + 0.25),
            .plain("Date as text", date, goesBack: false),
        ])
}
