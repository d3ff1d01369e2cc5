import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// That a team can move here from another library: what each of them stores is read through settings, and kept as it is
/// until it is written.
@Suite struct OtherLibraryTests {
    struct Guest: Codable, DefaultsValue, Equatable {
        var name: String
        var id: UUID
        var site: URL?
        var joined: Date
    }

    struct Spot: Codable, DefaultsValue, Equatable { var x, y: Int }

    struct Counts: Codable, Equatable { var counts: [Int?] }

    struct Domain: SafeDefaults {
        struct Keys: DefaultsKey, ExpressibleByStringLiteral {
            static let allCases: [Keys] = []
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
            init(stringLiteral value: String) { self.init(rawValue: value) }
        }
        let store: DefaultsStore

        func stored<Value: DefaultsValue>(_ name: Keys, as type: Value.Type = Value.self) -> Value? {
            self[Setting<Value?>(name)]
        }

        func foreign<Value: DefaultsValue>(_ name: Keys, as type: Value.Type = Value.self) -> Value? {
            self[Setting<Value?>(name, stored: .readingOtherLibraries)]
        }
    }

    static let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
    static let url = URL(string: "https://example.com/a?b#c") ?? URL(fileURLWithPath: "/")
    static let guest = Guest(name: "Tom", id: id, joined: Date(timeIntervalSinceReferenceDate: 0))

    /// Runs reads over a fixture, and checks that none reported anything or changed what is stored.
    private func reading(
        _ fixture: String, over kind: StoreKind, _ body: (Domain) -> Void
    ) throws {
        let test = TestStore(kind)
        let list = try PropertyListSerialization.propertyList(from: Data(fixture.utf8), format: nil)
        let entries = try #require(list as? [String: Any])
        for (name, value) in entries { test.store.userDefaults.set(value, forKey: name) }
        let before = entries.keys.map { RawObject.literal(test.raw($0)) }
        let issues = IssueRecorder.issues { body(Domain(store: test.store)) }
        #expect(issues == [])
        #expect(entries.keys.map { RawObject.literal(test.raw($0)) } == before)
    }

    @Test("SafeDefaultsKit: native values, and URLs as Foundation writes them", arguments: StoreKind.allCases)
    func safeDefaultsKit(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.safeDefaultsKit, over: kind) { domain in
            #expect(domain.stored("doubles") == [3.0, 2, 5])
            #expect(domain.stored("flag") == false)
            #expect(domain.stored("name") == "Tom")
            #expect(domain.stored("url") == Self.url)
            #expect(domain.url(forKey: "url") == Self.url)
            #expect(domain.stored("file") == URL(fileURLWithPath: "/tmp/a.txt"))
        }
    }

    @Test("TSUD: trees as a property-list encoder makes them", arguments: StoreKind.allCases)
    func tsud(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.tsud, over: kind) { domain in
            let person: Guest? = domain.stored("person")
            #expect(person?.site?.absoluteString == "https://example.com/page")
            #expect(person?.site?.relativeString == "page")
            #expect(person?.id == Self.id)
            #expect(person?.joined == Date(timeIntervalSinceReferenceDate: 816_932_241))
            #expect(domain.stored("flavour") == Flavour.salty)
            #expect(domain.stored("url") == Self.url)
            #expect(domain.foreign("counts") == [1, nil, 3] as [Int?])
            let list = Domain.Setting<Counts?>("list", stored: .readingOtherLibraries)
            #expect(domain[list] == Counts(counts: [nil, 3]))
            #expect(domain.stored("byName") == ["a": 1])
        }
    }

    @Test("SwiftyUserDefaults: JSON in data, raw values, keyed archives", arguments: StoreKind.allCases)
    func swiftyUserDefaults(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.swiftyUserDefaults, over: kind) { domain in
            #expect(domain.foreign("names") == ["a", "b"])
            #expect(domain.foreign("counts") == [1, 2])
            #expect(
                domain.foreign("dates")
                    == [Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 86_400)])
            #expect(domain.foreign("blobs") == [Data([1, 2])])
            #expect(domain.foreign("person") == Self.guest)
            #expect(domain.foreign("people") == [Self.guest])
            #expect(domain.stored("theme") == Theme.dark)
            #expect(domain.stored("themes") == [Theme.dark, .light])
            #expect(domain.stored("url") == Self.url)
            let urls = domain.foreign("urls", as: [URL].self)
            #expect(urls?.map(\.absoluteString) == ["https://example.com/", "https://example.com/page"])
            #expect(domain.stored("text") == "Tom")
        }
    }

    @Test("SwiftyUserDefaults: a class, archived without secure coding", .row(58), arguments: StoreKind.allCases)
    func archivedClass(kind: StoreKind) throws {
        let test = TestStore(kind)
        let data = try NSKeyedArchiver.archivedData(withRootObject: Room("hall"), requiringSecureCoding: false)
        test.store.userDefaults.set(data, forKey: "room")
        #expect(Domain(store: test.store).stored("room") == Room("hall"))
    }

    @Test("AG_UserDefaults: JSON in data for all that is not native, nil included", arguments: StoreKind.allCases)
    func agUserDefaults(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.agUserDefaults, over: kind) { domain in
            #expect(domain.stored("flag") == true)
            #expect(domain.stored("ratio") == 888.035 as Float)
            #expect(domain.foreign("person") == Self.guest)
            #expect(domain.foreign("nobody", as: Guest.self) == nil)
            #expect(domain[Domain.Setting<Counts?>("nobody", stored: .readingOtherLibraries)] == nil)
            #expect(domain.foreign("url") == Self.url)
            #expect(domain.foreign("id") == Self.id)
            #expect(domain.foreign("byName") == ["a": 1])
            #expect(domain.foreign("nested") == [[1], []])
        }
    }

    @Test("UserDefault: JSON in data for each Codable value, also in collections", arguments: StoreKind.allCases)
    func userDefault(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.userDefault, over: kind) { domain in
            #expect(domain.stored("count") == 7)
            #expect(domain.foreign("person") == Self.guest)
            #expect(domain.foreign("flavour") == Flavour.salty)
            #expect(domain.stored("theme") == Theme.dark)
            #expect(domain.foreign("flavours") == [Flavour.salty, .sweet])
            #expect(domain.foreign("people") == ["dark": Self.guest])
            #expect(domain.stored("nestedText") == ["a": ["b": [1]]])
            #expect(domain.stored("set") == [Theme.dark, .light] as Set)
            // An array that stands for an optional is read where the setting says so.
            #expect(domain[Domain.Setting<Int?>("limit", stored: .arrayOfOne)] == 3)
            #expect(domain[Domain.Setting<Int?>("noLimit", default: 7, stored: .arrayOfOne)] == nil)
            let nested = DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne.optional
            #expect(domain[Domain.Setting<Int??>("nested", default: .none, stored: nested)] == 3)
            #expect(domain[Domain.Setting<Int??>("nestedNil", default: .none, stored: nested)] == .some(nil))
            #expect(domain[Domain.Setting<Int??>("noLimit", default: 7, stored: nested)] == .none)
            let guest = DefaultsCodec<Guest>.readingOtherLibraries.arrayOfOne
            #expect(domain[Domain.Setting<Guest?>("somebody", stored: guest)] == Self.guest)
            let limits = DefaultsCodec<Int>.arrayOfOne.optional.array
            #expect(domain[Domain.Setting<[Int?]>("limits", default: [], stored: limits)] == [1, nil])
        }
    }

    @Test(
        "Defaults: native values, texts and arrays; JSON in text where the setting says so",
        arguments: StoreKind.allCases)
    func defaults(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.defaults, over: kind) { domain in
            #expect(domain.stored("flag") == true)
            #expect(domain.stored("id") == Self.id)
            #expect(domain.stored("theme") == Theme.dark)
            #expect(domain.stored("counts") == [2, 1])
            #expect(domain.stored("set") == [1, 2, 3] as Set)
            #expect(domain.stored("range") == 1..<5)
            #expect(domain.stored("closedRange") == 0.5...2)
            #expect(domain.stored("ranges") == [1..<5])
            #expect(domain[Domain.Setting<Guest?>("person", stored: .json)] == Self.guest)
            #expect(domain[Domain.Setting<URL?>("url", stored: .json)] == Self.url)
            #expect(domain[Domain.Setting<Flavour?>("flavour", stored: .json)] == .salty)
            // Each value by itself, in a collection.
            let guests = DefaultsCodec<Guest>.json.array
            #expect(domain[Domain.Setting<[Guest]>("people", default: [], stored: guests)] == [Self.guest])
            let flavours = DefaultsCodec<Flavour>.json.array
            #expect(domain[Domain.Setting<[Flavour]>("flavours", default: [], stored: flavours)] == [.salty, .sweet])
        }
    }

    @Test("PersistentKeyValueKit: URLs in two forms, and JSON in data", arguments: StoreKind.allCases)
    func persistentKeyValueKit(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.persistentKeyValueKit, over: kind) { domain in
            #expect(domain.stored("url") == Self.url)
            #expect(domain.stored("urls") == [Self.url])
            #expect(domain.foreign("person") == Self.guest)
        }
    }

    @Test("swift-sharing, ObservableDefaults, Foil, AppStorage", arguments: StoreKind.allCases)
    func others(kind: StoreKind) throws {
        try reading(OtherLibraryFixture.others, over: kind) { domain in
            #expect(domain.stored("theme") == Theme.dark)
            #expect(domain.stored("level") == Level.high)
            #expect(domain.foreign("person") == Self.guest)
            #expect(domain.stored("counts") == [2, 1])
            #expect(domain.stored("url") == Self.url)
            #expect(domain.stored("file") == URL(fileURLWithPath: NSHomeDirectory() + "/a.txt"))
            #expect(domain.stored("set") == [Theme.dark, .light] as Set)
            // The recipe for Codable types in AppStorage: a raw value that is JSON.
            #expect(domain[Domain.Setting<Guest?>("profile", stored: .json)] == Self.guest)
        }
    }

    // MARK: - What stays as it was

    @Test func aForeignFormIsOursAfterTheNextWrite() throws {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        test.store.userDefaults.set(Data(#"["a"]"#.utf8), forKey: "names")
        domain[Domain.Setting<[String]>("names", default: [], stored: .readingOtherLibraries)].append("b")
        #expect(test.raw("names") as? [String] == ["a", "b"])
    }

    @Test func textThatLooksLikeNilIsText() throws {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        domain.set(["$null", nil] as [String?], forKey: "texts")
        #expect(domain.stored("texts") == ["$null", nil] as [String?])
        domain.set(["$null"], forKey: "texts")
        #expect(domain.stored("texts") == ["$null"])
    }

    @Test(arguments: [#"{"name":"Tom"}"#, "[1", #""""#, "42", "true", #"{"name":1}"#])
    func jsonThatDescribesNoSuchValueIsUnreadable(json: String) {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        test.store.userDefaults.set(Data(json.utf8), forKey: "value")
        let issues = IssueRecorder.issues {
            #expect(domain.foreign("value", as: Guest.self) == nil)
            #expect(domain.foreign("value", as: Int.self) == nil)
            #expect(domain.foreign("value", as: [Int].self) == nil)
            #expect(domain.foreign("value", as: URL.self) == nil)
        }
        #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue, .unreadableValue, .unreadableValue])
        #expect(domain.data(forKey: "value") == Data(json.utf8))
    }

    @Test func jsonIsFollowedToTheDepthOfStoredValuesOnly() {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        func store(_ levels: Int) {
            let text =
                #"{"x":1,"y":2,"more":"# + String(repeating: "[", count: levels - 1)
                + String(repeating: "]", count: levels - 1) + "}"
            test.store.userDefaults.set(Data(text.utf8), forKey: "point")
        }
        func isUnreadable() -> Bool {
            let issues = IssueRecorder.issues { #expect(domain.foreign("point", as: Spot.self) == nil) }
            return issues.map(\.kind) == [.unreadableValue]
        }
        store(128)
        #expect(domain.foreign("point") == Spot(x: 1, y: 2))
        store(129)
        #expect(isUnreadable())
        store(1_000_000)
        #expect(isUnreadable())
        // In UTF-16 a bracket could hide in what looks like text.
        let wide = Data(#"{"x":1,"y":2}"#.utf16.flatMap { [UInt8($0), 0] })
        test.store.userDefaults.set(wide, forKey: "point")
        #expect(isUnreadable())
    }
}
