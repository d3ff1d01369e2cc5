import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

/// What the twelve test cases of AG_UserDefaults show: values of each type are equal after writing, and what happens
/// where two keys share a name, where two suites share a key, and where garbage is stored.
@Suite(.rows(3, 50)) struct AGUserDefaultsCases {
    struct Member: Codable, Equatable {
        var name: String
        var joined: Date
        var isActive: Bool
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case flag, text, number, real, ratio, moment, bytes, member, never }

        struct Settings {
            let flag = Setting<Bool?>(.flag)
            let text = Setting<String?>(.text)
            let number = Setting<Int?>(.number)
            let real = Setting<Double?>(.real)
            let ratio = Setting<Float?>(.ratio)
            let moment = Setting<Date?>(.moment)
            let bytes = Setting<Data?>(.bytes)
            let member = Setting<Member?>(.member)
            let never = Setting<Int?>(.never)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    /// Writes values through a setting, and reads each back.
    private func check<Value: Equatable>(
        _ path: WritableSetting<Value>, _ values: Value..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            for value in values {
                Sample(store: test.store)[path] = value
                #expect(Sample(store: test.store)[path] == value, sourceLocation: sourceLocation)
            }
        }
    }

    private typealias WritableSetting<Value> = KeyPath<Sample.Settings, Sample.Setting<Value?>>

    @Test("AG_UserDefaults 1: a Boolean") func bool() { check(\.flag, true, false) }

    @Test("AG_UserDefaults 2: a text with line breaks") func string() { check(\.text, "one\ntwo\r\nthree", "\n") }

    @Test("AG_UserDefaults 3: an integer") func int() { check(\.number, 888, -1) }

    @Test("AG_UserDefaults 4: a double") func double() { check(\.real, 888.035, 0.1) }

    @Test("AG_UserDefaults 5: a float that is no short number", .row(35)) func float() { check(\.ratio, 888.035, 0.1) }

    @Test("AG_UserDefaults 6: a date in the distant past") func date() { check(\.moment, .distantPast, .distantFuture) }

    @Test("AG_UserDefaults 7: data") func data() { check(\.bytes, Data([0, 1, 255]), Data()) }

    struct Dates: SafeDefaults {
        enum Keys: String, DefaultsKey { case entry }
        struct Settings { let entry = Setting<Date?>(.entry) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    struct Flags: SafeDefaults {
        enum Keys: String, DefaultsKey { case entry }
        struct Settings { let entry = Setting<Bool?>(.entry) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    struct NamespacedFlags: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case entry
            static let namespace = "flags"
        }
        struct Settings { let entry = Setting<Bool?>(.entry) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    // Differently: the reader of the date is told, what is stored is nobody's loss by a read, and a test finds the
    // clash.
    @Test(
        "AG_UserDefaults 8: a date and a Boolean under one name destroy each other; a namespace keeps them apart",
        .rows(7, 8, 70), arguments: StoreKind.allCases)
    func oneName(kind: StoreKind) {
        let test = TestStore(kind)
        let (dates, flags) = (Dates(store: test.store), Flags(store: test.store))
        dates.entry = Date(timeIntervalSinceReferenceDate: 0)
        flags.entry = true
        let issues = IssueRecorder.issues { #expect(dates.entry == nil) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(flags.entry == true)
        #expect(DefaultsAudit.collisions(in: [Dates.self, Flags.self]).map(\.storedName) == ["entry"])

        let namespaced = NamespacedFlags(store: test.store)
        dates.entry = Date(timeIntervalSinceReferenceDate: 0)
        namespaced.entry = true
        #expect(dates.entry == Date(timeIntervalSinceReferenceDate: 0) && namespaced.entry == true)
        #expect(DefaultsAudit.collisions(in: [Dates.self, NamespacedFlags.self]) == [])
    }

    @Test("AG_UserDefaults 9: a key that was never written is nil", .row(69), arguments: StoreKind.allCases)
    func neverWritten(kind: StoreKind) {
        let test = TestStore(kind)
        #expect(Sample(store: test.store).never == nil)
        #expect(Sample(store: test.store).integer(forKey: .never) == nil)
        #expect(test.raw("never") == nil)
    }

    @Test("AG_UserDefaults 10: garbage under a Codable key is nil", .rows(70, 86), arguments: StoreKind.allCases)
    func garbage(kind: StoreKind) {
        let test = TestStore(kind)
        let garbage = Data("no JSON at all".utf8)
        for bytes in [garbage, Data(), Data([0xFF, 0]), Data(#"{"name":"#.utf8), Data("bplist00".utf8)] {
            test.store.userDefaults.set(bytes, forKey: "member")
            let issues = IssueRecorder.issues { #expect(Sample(store: test.store).member == nil) }
            #expect(issues.map(\.kind) == [.unreadableValue])
            #expect(test.raw("member") as? Data == bytes)
        }
    }

    @Test("AG_UserDefaults 11: one key in two suites is two values", .row(29), arguments: StoreKind.allCases)
    func twoSuites(kind: StoreKind) {
        let (first, second) = (TestStore(kind), TestStore(kind))
        Sample(store: first.store).number = 1
        #expect(Sample(store: second.store).number == nil)
        Sample(store: second.store).number = 2
        #expect(Sample(store: first.store).number == 1)
    }

    @Test("AG_UserDefaults 12: a struct of a text, a date and a Boolean") func codable() {
        check(
            \.member, Member(name: "Tom", joined: Date(timeIntervalSinceReferenceDate: 700_000_000), isActive: true),
            Member(name: "", joined: .distantPast, isActive: false))
    }
}
