import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Writes by key that the setting of the key couldn't read back.
@Suite struct KeyAgreementTests {
    struct Point: Codable, Equatable { var x = 0, y = 0 }
    enum Theme: String, DefaultsValue { case light, dark }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case count, theme, point, day, level, free
            static let namespace = "sample"
        }

        struct Settings {
            let count = Setting(.count, default: 0)
            let theme = Setting(.theme, default: Theme.light)
            let point = Setting(.point, default: Point())
            let day = Setting<Date?>(.day)
            let level = Setting(.level, default: 1, in: 0...9, outside: .rejecting)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// The ways to write a value by key that the setting can't read.
    static let ways: [@Sendable (Sample) throws -> Void] = [
        { $0.set("three", forKey: .count) },
        { try $0.write("three", forKey: .count) },
        { $0.set([1, 2], forKey: .count) },
        { $0.set(Point(), forKey: .count) },
        { try $0.write(Point(), forKey: .count) },
        { $0.set("three" as any DefaultsValue, forKey: .count) },
        { $0.set([1, "a"] as [any DefaultsValue], forKey: .count) },
        { $0.set(["a": 1, "b": "c"] as [String: any DefaultsValue], forKey: .count) },
        { $0.setObject("three", forKey: .count) },
        { try $0.writeObject("three", forKey: .count) },
        { $0.edit { $0.set("three", forKey: .count) } },
        { $0.edit { $0.set(Point(), forKey: .count) } },
    ]

    @Test(arguments: ways.indices, StoreKind.allCases)
    func aValueThatTheSettingCannotReadIsStoredAndReportedOnce(way: Int, kind: StoreKind) throws {
        let test = TestStore(kind)
        for store in [test.store, test.store.scoped("inner")] {
            let sample = Sample(store: store)
            let issues = try IssueRecorder.issues { for _ in 0..<3 { try Self.ways[way](sample) } }
            #expect(issues.map(\.kind) == [.unreadableWrite])
            #expect(issues.first?.storedName?.hasSuffix("sample/count") == true)
            #expect(issues.first?.error.expected == "Int")
            #expect(issues.first?.error.found != nil)
            #expect(sample.storedKeys == [.count])
            #expect(sample.lookup(\.count).isUnreadable)
        }
    }

    @Test func theReportSaysWhatWasWrittenWhere() {
        let sample = Sample(store: .inMemory())
        let line = #line + 1
        let issues = IssueRecorder.issues { sample.set("three", forKey: .count) }
        #expect(
            issues.first?.description
                == "SafeDefaultsTests/KeyAgreementTests.swift:\(line): Can't read \"sample/count\" as Int: found a "
                + "string that is no whole number in Int's range. The value was written by key, and is stored: the "
                + "setting of the key will give its default. Write it through the setting, or in the setting's type; "
                + "by key, this is reported once.")
    }

    @Test func whatTheSettingReadsIsNotReported() throws {
        let sample = Sample(store: .inMemory())
        let issues = try IssueRecorder.issues {
            for _ in 0..<2 {
                sample.set(3, forKey: .count)
                sample.set("3", forKey: .count)
                sample.set("dark", forKey: .theme)
                sample.set(Theme.dark, forKey: .theme)
                sample.set(["x": 1, "y": 2], forKey: .point)
                sample.set(["x": 1], forKey: .point)
                sample.set(Date(), forKey: .day)
                sample.set(nil, forKey: .count)
                sample.set("anything", forKey: .free)
                try sample.writeObject(7, forKey: .level)
            }
        }
        #expect(issues.isEmpty)
    }

    /// Whether the setting reads a value may depend on the value, not on its type.
    @Test func eachValueOfAnotherTypeIsChecked() {
        let sample = Sample(store: .inMemory())
        #expect(IssueRecorder.issues { sample.set("dark", forKey: .theme) } == [])
        #expect(IssueRecorder.issues { sample.set("purple", forKey: .theme) }.map(\.kind) == [.unreadableWrite])
        #expect(IssueRecorder.issues { sample.set(7, forKey: .level) } == [])
        #expect(IssueRecorder.issues { sample.set(10, forKey: .level) }.map(\.error.kind) == [.notAllowed])
    }

    /// A setting of the same key that the domain doesn't declare isn't asked.
    @Test func onlyADeclaredSettingIsAsked() {
        let sample = Sample(store: .inMemory())
        let other = Sample.Setting<Bool?>(.count)
        let free = Sample.Setting(.free, default: 0)
        #expect(IssueRecorder.issues { sample.set(7, forKey: .count) } == [])
        #expect(IssueRecorder.issues { sample.set("a", forKey: .free) } == [])
        #expect(other.storedName == "sample/count" && free.storedName == "sample/free")
    }

    /// A domain that is used by key only, and one whose keys are made at run time.
    @Test func aKeyWithoutASettingTakesEverything() {
        struct Plain: SafeDefaults {
            enum Keys: String, DefaultsKey { case one }
            var store: DefaultsStore
        }
        let plain = Plain(store: .inMemory())
        #expect(
            IssueRecorder.issues {
                plain.set("three", forKey: .one)
                plain.set(3, forKey: .one)
            } == [])
    }
}
