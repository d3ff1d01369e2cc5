import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The sizes of stores, and what becomes of one that is larger than the system keeps.
@Suite(.rowsB(18)) struct ByteCountTests {
    private struct LargeDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case note, blob, count, other }

        struct Settings {
            let note = Setting(.note, default: "")
            let blob = Setting(.blob, default: Data())
            let count = Setting(.count, default: 0)
            let other = Setting(.other, default: "")
        }
        static let settings = Settings()

        let store: DefaultsStore
    }

    // MARK: - Counting

    @Test(arguments: StoreKind.allCases) func aStoreIsCounted(kind: StoreKind) {
        let test = TestStore(kind)
        let app = LargeDefaults(store: test.store)
        let before = app.store.approximateByteCount
        var added: Int { app.store.approximateByteCount - before }
        app.note = String(repeating: "é", count: 5_000)
        app.blob = Data(count: 20_000)
        app.count = 7
        #expect((30_000...30_200).contains(added), "\(added)")
        test.store.userDefaults.set(String(repeating: "x", count: 1_000), forKey: "foreign")
        #expect((31_000...31_300).contains(added), "\(added)")
        app.reset(\.blob)
        #expect((11_000...11_300).contains(added), "\(added)")
        app.set(Array(repeating: ["x"], count: 1_000), forKey: .other)
        #expect((21_500...23_100).contains(added), "\(added)")
    }

    @Test func onlyWhatIsStoredCounts() {
        let store = DefaultsStore.inMemory(arguments: ["-note", String(repeating: "x", count: 1_000)])
        let app = LargeDefaults(store: store)
        app.store.userDefaults.register(defaults: ["other": String(repeating: "x", count: 1_000)])
        #expect(app.note.count == 1_000 && app.other.count == 1_000)
        #expect(store.approximateByteCount == 0)
    }

    // MARK: - The system's limit

    private static func app(
        _ limit: Int, endsProcess: Bool, daemon: AppleDaemon = AppleDaemon(), domain: String? = "com.example.app"
    ) -> LargeDefaults {
        let rules = PlatformRules(largestDomain: SizeLimit(byteCount: limit, endsProcess: endsProcess))
        let defaults = AppleDefaults("com.example.app", in: AppleProcess(daemon))
        guard let domain else { return LargeDefaults(store: DefaultsStore(box: StoreBox(defaults, rules: rules))) }
        return LargeDefaults(store: AppleListener.store(over: defaults, domain: domain, rules: rules))
    }

    @Test func aWriteThatWouldEndTheProcessIsRefused() throws {
        let app = Self.app(10_000, endsProcess: true)
        app.note = String(repeating: "x", count: 9_000)
        let issues = IssueRecorder.issues {
            app.blob = Data(count: 2_000)
            app.update(\.blob) { $0 = Data(count: 3_000) }
            app.edit { draft in
                draft.blob = Data(count: 4_000)
                draft.count = 1
            }
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite, .failedWrite])
        #expect(issues.allSatisfy { $0.error.kind == .tooLarge && $0.storedName?.hasSuffix("blob") == true })
        #expect(issues.first?.description.contains("the system keeps less than 10000") == true)
        #expect(app.blob.isEmpty && app.count == 0 && app.note.count == 9_000)
        #expect(throws: DefaultsError.self) { try app.write(Data(count: 2_000), to: \.blob) }
        #expect(IssueRecorder.issues { app.set(Data(count: 2_000), forKey: .blob) }.count == 1)
        // What still fits is stored, and so is what makes the domain smaller.
        #expect(
            IssueRecorder.issues {
                app.count = 1
                app.note = String(repeating: "x", count: 100)
                app.blob = Data(count: 8_000)
                app.reset(\.blob)
                app.other = String(repeating: "x", count: 9_000)
            }
            .isEmpty)
        #expect(app.count == 1 && app.note.count == 100 && app.other.count == 9_000)
    }

    @Test func aDomainThatTheSystemDoesNotKeepIsAnIssue() {
        let daemon = AppleDaemon()
        let app = Self.app(AppleDaemon.largestDomain, endsProcess: false, daemon: daemon)
        app.note = "small"
        let issues = IssueRecorder.issues {
            app.blob = Data(count: 3 << 20)
            app.other = String(repeating: "x", count: 1 << 20)
        }
        #expect(issues.map(\.kind) == [.oversizedDomain] && issues.first?.storedName == "other")
        #expect(issues.first?.description.contains("may be gone after the next start") == true)
        #expect(app.other.count == 1 << 20 && daemon.log.count == 1)
        // Not of small values.
        #expect(IssueRecorder.issues { for count in 0..<100 { app.count = count } }.isEmpty)
        #expect(IssueRecorder.issues { app.other = String(repeating: "y", count: 1 << 20) }.count == 1)
        // A domain that is small enough again is kept.
        app.reset(\.blob)
        #expect(IssueRecorder.issues { app.other = String(repeating: "z", count: 1 << 20) }.isEmpty)
        daemon.restart()
        #expect(app.other.first == "z" && app.note == "small")
    }

    @Test func otherCodesWritesCountToo() {
        let app = Self.app(16_000, endsProcess: true)
        app.count = 1
        app.store.userDefaults.set(Data(count: 15_000), forKey: "foreign")
        // The domain is measured for writes of a 16th part of the limit, 1,000 bytes.
        let issues = IssueRecorder.issues { for count in 0..<100 { app.count = count } }
        #expect(issues.isEmpty)
        #expect(IssueRecorder.issues { app.note = String(repeating: "x", count: 1_001) }.count == 1)
        #expect(app.note.isEmpty)
    }

    @Test func ofAnUnknownDomainOnlyTheWriteIsCounted() {
        let app = Self.app(10_000, endsProcess: true, domain: nil)
        #expect(
            IssueRecorder.issues {
                app.blob = Data(count: 9_000)
                app.note = String(repeating: "x", count: 9_000)
            }
            .isEmpty)
        #expect(IssueRecorder.issues { app.blob = Data(count: 10_001) }.count == 1)
        #expect(app.blob.count == 9_000)
    }
}
