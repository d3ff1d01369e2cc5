import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Objects that are no property list, offered to a store and found in one; and trees without end.
@Suite struct HostileObjectTests {
    final class Opaque: NSObject {}

    static func foreignObjects() -> [(name: String, object: Any)] {
        struct Plain {}
        return [
            ("NSObject", NSObject()), ("a subclass of it", Opaque()), ("NSNull", NSNull()), ("struct", Plain()),
            ("closure", { 1 } as () -> Int), ("type", Int.self), ("tuple", (1, 2)),
            ("dictionary with keys of Double", [1.5: "a"]),
            ("NSDictionary with keys of NSNumber", NSDictionary(dictionary: [1: 2])),
            ("array of NSObject", [1, NSObject()] as [Any]), ("dictionary of NSNull", ["a": NSNull()]),
            ("NSSet", NSSet(array: [1])), ("error", CocoaError(.fileNoSuchFile)),
            ("deep NSObject", ["a": ["b": [1, ["c": NSObject()]]]] as [String: Any]),
        ]
    }

    // MARK: - Writing

    @Test(.rows(27, 87), arguments: StoreKind.allCases)
    func objectThatIsNoPropertyListIsRefusedAndTheOldValueKept(_ kind: StoreKind) {
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        domain.set("old", forKey: key)
        // As deep as can be let go of without the stack running out, which is not the library's doing.
        let deep = [513, 2_000].map { levels in (0..<levels).reduce(0 as Any) { array, _ in [array] } }
        let never = Date(timeIntervalSinceReferenceDate: -.infinity)
        for (name, object) in Self.foreignObjects() + [("date", never), ("deep", deep[0]), ("deeper", deep[1])] {
            let issues = IssueRecorder.issues { domain.setObject(object, forKey: key) }
            #expect(issues.map(\.kind) == [.failedWrite], "\(name)")
            #expect(issues.first?.storedName == "contract/subject", "\(name)")
            #expect(domain.string(forKey: key) == "old", "\(name)")
            #expect(throws: DefaultsError.self, "\(name)") { try domain.writeObject(object, forKey: key) }
            #expect(throws: DefaultsError.self, "\(name)") { try PropertyListValue(object: object) }
            #expect(domain.string(forKey: key) == "old", "\(name)")
        }
    }

    @Test(arguments: StoreKind.allCases) func objectsOfFoundationAreStoredAsTheirKinds(_ kind: StoreKind) {
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        let objects: [(Any, PropertyListValue)] = [
            (NSString("x"), "x"), (NSNumber(value: true), true), (NSNumber(value: 5), 5),
            (NSNumber(value: 1.0), .real(1)),
            (NSArray(array: [1, "a"]), [1, "a"]), (NSDictionary(dictionary: ["a": 1]), ["a": 1]),
            (NSData(data: Data([1])), .data(Data([1]))), (NSMutableString("m"), "m"),
            (NSMutableArray(array: [true]), [true]),
            (NSDate(timeIntervalSinceReferenceDate: 5), .date(ContractCase.date(5))),
            ([1, "a", nil] as [Any?], [1, "a", ["$nil": true]]), (Optional<Int>.some(3) as Any, 3),
            (URL(fileURLWithPath: "/etc/hosts"), "file:///etc/hosts"), ([Theme.dark, 1] as [Any], ["dark", 1]),
            ("sub".dropFirst(0), "sub"), (CGFloat(1.5), 1.5), (Character("a"), "a"), (CGPoint(x: 1, y: 2), [1.0, 2.0]),
            ([3, 1, 2] as Set<Int>, [1, 2, 3]), (1..<5, [1, 5]), (Locale(identifier: "de"), "de"),
            ([1: "a"], ["1": "a"]),
        ]
        for (object, expected) in objects {
            let issues = IssueRecorder.issues { domain.setObject(object, forKey: key) }
            #expect(issues.isEmpty, "\(object)")
            #expect(domain.value(PropertyListValue.self, forKey: key) == expected, "\(object)")
        }
        domain.setObject(Int?.none as Any, forKey: key)
        #expect(!domain.contains(key), "an Any that holds nil removes, as nil does")
        #expect(throws: DefaultsError.self) { try PropertyListValue(object: Int?.none as Any) }
    }

    // MARK: - Reading

    /// A `UserDefaults` that gives out whatever it was made with.
    final class StrangeDefaults: UserDefaults {
        private let object: Any

        init?(giving object: Any) {
            self.object = object
            super.init(suiteName: "SafeDefaultsTests-Strange")
        }

        override func object(forKey defaultName: String) -> Any? { object }
        override func set(_ value: Any?, forKey defaultName: String) {}
        override func removeObject(forKey defaultName: String) {}
        override func synchronize() -> Bool { true }
    }

    @Test func foreignObjectUnderASettingIsUnreadableAndOneIssue() throws {
        for (name, object) in Self.foreignObjects() + [
            ("URL", URL(fileURLWithPath: "/")), ("NSURL", NSURL(fileURLWithPath: "/")),
        ] {
            let place = ContractPlace(DefaultsStore(try #require(StrangeDefaults(giving: object))))
            for type in ContractCase.all {
                let issues = IssueRecorder.issues {
                    #expect(type.read(place, .key) == .nothing, "\(name) as \(type)")
                    #expect(type.read(place, .defaultedSetting) == .fallback, "\(name) as \(type)")
                    #expect(type.read(place, .throwingKey) == .unreadable, "\(name) as \(type)")
                    #expect(type.lookup(place) == .unreadable, "\(name) as \(type)")
                }
                #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue], "\(name) as \(type)")
                #expect(place.domain.contains(.init(rawValue: "subject")))
            }
            let issues = IssueRecorder.issues {
                #expect(place.domain.object(forKey: .init(rawValue: "subject")) == nil, "\(name)")
                #expect(place.domain.dictionaryRepresentation.isEmpty, "\(name)")
                #expect(place.domain.storedKeys.map(\.rawValue) == ["subject", "neighbour"])
            }
            #expect(issues.count == 1, "\(name)")
        }
    }

    // MARK: - Depth

    // The bridging of Foundation recurses too; a test's own thread has room for this depth.
    @Test func arrayNestedTenThousandDeepIsUnreadable() throws {
        var array: NSArray = [1]
        for _ in 0..<10_000 { array = [array] }
        let place = ContractPlace(DefaultsStore(try #require(StrangeDefaults(giving: array))))
        for type in ContractCase.all {
            #expect(type.lookup(place) == .unreadable, "\(type)")
        }
    }

    @Test(arguments: ["(", "{a=", "<array>", "(\")\",", "/*\"*/(", "(\"//\",{x="])
    func launchArgumentOfBracketsIsText(_ bracket: String) {
        let hostile = (bracket.hasPrefix("<") ? "<plist>" : "") + String(repeating: bracket, count: 100_000)
        let store = DefaultsStore.inMemory(arguments: ["-contract/subject", hostile])
        #expect(
            ContractDomain(store: store).string(forKey: .init(rawValue: "subject"))?.utf8.count == hostile.utf8.count)
    }

    @Test func launchArgumentOfAFewBracketsIsACollection() {
        let domain = ContractDomain(
            store: .inMemory(arguments: ["-contract/subject", "((\")\", (1)), {a = (\"//\");})"]))
        #expect(
            domain.value(PropertyListValue.self, forKey: .init(rawValue: "subject")) == [[")", ["1"]], ["a": ["//"]]])
        let long = "(" + (0..<1_000).map { "(\($0))" }.joined(separator: ",") + ")"
        let wide = ContractDomain(store: .inMemory(arguments: ["-contract/subject", long]))
        #expect(wide.value([[Int]].self, forKey: .init(rawValue: "subject"))?.count == 1_000)
    }
}
