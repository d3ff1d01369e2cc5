import Foundation
import SafeDefaults

// The rest of the collections, dictionary keys of every type, and mixtures.

extension ContractCase {
    static let otherCollections: [ContractCase] = [
        .native(
            fallback: [9] as [UInt8], reads: [.array], unreadable: [[1, 256], [-1]], arguments: [("(1, 2)", [1, 2])],
            samples: [TypedSample([], []), TypedSample([0, 255, 128], [0, 255, 128])]),
        .native(
            fallback: [9] as Set<Int>, reads: [.array], unreadable: [[1, "x"], [["$nil": true]]],
            arguments: [("(2, 1, 2)", [1, 2])],
            samples: [
                TypedSample([], []), TypedSample([3, -1, 2, .max, .min], [.integer(.min), -1, 2, 3, .integer(.max)]),
            ]),
        .native(
            fallback: ["d"] as Set<String>, reads: [.array], unreadable: [["a", ["b"]]],
            samples: [TypedSample(["b", "", "ä", "a", "Z", "aa"], ["", "Z", "a", "aa", "b", "ä"])]),
        .native(
            fallback: [[9]] as Set<[Int?]>, reads: [.array], unreadable: [[1]],
            samples: [
                TypedSample(
                    [[1], [], [nil], [1, nil], [0, 5]], [[], [0, 5], [1], [1, ["$nil": true]], [["$nil": true]]])
            ]),
        .native(
            fallback: [.automatic] as Set<Theme>, reads: [.array], unreadable: [["purple"]],
            samples: [TypedSample([.light, .dark], ["dark", "light"])]),
        .native(
            fallback: [9] as [Int???], reads: [.array], unreadable: [["x"]],
            samples: [
                TypedSample(
                    [1, .some(.some(nil)), .some(nil), nil],
                    [1, ["$some": ["$some": ["$nil": true]]], ["$some": ["$nil": true]], ["$nil": true]])
            ]),
        .native(
            fallback: ["d": [[9]]], reads: [.dictionary], unreadable: [["a": [1]], ["a": [["x"]]]],
            samples: [
                TypedSample(
                    ["a": [[1, 2], []], "b": nil], ["a": [[1, 2], []], "b": ["$nil": true]])
            ] as [TypedSample<[String: [Set<Int>]?]>]),
    ]

    static let keys: [ContractCase] = [
        key("Int", 9 as Int, [(-1, "-1"), (.max, "9223372036854775807")], ["x", "1.0", ""]),
        key("UInt8", 9 as UInt8, [(0, "0"), (255, "255")], ["256", "-1"]),
        key("UInt64", 9 as UInt64, [(.max, "18446744073709551615")], ["x"]),
        key("Bool", false, [(true, "true")], ["yes", "1"]),
        key("Character", "d" as Character, [("ü", "ü"), ("🇫🇷", "🇫🇷")], ["", "ab"]),
        key("Substring", "d"[...], [("", ""), ("a.b", "a.b")], []),
        key("Theme", Theme.automatic, [(.dark, "dark")], ["purple"]),
        key("Level", Level.none, [(.high, "2")], ["3", "high"]),
        key(
            "UUID", UUID(),
            [
                (
                    UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
                    "00010203-0405-0607-0809-0A0B0C0D0E0F"
                )
            ],
            ["x", "00010203-0405-0607-0809-0A0B0C0D0E0F\u{0}x"]),
        key("URL", URL(fileURLWithPath: "/d"), [(URL(fileURLWithPath: "/tmp/a b"), "file:///tmp/a%20b")], ["", "a b"]),
    ]

    private static func key<Key: DefaultsDictionaryKey & Sendable>(
        _ name: String, _ fallback: Key, _ samples: [(Key, String)], _ unreadable: [String]
    ) -> ContractCase {
        .native(
            "keys of \(name)", fallback: [fallback: 1], reads: [.dictionary],
            unreadable: unreadable.map { .dictionary([$0: 1]) },
            samples: [TypedSample([:], [:])]
                + samples.map { TypedSample([$0: 1], .dictionary([$1: 1])) }
                + [
                    TypedSample(
                        Dictionary(uniqueKeysWithValues: samples.map { ($0.0, 2) }),
                        .dictionary(Dictionary(uniqueKeysWithValues: samples.map { ($0.1, 2) })))
                ])
    }
}

extension Theme: DefaultsDictionaryKey {}
extension Level: DefaultsDictionaryKey {}

// MARK: - Foundation's Codable types

extension ContractCase {
    static let foundationCodables: [ContractCase] = [
        .native(
            fallback: DateInterval(start: date(9), duration: 9), reads: [.dictionary], unreadable: [["start": 1]],
            samples: [
                TypedSample(
                    DateInterval(start: date(5), duration: 1.5), ["start": .date(date(5)), "duration": 1.5])
            ]),
        .codable(
            fallback: DateComponents(year: 9), reads: [.dictionary], unreadable: [["year": "x"]],
            samples: [TypedSample(DateComponents(year: 2026, month: 11), ["year": 2026, "month": 11])]),
        .codable(
            fallback: IndexPath(indexes: [9]), reads: [.dictionary], unreadable: [["indexes": 1]],
            samples: [TypedSample(IndexPath(indexes: [1, 2]), ["indexes": [1, 2]])]),
        .codable(
            fallback: [DateComponents(year: 9)], reads: [.array], unreadable: [[1]],
            samples: [TypedSample([DateComponents(day: 1)], [["day": 1]])]),
    ]
}
