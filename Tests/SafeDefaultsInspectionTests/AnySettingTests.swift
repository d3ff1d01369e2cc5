import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

@Suite struct AnySettingTests {
    enum Theme: String, CaseIterable, DefaultsValue { case light, dark }
    struct Point: Codable { var x = 1, y = 2 }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case bool, int, unsigned, double, float, string, data, date, url, uuid, theme, list, nested, table, point
            case none
            static let namespace = "sample"
        }

        struct Settings {
            let bool = Setting(.bool, default: false)
            let int = Setting(.int, default: -7)
            let unsigned = Setting(.unsigned, default: UInt64.max)
            let double = Setting(.double, default: 2.5)
            let float = Setting(.float, default: Float(0.1))
            let string = Setting(.string, default: "a b \"c\" (d)")
            let data = Setting(.data, default: Data([0, 255, 16]))
            let date = Setting(.date, default: Date(timeIntervalSinceReferenceDate: 86_400))
            let url = Setting(.url, default: URL(string: "https://example.com/x?y=1#z"))
            let uuid = Setting(.uuid, default: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
            let theme = Setting(.theme, default: Theme.dark)
            let list = Setting(.list, default: [1, -2])
            let nested = Setting(.nested, default: [["a b", "c\"d\\"], [], ["é\nf"]])
            let table = Setting(.table, default: ["k 1": true, "": false])
            let point = Setting(.point, default: Point())
            let none = Setting<Int?>(.none)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static func setting(_ name: String, in store: DefaultsStore) throws -> AnySetting {
        try #require(Sample(store: store).allSettings.first { $0.name == name })
    }

    @Test func settingsAreListedInOrderWithNamesAndTypes() {
        let all = Sample(store: .inMemory()).allSettings
        #expect(all.map(\.name) == Sample.Keys.allCases.map(\.rawValue))
        #expect(all.map(\.storedName) == Sample.Keys.allCases.map(\.uniqueValue))
        #expect(all.prefix(3).map(\.typeName) == ["Bool", "Int", "UInt64"])
    }

    @Test(arguments: [
        ("bool", "maybe"), ("int", "abc"), ("int", "1.5"), ("int", ""), ("unsigned", "-1"), ("double", "1,5"),
        ("float", "x"), ("data", "plain"), ("data", "<0aff>"), ("data", #"{"$data": "!"}"#), ("date", "yesterday"),
        ("uuid", "no"), ("theme", "purple"),
        ("list", "3"), ("list", #"[3, "x"]"#), ("list", "[3"), ("list", "(3, 4)"), ("nested", #"[["a"], "b"]"#),
        ("table", #"{"on": 2}"#), ("table", "{on = 1;}"),
        ("point", #"{"x": 1}"#),
    ])
    func stringThatStandsForNoValueThrowsAndKeepsWhatWasStored(name: String, text: String) throws {
        let test = TestStore(.inMemory)
        let setting = try Self.setting(name, in: test.store)
        try setting.setText(setting.text)
        let before = Sample(store: test.store).dictionaryRepresentation
        let issues = IssueRecorder.issues {
            let error = #expect(throws: DefaultsError.self) { try setting.setText(text) }
            #expect(error?.storedName == setting.storedName)
        }
        #expect(issues == [])
        #expect(Sample(store: test.store).dictionaryRepresentation == before)
    }

    @Test func unreadableValueShowsTheDefaultAndOneIssue() throws {
        let test = TestStore(.inMemory)
        Sample(store: test.store).set("abc", forKey: .int)
        let setting = try Self.setting("int", in: test.store)
        let issues = IssueRecorder.issues { #expect(setting.text == "-7") }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(setting.isStored)
    }

    @Test func theChoicesAreThoseOfTheType() throws {
        let settings = DefaultsStore.inMemory().settings(of: [Sample.self])
        func choices(_ name: String) -> [String]? { settings.first { $0.name == name }?.choices }
        #expect(choices("bool") == ["true", "false"])
        #expect(choices("int") == [])
        #expect(choices("theme") == ["light", "dark"])
    }

    @Test func theValueIsTheStoredFormOfWhatAReadReturns() throws {
        let store = DefaultsStore.inMemory(arguments: ["-sample/int", "9"])
        let settings = store.settings(of: [Sample.self])
        func value(_ name: String) -> PropertyListValue? { settings.first { $0.name == name }?.value }
        #expect(value("int") == 9)
        #expect(value("none") == nil)
        #expect(value("point") == ["x": 1, "y": 2])
    }

    @Test func aChangeIsObservedAndATokenEndsIt() throws {
        let store = DefaultsStore.inMemory()
        let setting = try #require(store.settings(of: [Sample.self]).first { $0.name == "int" })
        let count = Shared(0)
        let observation = setting.observe { count.change { $0 += 1 } }
        try setting.setText("3")
        observation.cancel()
        try setting.setText("4")
        #expect(count.value == 1)
    }
}
