import ContractCases
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsArchives
@testable import SafeDefaultsFormats
@testable import TestSupport

/// Objects that archive themselves, and hostile archives.
@Suite struct KeyedArchiveTests {
    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case room, rooms, inner }

        struct Settings {
            let room = Setting<Room?>(.room)
            let rooms = Setting<[Room]>(.rooms, default: [])
            let inner = Setting<Inner?>(.inner)
            let innerByCodec = Setting<Inner?>(.inner, stored: .archive(of: Inner.self))
            let innersByCodec = Setting<[Inner]>(.inner, default: [], stored: .archive(of: Inner.self))
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    final class Inner: NSObject, NSSecureCoding, DefaultsValue {
        static let supportsSecureCoding = true
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    @Test(.rows(58, 59), arguments: StoreKind.allCases)
    func anObjectIsStoredAsItsArchive(kind: StoreKind) throws {
        let test = TestStore(kind)
        let domain = Domain(store: test.store)
        let room = Room("hall", next: Room("kitchen"))
        domain.room = room
        let data = try #require(test.raw("room") as? Data)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(list?["$archiver"] as? String == "NSKeyedArchiver")
        #expect(domain.room == room)
        #expect(domain.room !== room)
        domain.rooms = [room, Room("attic")]
        #expect(domain.rooms == [room, Room("attic")])
        #expect((test.raw("rooms") as? [Data])?.count == 2)
        domain.room = nil
        #expect(test.raw("room") == nil)
    }

    #if os(Linux)
    #endif

    @Test(.row(59), arguments: StoreKind.allCases) func aClassThatIsNotInTheListIsRefused(kind: StoreKind) throws {
        let test = TestStore(kind)
        let domain = Domain(store: test.store)
        for object: Any in [NSAttributedString(string: "x"), [Room("hall")] as NSArray, NSURL(fileURLWithPath: "/x")] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            test.store.userDefaults.set(data, forKey: "room")
            #expect(domain.lookup(\.room).isUnreadable)
            #expect(test.raw("room") as? Data == data)
        }
    }

    // NB: on Linux an archive can't name such a class, and Foundation ends a process that tries it.
    #if os(Linux)
    @Test func aClassThatAnArchiveCannotNameIsRefused() {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        domain.set("kept", forKey: .inner)
        #expect(throws: DefaultsError.self) { try domain.write(Inner(), to: \.inner) }
        #expect(throws: DefaultsError.self) { try domain.write(Inner(), to: \.innerByCodec) }
        #expect(throws: DefaultsError.self) { try domain.write([Inner()], to: \.innersByCodec) }
        #expect(test.raw("inner") as? String == "kept")
    }
    #endif

    @Test func aValueNestedTooDeepIsRefusedAndTheOldValueStays() throws {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        domain.room = Room("old")
        let before = test.raw("room") as? Data
        let deep = (0..<140).reduce(Room("end")) { room, index in Room("\(index)", next: room) }
        let issues = IssueRecorder.issues { domain.room = deep }
        #expect(issues.count == 1)
        #expect(test.raw("room") as? Data == before)
        #expect(domain.room == Room("old"))
    }

    // NB: on Linux Foundation's archives have one form for this string and for nil, and reading a dictionary that
    // contains it ends the process.
    #if os(Linux)
    @Test func aStringThatArchivesTakeForNilIsRefusedAndTheOldValueStays() throws {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        domain.room = Room("old")
        for room in [Room("$null"), Room("hall", next: Room("$null"))] {
            #expect(throws: DefaultsError.self) { try domain.write(room, to: \.room) }
            #expect(domain.room == Room("old"))
            // As another program would store it.
            let data = try NSKeyedArchiver.archivedData(withRootObject: room, requiringSecureCoding: true)
            test.store.userDefaults.set(data, forKey: "inner")
            #expect(domain.lookup(Room.self, forKey: .inner).isUnreadable)
        }
    }
    #endif

    // NB: on Linux Foundation reads past the end of a dictionary if an object in it can't be read.
    @Test(arguments: ["missing", "broken"]) func anObjectInADictionaryMayFailToBeRead(flaw: String) throws {
        let test = TestStore(.inMemory)
        let domain = Domain(store: test.store)
        let names = (0..<20).map { "room \($0)" }
        let hotel = Hotel(rooms: Dictionary(uniqueKeysWithValues: names.map { ($0, Hotel()) }))
        domain.set(hotel, forKey: .room)
        #expect(domain.value(Hotel.self, forKey: .room)?.rooms.keys.sorted() == names.sorted())
        hotel.rooms["room 7"]?.flaw = flaw
        domain.set(hotel, forKey: .room)
        let data = test.raw("room") as? Data
        #expect(domain.lookup(Hotel.self, forKey: .room).isUnreadable)
        #expect(domain.lookup([String: Hotel].self, forKey: .room).isUnreadable)
        #expect(test.raw("room") as? Data == data)
    }
}

/// A class with a dictionary of objects, whose `init(coder:)` may fail.
///
/// It is at the top level of the module, because on Linux an archive can't name a nested class.
final class Hotel: NSObject, NSSecureCoding, DefaultsValue {
    static let supportsSecureCoding = true
    var flaw = ""
    let rooms: [String: Hotel]

    init(rooms: [String: Hotel] = [:]) { self.rooms = rooms }

    init?(coder: NSCoder) {
        flaw = coder.decodeObject(of: NSString.self, forKey: "flaw") as String? ?? ""
        if flaw == "broken" { return nil }
        if flaw == "missing", coder.decodeObject(of: NSString.self, forKey: "never written") == nil { return nil }
        guard let rooms = coder.decodeObject(of: [NSDictionary.self, NSString.self, Hotel.self], forKey: "rooms")
        else { return nil }
        self.rooms = rooms as? [String: Hotel] ?? [:]
    }

    func encode(with coder: NSCoder) {
        coder.encode(flaw as NSString, forKey: "flaw")
        coder.encode(rooms as NSDictionary, forKey: "rooms")
    }
}
