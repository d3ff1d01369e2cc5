import Foundation
import SafeDefaults

// The rest of the scalars: numbers that a property list doesn't have, parts of text, places, names, and ranges.

// MARK: - Numbers

extension ContractCase {
    static let otherNumbers: [ContractCase] = decimals + durations

    private static let decimals: [ContractCase] = [
        .native(
            fallback: decimal("-1.25"), reads: [.boolean, .integer, .real, .string],
            unreadable: [
                .real(.infinity), .real(1e300), "abc", "", "1.5.5", "12abc", "0x2A", "1e999", "1e99999999999999999999",
                "340282366920938463463374607431768211456", "123456789012345678901234567890123456789.5", ".", "e5", "1e",
            ],
            arguments: [("0.1", decimal("0.1")), (" -2.50", decimal("-2.5")), ("4e1", 40), ("1", 1)],
            samples: [
                TypedSample(0, "0"), TypedSample(decimal("0.1"), "0.1"), TypedSample(decimal("-12.5"), "-12.5"),
                TypedSample(1_000, "1000"), TypedSample(.nan, "NaN"),
                TypedSample(
                    decimal("340282366920938463463374607431768211455"), "340282366920938463463374607431768211455"),
                TypedSample(
                    decimal("0.00000000000000000000000000000000000001"), "0.00000000000000000000000000000000000001"),
                TypedSample(
                    .greatestFiniteMagnitude,
                    .string("340282366920938463463374607431768211455" + String(repeating: "0", count: 127))),
                TypedSample(.leastNonzeroMagnitude, .string("0." + String(repeating: "0", count: 126) + "1")),
            ]),
        .native(
            fallback: -1.25 as CGFloat, reads: [.boolean, .integer, .real, .string],
            unreadable: [.integer((1 << 53) + 1), "abc", "", "0x2A"],
            arguments: [("0.1", 0.1), (" -2.5", -2.5)], same: { $0.native.bitPattern == $1.native.bitPattern },
            samples: [
                TypedSample(0, .real(0)), TypedSample(0.1, .real(0.1)), TypedSample(.infinity, .real(.infinity)),
                TypedSample(.nan, .real(.nan)), TypedSample(-0.0, .real(-0.0), restarted: 0, .real(0)),
            ]),
    ]

    private static var durations: [ContractCase] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        return [
            .native(
                fallback: Duration.seconds(99), reads: [.integer, .real, .string],
                unreadable: [
                    .unsignedInteger(.max), .real(1e300), .real(1e-19), .real(.nan), .real(.infinity), "abc", "", "1s",
                    "0:01", "9223372036854775808", "0.0000000000000000001", "1e99999",
                ],
                arguments: [("90", .seconds(90)), (" -0.25", .milliseconds(-250)), ("1e-3", .milliseconds(1))],
                samples: [
                    TypedSample(.zero, "0"), TypedSample(.milliseconds(1_500), "1.5"),
                    TypedSample(.milliseconds(-250), "-0.25"), TypedSample(.seconds(-90), "-90"),
                    TypedSample(shortest, "0.000000000000000001"),
                    TypedSample(longest, "9223372036854775807.999999999999999999"),
                    TypedSample(.zero - longest, "-9223372036854775807.999999999999999999"),
                ])
        ]
    }

    private static func decimal(_ text: String) -> Decimal {
        guard let decimal = Decimal(string: text) else { fatalError("no Decimal: \(text)") }
        return decimal
    }
}

// MARK: - Parts of text, and names

extension ContractCase {
    static let texts: [ContractCase] = [
        .native(
            fallback: "the default"[...], reads: [.integer, .real, .string], arguments: [("Tom", "Tom")],
            samples: [TypedSample("", ""), TypedSample("a Zoë 🧑‍🚀".dropFirst(2), "Zoë 🧑‍🚀")]),
        .native(
            fallback: "d" as Character, reads: [.integer, .real, .string], unreadable: ["", "ab", "🇫🇷🇫🇷", 42, 1.5],
            arguments: [("ü", "ü"), ("7", "7")],
            samples: ["a", " ", "🧑‍🚀", "🇫🇷", "e\u{301}", "\u{0}", "\n"].map {
                TypedSample($0, .string(String($0)))
            }),
        .native(
            fallback: Locale(identifier: "fr_FR"), reads: [.string],
            unreadable: ["hello world", "en\u{0}", "ü", "en_US\n"],
            arguments: [("de_CH", Locale(identifier: "de_CH"))],
            samples: ["en_US", "de_DE@currency=USD", "zh-Hans_CN", "en_US_POSIX", ""].map {
                TypedSample(Locale(identifier: $0), .string($0))
            }),
        .native(
            fallback: zone("Asia/Tokyo"), reads: [.string],
            unreadable: ["", "Europe/Atlantis", "../../../etc/passwd", "Europe/Zurich\u{0}x", " Europe/Zurich"],
            arguments: [("Europe/Zurich", zone("Europe/Zurich")), ("GMT+01:00", zone("GMT+0100"))],
            samples: ["Europe/Zurich", "America/Argentina/Buenos_Aires", "GMT", "GMT-0330"].map {
                TypedSample(zone($0), .string($0))
            }),
    ]

    private static func zone(_ text: String) -> TimeZone {
        guard let zone = TimeZone(identifier: text) else { fatalError("no TimeZone: \(text)") }
        return zone
    }
}

// MARK: - Places and ranges

extension ContractCase {
    static let ranges: [ContractCase] = [
        .native(
            fallback: CGPoint(x: 9, y: 9), reads: [.array], unreadable: [[], [1], [1, 2, 3], [1, "x"], [[1, 2]]],
            arguments: [("(1.5, 2)", CGPoint(x: 1.5, y: 2))],
            samples: [
                TypedSample(.zero, [.real(0), .real(0)]), TypedSample(CGPoint(x: -1.5, y: 0.1), [-1.5, 0.1]),
                TypedSample(CGPoint(x: CGFloat.infinity, y: 1), [.real(.infinity), 1.0]),
            ]),
        .native(
            fallback: CGSize(width: 9, height: 9), reads: [.array], unreadable: [[], [1], [1, 2, 3]],
            arguments: [("(640, 480)", CGSize(width: 640, height: 480))],
            samples: [
                TypedSample(.zero, [.real(0), .real(0)]),
                TypedSample(CGSize(width: -640, height: 480.5), [-640.0, 480.5]),
            ]),
        .native(
            fallback: CGRect(x: 9, y: 9, width: 9, height: 9), reads: [.array],
            unreadable: [[], [1, 2, 3, 4], [[1, 2]], [[1, 2], [3]], [[1, 2], [3, 4], [5, 6]]],
            arguments: [("((1, 2), (3, 4))", CGRect(x: 1, y: 2, width: 3, height: 4))],
            samples: [
                TypedSample(.zero, [[.real(0), .real(0)], [.real(0), .real(0)]]),
                // A negative width stays one.
                TypedSample(CGRect(x: 1.5, y: 2, width: -3, height: 4), [[1.5, 2.0], [-3.0, 4.0]]),
            ]),
        .native(
            fallback: 98..<99, reads: [.array], unreadable: [[], [1], [5, 1], [1, 2, 3], [1, "x"], [1.5, 2]],
            arguments: [("(1, 5)", 1..<5)],
            samples: [
                TypedSample(1..<5, [1, 5]), TypedSample(3..<3, [3, 3]),
                TypedSample(.min ..< .max, [.integer(.min), .integer(.max)]),
            ]),
        .native(
            fallback: 98...99, reads: [.array], unreadable: [[], [1], [5, 1], [1, 2, 3]],
            arguments: [("(1, 5)", 1...5)],
            samples: [TypedSample(1...5, [1, 5]), TypedSample(.min ... .max, [.integer(.min), .integer(.max)])]),
        .native(
            fallback: 98...99.5, reads: [.array], unreadable: [[.real(.nan), 1], [1, .real(.nan)], [2, 1]],
            samples: [
                TypedSample(0...0.1, [.real(0), 0.1]),
                TypedSample(-.infinity ... .infinity, [.real(-.infinity), .real(.infinity)]),
            ]),
        .native(
            fallback: "d"..<"e", reads: [.array], unreadable: [["b", "a"]],
            samples: [TypedSample("a"..<"z", ["a", "z"])]),
        .native(
            fallback: IndexSet([99]), reads: [.dictionary],
            unreadable: [
                [:], ["indexes": [1]], ["indexes": [["location": -5, "length": 2]]],
                ["indexes": [["location": 5, "length": -2]]], ["indexes": [["location": 5, "length": 0]]],
                ["indexes": [["location": .integer(.max), "length": 2]]], ["indexes": [["location": 1]]],
            ],
            samples: [
                TypedSample([], ["indexes": []]),
                TypedSample(
                    [1, 2, 5], ["indexes": [["location": 1, "length": 2], ["location": 5, "length": 1]]]),
            ]),
    ]
}
