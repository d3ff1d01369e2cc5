import Foundation
package import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

// Types whose settings say how they are stored.

extension ContractCase {
    static let codecs: [ContractCase] = [
        .codec(
            "Point as JSON", .json, fallback: Point(x: 9, y: 9), reads: [.string, .data, .dictionary],
            unreadable: ["", "x", #"{"x":1}"#, #"{"x":1,"y":"n"}"#, "[1,2]", ["x": 1], .data(Data(#"{"x":1}"#.utf8))],
            arguments: [(#"{"x": 1, "y": 2}"#, Point(x: 1, y: 2)), ("{x = 1; y = 2;}", Point(x: 1, y: 2))],
            samples: [
                TypedSample(Point(x: 0, y: -1), #"{"x":0,"y":-1}"#),
                TypedSample(
                    Point(x: .max, y: .min), #"{"x":9223372036854775807,"y":-9223372036854775808}"#),
            ]),
        .codec(
            "[Shape] as JSON", .json, fallback: [.nothing], reads: [.string, .data, .array],
            unreadable: ["{}", #"[{"square":{}}]"#, #"[{"nothing":{}}"#],
            arguments: [(#"[{"circle": {"radius": 1.5}}]"#, [.circle(radius: 1.5)])],
            samples: [
                TypedSample([], "[]"),
                TypedSample(
                    [.circle(radius: 2.5), .group(.polygon([1, 2]))],
                    #"[{"circle":{"radius":2.5}},{"group":{"_0":{"polygon":{"_0":[1,2]}}}}]"#),
            ] as [TypedSample<[Shape]>]),
        .codec(
            "Point as JSON in data", .jsonData, fallback: Point(x: 9, y: 9), reads: [.string, .data, .dictionary],
            unreadable: ["", .data(Data()), .data(Data(#"{"x":1}"#.utf8)), .data(Data([0xFF, 0xFE]))],
            arguments: [(#"{"x": 1, "y": 2}"#, Point(x: 1, y: 2))],
            samples: [TypedSample(Point(x: 0, y: -1), .data(Data(#"{"x":0,"y":-1}"#.utf8)))]),
        .codec(
            "Person as property-list data", .propertyListData, fallback: Person(name: "Default"),
            reads: [.data, .dictionary],
            unreadable: [.data(Data()), .data(Data("bplist00".utf8)), .data(Data(#"{"name":"Tom"}"#.utf8)), [:]],
            arguments: [
                (
                    "{name = Tom; joined = \"2001-01-01T00:00:00Z\"; ratio = \"0.1\"; tags = (); id = 7;}",
                    Person(name: "Tom")
                )
            ],
            samples: [
                TypedSample(
                    Person(name: "Tom", joined: date(0.75), id: .max),
                    [
                        "bplist": [
                            "name": "Tom", "joined": .date(date(0.75)), "ratio": .real(0.10000000149011612),
                            "tags": [], "id": .unsignedInteger(.max),
                        ]
                    ])
            ]),
        .codec(
            "Lamp as an archive", .archive(of: Lamp.self), fallback: Lamp("default", 9), reads: [.data],
            unreadable: [.data(Data()), .data(Data("bplist00".utf8)), .data(Data(#"{"watts":1}"#.utf8))],
            samples: [TypedSample(Lamp("hall", 60), archive(of: "hall", 60))]),
        .codec(
            "[Lamp] as archives", DefaultsCodec.archive(of: Lamp.self).array, fallback: [Lamp("default", 9)],
            reads: [.array], unreadable: [[1], [.data(Data())], [["$nil": true]]],
            samples: [
                TypedSample([], []),
                TypedSample([Lamp("a", 1), Lamp("b", 2)], .array([archive(of: "a", 1), archive(of: "b", 2)])),
            ] as [TypedSample<[Lamp]>]),
        .codec(
            "Int in hexadecimal", hexadecimal, fallback: 99, reads: [.string, .integer, .real],
            unreadable: ["", "xyz", 1.5, .real(.infinity), "-"], arguments: [("ff", 255), ("10", 16)],
            samples: [TypedSample(0, "0"), TypedSample(255, "ff"), TypedSample(.min, "-8000000000000000")]),
        .codec(
            "Int? in hexadecimal", hexadecimal.optional, fallback: 99, reads: [.string, .integer, .real],
            unreadable: ["", "xyz", 1.5], arguments: [("ff", 255)],
            samples: [TypedSample(0, "0"), TypedSample(255, "ff")] as [TypedSample<Int?>]),
        .codec(
            "[Int?] in hexadecimal", hexadecimal.optional.array, fallback: [99], reads: [.array],
            unreadable: [["xyz"], [["a"]], [.data(Data())]], arguments: [("(ff, 10)", [255, 16])],
            samples: [TypedSample([], []), TypedSample([1, nil, 255], ["1", ["$nil": true], "ff"])]
                as [TypedSample<[Int?]>]),
        .codec(
            "Date in seconds since 1970", .secondsSince1970, fallback: date(99),
            reads: [.integer, .real, .string, .date], unreadable: ["", "x", "nan", .real(.infinity), .real(1e300)],
            arguments: [("978307200", date(0)), ("2001-01-01T00:00:05Z", date(5))],
            samples: [
                TypedSample(date(0), .real(978_307_200)), TypedSample(date(-978_307_200.5), .real(-0.5)),
            ]),
        .codec(
            "Date in seconds since 2001", .secondsSinceReferenceDate, fallback: date(99),
            reads: [.integer, .real, .string, .date], unreadable: ["x", .real(.nan)],
            samples: [TypedSample(date(700_000_000.25), .real(700_000_000.25))]),
        .codec(
            "Date? in milliseconds since 1970", DefaultsCodec<Date>.millisecondsSince1970.optional, fallback: date(99),
            reads: [.integer, .real, .string, .date], unreadable: ["x", .real(.nan)],
            samples: [TypedSample(date(700_000_000.25) as Date?, .real(1_678_307_200_250))]),
        .codec(
            "URL as its absolute text", .absoluteString, fallback: url("https://example.com"),
            reads: [.string, .data, .dictionary], unreadable: ["", .data(Data()), ["x": 1]],
            arguments: [("/api", url("/api"))],
            samples: [
                TypedSample(url("/api/v1/users"), "/api/v1/users"), TypedSample(url("page?x#y"), "page?x#y"),
                TypedSample(url("file:///tmp/a"), "file:///tmp/a"), TypedSample(url("~a"), "~a"),
            ]),
        .codec(
            "[String?] as the tree of a PropertyListEncoder", .foundationTree, fallback: ["x"], reads: [.array, .data],
            unreadable: [[["$x": 1]], .data(Data())], arguments: [("(a, \"$null\")", ["a", nil])],
            samples: [TypedSample([], []), TypedSample(["a", nil], ["a", "$null"])] as [TypedSample<[String?]>]),
        .codec(
            "Set of Int in hexadecimal", hexadecimal.set, fallback: [99], reads: [.array],
            unreadable: [["xyz"], [["a"]]], arguments: [("(ff, 10)", [255, 16])],
            samples: [TypedSample([], []), TypedSample([255, 16], ["10", "ff"])] as [TypedSample<Set<Int>>]),
        .codec(
            "[Int: Int] in hexadecimal", hexadecimal.dictionary(keyedBy: Int.self), fallback: [9: 9],
            reads: [.dictionary], unreadable: [["x": "1"], ["1": "xyz"]], arguments: [("{1 = ff;}", [1: 255])],
            samples: [TypedSample([:], [:]), TypedSample([1: 255], ["1": "ff"])] as [TypedSample<[Int: Int]>]),
        .codec(
            "[Lamp] as one archive", .archive(of: Lamp.self), fallback: [Lamp("default", 9)], reads: [.array, .data],
            unreadable: [[1], [.data(Data())], .data(Data("bplist00".utf8))],
            samples: [TypedSample([Lamp("a", 1)], archive(ofArrayOf: "a", 1))] as [TypedSample<[Lamp]>]),
        .codec(
            "Int in an array of one", .arrayOfOne, fallback: 99, reads: [.boolean, .integer, .real, .string, .array],
            unreadable: ["abc", 1.5, [1, 2], ["abc"], [[1]], [1.5]], arguments: [("(7)", 7), ("7", 7)],
            samples: [TypedSample(0, [0]), TypedSample(.max, [.integer(.max)])] as [TypedSample<Int>]),
        .codec(
            "[Int?] in arrays of one", DefaultsCodec<Int>.arrayOfOne.optional.array, fallback: [99], reads: [.array],
            unreadable: [[[1, 2]], [["abc"]], ["abc"]], arguments: [("((7), ())", [7, nil])],
            samples: [TypedSample([], []), TypedSample([1, nil], [[1], []])] as [TypedSample<[Int?]>]),
        .codec(
            "[Point] of other libraries", .readingOtherLibraries, fallback: [Point(x: 9, y: 9)],
            reads: [.data, .array], unreadable: [[1], .data(Data("{}".utf8)), [.data(Data(#"{"x":1}"#.utf8))]],
            arguments: [("({x = 1; y = 2;})", [Point(x: 1, y: 2)])],
            samples: [TypedSample([], []), TypedSample([Point(x: 0, y: -1)], [["x": 0, "y": -1]])]
                as [TypedSample<[Point]>]),
    ]

    private static let hexadecimal = DefaultsCodec<Int>.custom(
        encode: { String($0, radix: 16) },
        decode: { (text: String) throws -> Int in
            guard let value = Int(text, radix: 16) else { throw CocoaError(.formatting) }
            return value
        })

    /// What the archive of a lamp says, whatever the order of its parts.
    private static func archive(of name: String, _ watts: Int64) -> PropertyListValue {
        [
            "bplist": [
                "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": "a reference"],
                "$objects": [
                    "$null", ["$class": "a reference", "name": "a reference", "watts": .integer(watts)], .string(name),
                    ["$classname": "ContractCases.Lamp", "$classes": ["ContractCases.Lamp", "NSObject"]],
                ],
            ]
        ]
    }

    /// What the archive of an array of one lamp says.
    private static func archive(ofArrayOf name: String, _ watts: Int64) -> PropertyListValue {
        [
            "bplist": [
                "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": "a reference"],
                "$objects": [
                    "$null", ["$class": "a reference", "NS.objects": ["a reference"]],
                    ["$class": "a reference", "name": "a reference", "watts": .integer(watts)], .string(name),
                    ["$classname": "ContractCases.Lamp", "$classes": ["ContractCases.Lamp", "NSObject"]],
                    ["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]],
                ],
            ]
        ]
    }

    /// A stored value in which each binary property list is a dictionary of what it says, since its bytes depend on the
    /// order in which dictionaries are hashed.
    package static func legible(_ stored: PropertyListValue) -> PropertyListValue {
        switch stored {
        case .array(let values): .array(values.map(legible))
        case .dictionary(let values): .dictionary(values.mapValues(legible))
        case .data(let data) where data.starts(with: Data("bplist00".utf8)):
            (try? PropertyListSerialization.propertyList(from: data, format: nil)).map { ["bplist": said(by: $0)] }
                ?? stored
        default: stored
        }
    }

    private static func said(by object: Any) -> PropertyListValue {
        switch object {
        case let values as [Any]: .array(values.map(said))
        case let values as [String: Any]: .dictionary(values.mapValues(said))
        case let value as String: .string(value)
        case let value as Date: .date(value)
        case let value as UInt64: .unsignedInteger(value)
        case let value as Int: .integer(Int64(value))
        case let value as Double: .real(value)
        default: "a reference"
        }
    }
}

// MARK: - Access

extension ContractCase {
    /// A type of which settings say how it is stored.
    ///
    /// A codec has no access by key, so the two paths by key are a setting's methods, and its subscript with the issue
    /// thrown.
    static func codec<Value: Equatable & Sendable>(
        _ name: String, _ codec: DefaultsCodec<Value>, fallback: Value, reads: Set<PropertyListValue.Kind>,
        unreadable: [PropertyListValue] = [], arguments: [(String, Value)] = [], samples: [TypedSample<Value>]
    ) -> ContractCase {
        let optional: ContractAccess<Value>.OptionalSetting = { .init($0, stored: codec) }
        let read: @Sendable (ContractPlace) throws -> Value? = { place in
            try throwingIssues { place.domain[optional(place.key)] }
        }
        let access = ContractAccess<Value>(
            optional: optional, defaulted: { .init($0, default: fallback, stored: codec) },
            set: { optional($0.key).set($1, in: $0.store) },
            write: { place, value in try throwingIssues { place.domain[optional(place.key)] = value } },
            value: { optional($0.key).get(from: $0.store) }, read: read,
            lookup: { place in
                do {
                    return try read(place).map(Lookup.value) ?? .missing
                } catch {
                    guard let error = error as? DefaultsError else { return .missing }
                    return .unreadable(error)
                }
            })
        return make(name, fallback, reads, unreadable, arguments, { $0 == $1 }, samples, access)
    }

    /// Runs what reports its failure, and throws it.
    private static func throwingIssues<Result>(_ body: () -> Result) throws -> Result {
        let caught = CaughtIssue()
        let result = DefaultsIssue.withHandler({ caught.issue = $0 }, operation: body)
        if let issue = caught.issue { throw issue.error }
        return result
    }

    /// Written and read by one thread: a handler is called by the thread that meets the issue.
    private final class CaughtIssue: @unchecked Sendable {
        var issue: DefaultsIssue?
    }
}
