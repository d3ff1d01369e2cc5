import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

@testable import TestSupport

// Defaults and AppStorage: text that holds JSON.

extension FixtureForm {
    static let defaults = forms(
        [durations(of: .defaults)],
        [
            .plain("CGFloat", 0.5 as CGFloat),
            .plain("UInt8", 200 as UInt8),
            .plain("[Int?]", [1, 2] as [Int?]),
            .plain("[UUID]", [id]),
            .said("enum that is Codable", .json, Flavour.salty),
            .said("[enum that is Codable]", DefaultsCodec<Flavour>.json.array, [Flavour.salty]),
            .said("Codable", .json, Profile()),
            .said("[Codable]", DefaultsCodec<Profile>.json.array, [Profile()]),
            .said("Set of Codable", DefaultsCodec<Profile>.json.set, [Profile()]),
            .said("[String: Codable]", DefaultsCodec<Profile>.json.dictionary(), ["a": Profile()]),
            .said("[[Codable]]", DefaultsCodec<Profile>.json.array.array, [[Profile()], []]),
            .said("Codable?", .json, Profile()),
            .said("URL", .json, url),
            .said("URL that is relative", .json, path),
            .said("[URL]", DefaultsCodec<URL>.json.array, [url]),
            .said("Set of URL", DefaultsCodec<URL>.json.set, [url]),
            .said("[String: URL]", DefaultsCodec<URL>.json.dictionary(), ["a": url]),
            .plain("ClosedRange", 0.5...2),
            .plain("[Range]", [1..<5]),
            .plain("Range of Date", date..<date),
            .said("[Int: String]", DefaultsCodec<String>.json.dictionary(keyedBy: Int.self), [1: "a"]),
            .said("[Int: String] of quotes", DefaultsCodec<String>.json.dictionary(keyedBy: Int.self), [1: "\"a\""]),
            .said("[Character: String]", DefaultsCodec<String>.json.dictionary(keyedBy: Character.self), ["x": "a"]),
            .said("[Int: [String]]", DefaultsCodec<String>.json.array.dictionary(keyedBy: Int.self), [1: ["a", "b"]]),
            .said("[[Int: String]]", DefaultsCodec<String>.json.dictionary(keyedBy: Int.self).array, [[1: "a"]]),
            .plain("[Int: Int]", [1: 2], goesBack: false),
            .said("[Int: Int]", DefaultsCodec<Int>.json.dictionary(keyedBy: Int.self), [1: 2]),
            .said("[Int: Double]", DefaultsCodec<Double>.json.dictionary(keyedBy: Int.self), [1: 0.5]),
            .said("[Int: Bool]", DefaultsCodec<Bool>.json.dictionary(keyedBy: Int.self), [1: true]),
            .said("[Int: Date]", DefaultsCodec<Date>.json.dictionary(keyedBy: Int.self), [1: date]),
            .said("[Int: Data]", DefaultsCodec<Data>.json.dictionary(keyedBy: Int.self), [1: Data([1, 2])]),
            .said("[Int: URL]", DefaultsCodec<URL>.json.dictionary(keyedBy: Int.self), [1: url]),
            .said("[Int: Codable]", DefaultsCodec<Profile>.json.dictionary(keyedBy: Int.self), [1: Profile()]),
            .plain("[Int: enum]", [1: Theme.dark]),
            .said(
                "[Int: [Int: String]]",
                DefaultsCodec<String>.json.dictionary(keyedBy: Int.self).dictionary(keyedBy: Int.self), [1: [2: "a"]]),
            .said("Decimal", .json, 1.5 as Decimal),
            .said("Locale", .json, Locale(identifier: "de_CH")),
            .plain("NSSecureCoding", frogs[0]),
            .plain("NSSecureCoding, Apple", frogs[0]),
            .plain("[NSSecureCoding]", [frogs[0]]),
            .plain("[String: NSSecureCoding]", ["a": frogs[0]]),
            .said("[String: NSSecureCoding]", DefaultsCodec<Frog>.archive(of: Frog.self).dictionary(), ["a": frogs[0]]),
            .plain("colour", ["kCGColorSpaceExtendedSRGB", [1.0, 0.5, 0.0, 1.0]] as PropertyListValue),
        ])

    static let appStorage = forms(
        [
            durations(of: .appStorage),
            inData("Codable as JSON in data", Profile()),
        ],
        [
            .said("Codable as JSON text", .json, Profile()),
            .said("[Codable] as JSON text", .json, [Profile()]),
            .said("[String] as JSON text", .json, ["a", "b"]),
            .said("[String] as JSON text, empty", .json, [String]()),
            .said("[String: Int] as JSON text", .json, ["a": 1]),
            .said("Set as JSON text", .json, [1, 2] as Set),
            .said("Date as text since 2001", .secondsSinceReferenceDate, date, goesBack: false),
            .said("Date as text since 2001", dateAsText, date),
            .said("Date as Double since 1970", .secondsSince1970, date),
            .said("Date as Double since 2001", .secondsSinceReferenceDate, date),
            .plain("optional Int", 3),
            .plain("optional enum", Theme.dark),
        ])

    private static let dateAsText = DefaultsCodec<Date>.custom(
        encode: { String($0.timeIntervalSinceReferenceDate) },
        decode: { (text: String) in
            guard let seconds = Double(text) else { throw CocoaError(.formatting) }
            return Date(timeIntervalSinceReferenceDate: seconds)
        })
}
