package import Foundation
import SafeDefaults

extension ContractCase {
    /// Every type of the contract; a new type is one more element, here or in one of the lists.
    package static let all: [ContractCase] = [
        numbers, otherNumbers, scalars, texts, ranges, rawRepresentables, collections, otherCollections, keys, codables,
        foundationCodables, own, codecs,
    ].flatMap { $0 }
}

// MARK: - Numbers

extension ContractCase {
    static let numbers: [ContractCase] = [
        bool,
        integer(Int.self), integer(Int8.self), integer(Int16.self), integer(Int32.self), integer(Int64.self),
        integer(UInt.self), integer(UInt8.self), integer(UInt16.self), integer(UInt32.self), integer(UInt64.self),
        .native(
            fallback: -1.25 as Double, reads: [.boolean, .integer, .real, .string],
            unreadable: [.integer((1 << 53) + 1), .integer(.max), .unsignedInteger(.max), "abc", "", "0x2A", "1e999"],
            arguments: [("0.1", 0.1), ("31.0", 31), (" -2.5", -2.5), ("4e1", 40), ("1", 1)],
            same: { $0.bitPattern == $1.bitPattern },
            samples: [
                TypedSample(0, .real(0)), TypedSample(0.1, .real(0.1)), TypedSample(-2.5, .real(-2.5)),
                TypedSample(1, .real(1)), TypedSample(.pi, .real(.pi)),
                TypedSample(.greatestFiniteMagnitude, .real(1.7976931348623157e308)),
                TypedSample(.leastNonzeroMagnitude, .real(.leastNonzeroMagnitude)),
                TypedSample(.infinity, .real(.infinity)),
                TypedSample(-.infinity, .real(-.infinity)), TypedSample(.nan, .real(.nan)),
                TypedSample(-0.0, .real(-0.0), restarted: 0, .real(0)),
            ]),
        .native(
            fallback: -1.25 as Float, reads: [.boolean, .integer, .real, .string],
            unreadable: [.real(.pi), .real(1e300), .integer((1 << 24) + 1), "abc", "1e39", "3.14159265358979"],
            arguments: [("0.1", 0.1), ("888.035", 888.035), (" -2.5", -2.5)],
            same: { $0.bitPattern == $1.bitPattern },
            samples: [
                TypedSample(0, .real(0)), TypedSample(0.1, .real(0.10000000149011612)), TypedSample(5, .real(5)),
                TypedSample(888.035, .real(888.0349731445312)),
                TypedSample(.greatestFiniteMagnitude, .real(3.4028234663852886e38)),
                TypedSample(.leastNonzeroMagnitude, .real(1.401298464324817e-45)),
                TypedSample(.infinity, .real(.infinity)), TypedSample(-0.0, .real(-0.0), restarted: 0, .real(0)),
            ]),
    ]

    // A Bool has no third value to be its default, so its default is one of the samples; the reading differs all the
    // same.
    private static let bool = ContractCase.native(
        fallback: false, reads: [.boolean, .integer, .real, .string],
        unreadable: [2, -1, .unsignedInteger(.max), 1.5, .real(.nan), "maybe", "", "yess", "01"],
        arguments: [
            ("YES", true), ("yes", true), ("TRUE", true), ("true", true), ("Y", true), ("y", true), ("T", true),
            ("t", true), ("1", true), ("NO", false), ("no", false), ("FALSE", false), ("false", false), ("N", false),
            ("n", false), ("F", false), ("f", false), ("0", false),
        ],
        samples: [TypedSample(true, true), TypedSample(false, false)])

    private static func integer<Value: FixedWidthInteger & Codable & DefaultsValue & Sendable>(
        _ type: Value.Type
    ) -> ContractCase {
        let isWide = Value.max.bitWidth == 64
        let beyond: PropertyListValue = isWide ? .real(18_446_744_073_709_551_616) : .integer(Int64(Value.max) + 1)
        let below: PropertyListValue = Value.isSigned ? (isWide ? .real(-9.3e18) : .integer(Int64(Value.min) - 1)) : -1
        return .native(
            fallback: 99, reads: [.boolean, .integer, .real, .string],
            unreadable: [
                beyond, below, 1.5, .real(.nan), .real(.infinity), "abc", "", "1.5", "4e1", "0x2A", "٤٢", "--5",
            ],
            arguments: [("42", 42), ("0", 0), ("1", 1), ("\(Value.max)", .max)]
                + (Value.isSigned ? [(" -5", Value(-5 as Int8)), (" \(Value.min)", .min)] : []),
            samples: [
                TypedSample(0, 0), TypedSample(1, 1), TypedSample(42, 42), TypedSample(.max, whole(.max)),
                TypedSample(.min, .integer(Int64(Value.min))),
            ])

        func whole(_ value: Value) -> PropertyListValue {
            UInt64(value) > UInt64(Int64.max) ? .unsignedInteger(UInt64(value)) : .integer(Int64(value))
        }
    }
}

// MARK: - Text, bytes, points in time, places

extension ContractCase {
    static let scalars: [ContractCase] = [
        .native(
            fallback: "the default", reads: [.integer, .real, .string], arguments: [("Tom", "Tom"), ("42", "42")],
            samples: [
                "", "Tom", "Zoë 🧑‍🚀🇫🇷", "two\nlines\r\tand <&>\"'", "e\u{301}", "\u{0}\u{1}\u{1B}", "$nil", "42",
                " padded ",
            ].map {
                TypedSample($0, .string($0))
            }),
        .native(
            fallback: Data("default".utf8), reads: [.data], unreadable: ["<0102>"],
            arguments: [("<01ff>", Data([1, 255]))],
            samples: [Data(), Data([0]), Data((0...255).map { UInt8($0) })].map { TypedSample($0, .data($0)) }),
        .native(
            fallback: date(1), reads: [.date, .string],
            unreadable: [
                "2026-11-21", "2026-02-30T05:37:21Z", "21.11.2026", "2026-11-21T05:37:21+01:00",
                " 2026-11-21T05:37:21Z", "", "@5", "2026-11-21T05:37:21.5Z",
            ],
            arguments: [("2026-11-21T05:37:21Z", date(816_932_241))],
            samples: [
                TypedSample(date(0), .date(date(0))), TypedSample(date(816_932_241), .date(date(816_932_241))),
                TypedSample(.distantPast, .date(.distantPast)), TypedSample(.distantFuture, .date(.distantFuture)),
                TypedSample(date(0.75), .date(date(0.75)), restarted: date(0), .date(date(0))),
                TypedSample(date(-0.25), .date(date(-0.25)), restarted: date(-1), .date(date(-1))),
            ]),
        .native(
            fallback: url("https://default.example"), reads: [.string], unreadable: ["", "http://[", "1:2"],
            arguments: [
                (
                    "https://tom:secret@example.com:8080/a/b?c=d&e#f",
                    url("https://tom:secret@example.com:8080/a/b?c=d&e#f")
                ),
                ("/tmp/a%20b.txt", URL(fileURLWithPath: "/tmp/a%20b.txt")),
            ],
            samples: [
                "https://example.com", "https://tom:secret@example.com:8080/a/b?c=d&e#f", "mailto:tom@example.com",
                "https://example.com/Zo%C3%AB?q=%F0%9F%99%82", "file:///tmp/a%20b.txt", "file:///var/data/",
                "a/relative?path#x",
                "data:,x",
            ].map { TypedSample(url($0), .string($0)) }),
        .native(
            fallback: uuid("00000000-0000-0000-0000-00000000000F"), reads: [.string],
            unreadable: [
                "", "E621E1F8", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\u{0}junk",
                "{E621E1F8-C36C-495A-93FC-0C247A3E6E5}",
            ],
            arguments: [("e621e1f8-c36c-495a-93fc-0c247a3e6e5f", uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))],
            samples: ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "00000000-0000-0000-0000-000000000000"].map {
                TypedSample(uuid($0), .string($0))
            }),
    ]

    package static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { fatalError("no URL: \(text)") }
        return url
    }

    private static func uuid(_ text: String) -> UUID {
        guard let uuid = UUID(uuidString: text) else { fatalError("no UUID: \(text)") }
        return uuid
    }
}

// MARK: - Raw values

extension ContractCase {
    static let rawRepresentables: [ContractCase] = [
        .native(
            fallback: Theme.automatic, reads: [.string], unreadable: ["purple", "Light", ""],
            arguments: [("dark", .dark)],
            samples: [TypedSample(.light, "light"), TypedSample(.dark, "dark")]),
        .native(
            fallback: Level.none, reads: [.boolean, .integer, .real, .string], unreadable: [3, -1, 1.5, "two", "1.0"],
            arguments: [("2", .high)], samples: [TypedSample(.low, 1), TypedSample(.high, 2)]),
        .native(
            fallback: Flags(rawValue: 64), reads: [.boolean, .integer, .real, .string], unreadable: [1.5, "bold"],
            arguments: [("3", [.bold, .italic])],
            samples: [
                TypedSample([], 0), TypedSample([.bold, .italic], 3),
                TypedSample(Flags(rawValue: .max), .integer(.max)),
            ]),
        // Codable too: the raw value wins.
        .native(
            fallback: Flavour.plain, reads: [.string], unreadable: ["bitter"], arguments: [("sweet", .sweet)],
            samples: [TypedSample(.sweet, "sweet"), TypedSample(.salty, "salty")]),
    ]
}

// MARK: - Collections and optionals

extension ContractCase {
    static let collections: [ContractCase] = [
        .native(
            fallback: [9], reads: [.array], unreadable: [[1, "x"], [1.5], [["a": 1]], [["$nil": true]]],
            arguments: [("(1, 2)", [1, 2]), ("()", [])],
            samples: [
                TypedSample([], []), TypedSample([1, 2, 3], [1, 2, 3]),
                TypedSample([.max, .min], [.integer(.max), .integer(.min)]),
            ] as [TypedSample<[Int]>]),
        .native(
            fallback: ["default"], reads: [.array], unreadable: [[true], ["a", ["b"]]],
            arguments: [("(a, \"b c\")", ["a", "b c"])],
            samples: [TypedSample([], []), TypedSample(["", "ü", "🙂"], ["", "ü", "🙂"])]),
        .native(
            fallback: [], reads: [.array], unreadable: [[2]],
            samples: [TypedSample([true, false], [true, false])] as [TypedSample<[Bool]>]),
        .native(
            fallback: [9.5], reads: [.array], unreadable: [["x"]], samples: [TypedSample([0.5], [0.5])]),
        .native(
            fallback: [Data([9])], reads: [.array], unreadable: [[1]],
            samples: [TypedSample([Data([1])], [.data(Data([1]))])]),
        .native(
            fallback: [["d": ["d"]]], reads: [.array], unreadable: [[1]],
            samples: [TypedSample([["a": 1], ["b": ["two", true]], [:]], [["a": 1], ["b": ["two", true]], [:]])]
                as [TypedSample<[[String: PropertyListValue]]>]),
        .native(
            fallback: [[9]], reads: [.array], unreadable: [[1], [[1], ["x"]]], arguments: [("((1), ())", [[1], []])],
            samples: [TypedSample([[]], [[]]), TypedSample([[1], [], [2, 3]], [[1], [], [2, 3]])]
                as [TypedSample<[[Int]]>]),
        .native(
            fallback: [.automatic], reads: [.array], unreadable: [["light", "purple"]],
            arguments: [("(dark)", [.dark])],
            samples: [TypedSample([], []), TypedSample([.dark, .light], ["dark", "light"])] as [TypedSample<[Theme]>]),
        .native(
            fallback: ["d": 9], reads: [.dictionary], unreadable: [["a": 1, "b": "x"]],
            arguments: [("{a = 1; b = 2;}", ["a": 1, "b": 2]), ("{}", [:])],
            samples: [
                TypedSample([:], [:]), TypedSample(["": 0, "a.b": 1, "🙂": 2], ["": 0, "a.b": 1, "🙂": 2]),
            ] as [TypedSample<[String: Int]>]),
        .native(
            fallback: ["d": [:]], reads: [.dictionary], unreadable: [["a": ["b": 1]]],
            samples: [
                TypedSample([:], [:]), TypedSample(["a": ["b": [1, 2]], "c": [:]], ["a": ["b": [1, 2]], "c": [:]]),
            ] as [TypedSample<[String: [String: [Int]]]>]),
        .native(
            fallback: ["d": 9], reads: [.dictionary], unreadable: [["u64": .integer(-1)]],
            samples: [TypedSample(["u64": .max, "0": 0], ["u64": .unsignedInteger(.max), "0": 0])]
                as [TypedSample<[String: UInt64]>]),
        .native(
            fallback: 9 as Int?, reads: [.boolean, .integer, .real, .string], unreadable: ["abc"],
            arguments: [("42", 42)],
            samples: [TypedSample(0, 0), TypedSample(.max, .integer(.max))]),
        .native(
            fallback: [9], reads: [.array], unreadable: [[1, "x"]],
            samples: [
                TypedSample([], []), TypedSample([nil], [["$nil": true]]),
                TypedSample([1, nil, 3], [1, ["$nil": true], 3]),
            ] as [TypedSample<[Int?]>]),
        .native(
            fallback: ["d": 9], reads: [.dictionary], unreadable: [["a": "x"]],
            samples: [TypedSample(["a": 1, "b": nil], ["a": 1, "b": ["$nil": true]])] as [TypedSample<[String: Int?]>]),
        .native(
            fallback: [date(1)], reads: [.array], unreadable: [["x"]],
            samples: [
                TypedSample(
                    [date(0), date(5.5)], [.date(date(0)), .date(date(5.5))], restarted: [date(0), date(5)],
                    [.date(date(0)), .date(date(5))])
            ]
                as [TypedSample<[Date]>]),
    ]
}

// MARK: - Codable

extension ContractCase {
    static let codables: [ContractCase] = [
        // Codable, and nothing else.
        .codable(
            fallback: Person(name: "Default"), reads: [.dictionary],
            unreadable: [
                [:], ["name": 1.5, "joined": 0],
                ["name": "Tom", "joined": .date(date(0)), "age": "old", "ratio": 0, "tags": []],
            ],
            arguments: [
                (
                    "{name = Tom; joined = \"2001-01-01T00:00:00Z\"; ratio = \"0.1\"; tags = (); id = 7;}",
                    Person(name: "Tom")
                )
            ],
            samples: [
                TypedSample(
                    Person(name: "Tom"),
                    [
                        "name": "Tom", "joined": .date(date(0)), "ratio": .real(0.10000000149011612), "tags": [],
                        "id": 7,
                    ]),
                TypedSample(
                    Person(
                        name: "", age: .max, tags: ["a", ""], id: .max,
                        friend: Person.Friend(site: URL(string: "https://a.example/?x"))),
                    [
                        "name": "", "age": .integer(.max), "joined": .date(date(0)),
                        "ratio": .real(0.10000000149011612),
                        "tags": ["a", ""], "id": .unsignedInteger(.max), "friend": ["site": "https://a.example/?x"],
                    ]),
            ]),
        .codable(
            fallback: Shape.nothing, reads: [.dictionary],
            unreadable: [[:], ["circle": ["radius": "wide"]], ["square": [:]]],
            samples: [
                TypedSample(.circle(radius: 2.5), ["circle": ["radius": 2.5]]),
                TypedSample(.polygon([1, 2]), ["polygon": ["_0": [1, 2]]]),
                TypedSample(.group(.circle(radius: 1)), ["group": ["_0": ["circle": ["radius": .real(1)]]]]),
            ]),
        .codable(
            fallback: [.nothing], reads: [.array], unreadable: [[1], [["nothing": [:]], ["square": [:]]]],
            samples: [
                TypedSample([], []),
                TypedSample([.nothing, .circle(radius: 0)], [["nothing": [:]], ["circle": ["radius": .real(0)]]]),
            ] as [TypedSample<[Shape]>]),
        // Codable and DefaultsValue.
        .native(
            fallback: Point(x: 9, y: 9), reads: [.dictionary], unreadable: [["x": 1], ["x": 1, "y": "n"]],
            arguments: [("{x = 1; y = 2;}", Point(x: 1, y: 2))],
            samples: [
                TypedSample(Point(x: 0, y: -1), ["x": 0, "y": -1]),
                TypedSample(Point(x: .max, y: .min), ["x": .integer(.max), "y": .integer(.min)]),
            ]),
        .native(
            fallback: [Point(x: 9, y: 9)], reads: [.array], unreadable: [[["x": 1]]],
            samples: [TypedSample([], []), TypedSample([Point(x: 1, y: 2)], [["x": 1, "y": 2]])]),
        .native(
            fallback: ["d": Point(x: 9, y: 9)], reads: [.dictionary], unreadable: [["a": 1]],
            samples: [TypedSample([:], [:]), TypedSample(["a": Point(x: 1, y: 2)], ["a": ["x": 1, "y": 2]])]),
    ]
}

// MARK: - Own representations, and the property list itself

extension ContractCase {
    static let own: [ContractCase] = [
        .native(
            fallback: Celsius(degrees: -1), reads: [.boolean, .integer, .real, .string],
            unreadable: [.real(-300), "warm"],
            arguments: [("21.5", Celsius(degrees: 21.5))],
            samples: [TypedSample(Celsius(degrees: 0), .real(0)), TypedSample(Celsius(degrees: 21.5), 21.5)]),
        // A chain: Oven → Celsius → Double.
        .native(
            fallback: Oven(temperature: Celsius(degrees: -1)), reads: [.boolean, .integer, .real, .string],
            unreadable: ["hot"],
            samples: [TypedSample(Oven(temperature: Celsius(degrees: 180)), .real(180))]),
        .native(
            fallback: Colour(red: 9, green: 9, blue: 9), reads: [.array], unreadable: [[1, 0.5], [1, 0.5, "x"]],
            samples: [TypedSample(Colour(red: 1, green: 0.5, blue: 0), [.real(1), 0.5, .real(0)])]),
        .native(
            fallback: [Species("default")], reads: [.array], unreadable: [["frog", true]],
            samples: [TypedSample([Species("frog"), Species("toad")], ["frog", "toad"])]),
        .native(
            fallback: [[:]], reads: [.array], unreadable: [["frog"]],
            samples: [TypedSample([["pond": [Species("frog")]], [:]], [["pond": ["frog"]], [:]])]
                as [TypedSample<[[String: [Species]]]>]),
        .native(
            fallback: Stack([Stack(["default"])]), reads: [.array], unreadable: [["a"], [["a", ["b"]]]],
            samples: [TypedSample(Stack([Stack(["b", "a", "b"]), Stack([])]), [["b", "a", "b"], []])]),
        .native(
            fallback: [Level.low: [Celsius(degrees: -1)]], reads: [.dictionary],
            unreadable: [["4": [1]], ["2": [-300]]],
            samples: [TypedSample([.high: [Celsius(degrees: 20.5), Celsius(degrees: 0)]], ["2": [20.5, .real(0)]])]),
        .native(
            fallback: "the default" as PropertyListValue, reads: Set(PropertyListValue.Kind.allCases),
            arguments: [("Tom", "Tom"), ("42", "42"), ("(1, {a = b;})", ["1", ["a": "b"]])],
            samples: [
                true, 0, .integer(.min), .unsignedInteger(.max), 0.1, .real(.infinity), "", .data(Data()),
                .date(date(0)), [], [:],
                ["mixed": [true, 1, 1.5, "x", .data(Data([1])), .date(date(5)), [:], [[]]]],
            ].map { TypedSample($0, $0) }),
    ]
}
