import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Codable types as property-list trees: their stored forms, the values that are read back, and the places of errors.
@Suite struct CodableTreeTests {
    let domain = ContractDomain(store: .inMemory())
    let key = ContractDomain.Keys(rawValue: "subject")

    /// Stores a value, checks its stored form, and returns the value that is read back.
    private func roundTrip<Value: Codable & SendableMetatype>(
        _ value: Value, storedAs expected: PropertyListValue, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws -> Value {
        try domain.write(value, forKey: key)
        #expect(try domain.read(PropertyListValue.self, forKey: key) == expected, sourceLocation: sourceLocation)
        return try #require(try domain.read(Value.self, forKey: key), sourceLocation: sourceLocation)
    }

    // MARK: - Containers

    struct Containers: Codable, Equatable {
        var x = 1, y = 2.5, name = "n", list = [1, 2]
        enum Keys: String, CodingKey { case position, rest }
        enum Axis: String, CodingKey { case x, y }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            #expect(Set(container.allKeys) == [.position, .rest])
            let position = try container.nestedContainer(keyedBy: Axis.self, forKey: .position)
            x = try position.decode(Int.self, forKey: .x)
            y = try position.decode(Double.self, forKey: .y)
            var rest = try container.nestedUnkeyedContainer(forKey: .rest)
            #expect(rest.count == 3)
            name = try rest.decode(String.self)
            #expect(try !rest.decodeNil())
            var inner = try rest.nestedUnkeyedContainer()
            list = []
            while !inner.isAtEnd { list.append(try inner.decode(Int.self)) }
            #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
            let last = try rest.nestedContainer(keyedBy: Axis.self)
            #expect(try last.decodeNil(forKey: .x))
            #expect(!last.contains(.y))
            #expect(rest.isAtEnd && rest.currentIndex == 3)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            // Two containers of one key share their place.
            var position = container.nestedContainer(keyedBy: Axis.self, forKey: .position)
            try position.encode(x, forKey: .x)
            var again = container.nestedContainer(keyedBy: Axis.self, forKey: .position)
            try again.encode(y, forKey: .y)
            var rest = container.nestedUnkeyedContainer(forKey: .rest)
            try rest.encode(name)
            var inner = rest.nestedUnkeyedContainer()
            for element in list { try inner.encode(element) }
            #expect(inner.count == list.count)
            var last = rest.nestedContainer(keyedBy: Axis.self)
            try last.encodeNil(forKey: .x)
        }
    }

    @Test func nestedContainersAreStoredInPlace() throws {
        let value = try roundTrip(
            Containers(),
            storedAs: ["position": ["x": 1, "y": 2.5], "rest": ["n", [1, 2], ["x": ["$nil": true]]]])
        #expect(value == Containers())
    }

    struct Supers: Codable, Equatable {
        var keyed = 1, unkeyed = 2
        enum Keys: String, CodingKey { case a, b }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            keyed = try Int(from: container.superDecoder(forKey: .a))
            var list = try container.nestedUnkeyedContainer(forKey: .b)
            unkeyed = try Int(from: list.superDecoder())
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try keyed.encode(to: container.superEncoder(forKey: .a))
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try unkeyed.encode(to: list.superEncoder())
        }
    }

    @Test func superEncodersOfAKeyAndOfAListAreStoredInPlace() throws {
        #expect(try roundTrip(Supers(), storedAs: ["a": 1, "b": [2]]) == Supers())
    }

    // MARK: - Nil

    struct Maybes: Codable, Equatable {
        var one: Int?
        var list: [Int?] = []
        var names: [String: Int?] = [:]
    }

    // The type itself leaves out a property that is nil; an element can't be left out.
    @Test(.row(48)) func nilInsideACodableTypeIsLeftOutOrTheMarker() throws {
        let all = Maybes(one: 1, list: [1, nil], names: ["a": nil, "b": 2])
        #expect(
            try roundTrip(
                all, storedAs: ["one": 1, "list": [1, ["$nil": true]], "names": ["a": ["$nil": true], "b": 2]]) == all)
        #expect(try roundTrip(Maybes(), storedAs: ["list": [], "names": [:]]) == Maybes())
    }

    @Test func decodeIfPresentTakesAbsenceAndTheMarkerForNil() throws {
        domain.set(["one": ["$nil": true], "list": [], "names": [:]] as PropertyListValue, forKey: key)
        #expect(try domain.read(Maybes.self, forKey: key) == Maybes())
        domain.set(["one": "x", "list": [], "names": [:]] as PropertyListValue, forKey: key)
        #expect(domain.lookup(Maybes.self, forKey: key).isUnreadable)
    }

    // A value that looks like the nil marker is escaped: it is put under `$some`.
    @Test func valuesThatLookLikeTheMarkerComeBack() throws {
        let lookalikes: [[String: Int]?] = [["$nil": 1], nil, ["$some": 2], [:], ["$nil": 1, "b": 2]]
        struct Box: Codable, Equatable { var content: [String: Int]?, list: [[String: Int]?] }
        let box = Box(content: ["$nil": 1], list: lookalikes)
        try domain.write(box, forKey: key)
        #expect(try domain.read(Box.self, forKey: key) == box)

        struct Dollar: Codable, DefaultsValue, Equatable {
            var value: Int?
            enum CodingKeys: String, CodingKey { case value = "$nil" }
        }
        let dollars: [Dollar?] = [Dollar(value: 1), nil, Dollar()]
        try domain.write(dollars, forKey: key)
        #expect(try domain.read([Dollar?].self, forKey: key) == dollars)
    }

    // MARK: - Misuse

    struct EncodesNothing: Codable {
        init() {}
        init(from decoder: any Decoder) {}
        func encode(to encoder: any Encoder) {}
    }

    struct Misuser: Codable {
        enum Keys: String, CodingKey { case a, b }
        var way: Int
        init(way: Int) { self.way = way }
        init(from decoder: any Decoder) { way = -1 }

        func encode(to encoder: any Encoder) throws {
            switch way {
            case 0:
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode(2)
            case 1:
                var keyed = encoder.container(keyedBy: Keys.self)
                try keyed.encode(1, forKey: .a)
                var list = encoder.unkeyedContainer()
                try list.encode(2)
            case 2:
                var list = encoder.unkeyedContainer()
                try list.encode(2)
                var keyed = encoder.container(keyedBy: Keys.self)
                try keyed.encode(1, forKey: .a)
            case 3:
                var keyed = encoder.container(keyedBy: Keys.self)
                var single = encoder.singleValueContainer()
                try single.encode("lost")
                try keyed.encode(1, forKey: .a)
            case 4:
                var single = encoder.singleValueContainer()
                try single.encode(Date(timeIntervalSinceReferenceDate: 0))
                _ = encoder.container(keyedBy: Keys.self)
            case 5:
                var keyed = encoder.container(keyedBy: Keys.self)
                var nested = keyed.nestedContainer(keyedBy: Keys.self, forKey: .a)
                try nested.encode(1, forKey: .b)
                _ = keyed.nestedUnkeyedContainer(forKey: .a)
            case 6:
                var single = encoder.singleValueContainer()
                try single.encode(URL(fileURLWithPath: "/"))
                try single.encodeNil()
            default:
                try encodeWide(to: encoder)
            }
        }

        private func encodeWide(to encoder: any Encoder) throws {
            struct Refusal: Error {}
            throw Refusal()
        }
    }

    @Test(arguments: 0...7) func encodingTwiceInOnePlaceIsRefusedAndTheOldValueKept(_ way: Int) {
        domain.set("old", forKey: key)
        for write in [
            { try domain.write(Misuser(way: way), forKey: key) },
            { try domain.write([[Misuser(way: way)]], forKey: key) },
        ] as [() throws -> Void] {
            #expect(throws: DefaultsError.self) { try write() }
            #expect(domain.string(forKey: key) == "old")
        }
        #expect(IssueRecorder.issues { domain.set(Misuser(way: way), forKey: key) }.map(\.kind) == [.failedWrite])
    }

    @Test func typeThatEncodesNothingIsRefusedAloneAndEmptyInside() throws {
        domain.set("old", forKey: key)
        #expect(throws: DefaultsError.self) { try domain.write(EncodesNothing(), forKey: key) }
        #expect(domain.string(forKey: key) == "old")
        try domain.write([EncodesNothing()], forKey: key)
        #expect(try domain.read(PropertyListValue.self, forKey: key) == [[:]])
        #expect(try domain.read([EncodesNothing].self, forKey: key)?.count == 1)
    }

    // MARK: - Where an error lies

    struct Team: Codable, DefaultsValue {
        var members: [Member]
        struct Member: Codable { var name: String, age: Int? }
    }

    // The error has the place and the types, but never the value.
    @Test(
        .row(83),
        arguments: [
            (["members": [["name": "a"], ["name": true]]], ["members", "[1]", "name"], "boolean"),
            (["members": [["name": "a", "age": "secret"]]], ["members", "[0]", "age"], "string"),
            (["members": ["secret"]], ["members", "[0]"], "string"),
            (["members": 5], ["members"], "integer"),
            (["members": [["age": 1]]], ["members", "[0]"], "dictionary"),
            ([1], [], "array"),
        ] as [(PropertyListValue, [String], String)])
    func unreadableFieldIsNamedWithItsPlace(_ stored: PropertyListValue, path: [String], found: String) throws {
        domain.set(stored, forKey: key)
        let error = try #require(throws: DefaultsError.self) { try domain.read(Team.self, forKey: key) }
        #expect(error.codingPath == path)
        #expect(error.found == found)
        #expect(error.expected == "Team")
        #expect(error.storedName == "contract/subject")
        #expect(!error.description.contains("secret"))

        domain.set([["members": []], stored] as PropertyListValue, forKey: key)
        let inArray = try #require(throws: DefaultsError.self) { try domain.read([Team].self, forKey: key) }
        #expect(inArray.codingPath == ["[1]"] + path)
        domain.set(["x": stored] as PropertyListValue, forKey: key)
        let inDictionary = try #require(throws: DefaultsError.self) {
            try domain.read([String: Team].self, forKey: key)
        }
        #expect(inDictionary.codingPath == ["x"] + path)
    }
}
