import Foundation
import SafeDefaults
import Testing

@Suite struct SuiteNameTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case refusedSuiteProbe }
        static let probe = Setting(.refusedSuiteProbe, default: 0)
        var store: DefaultsStore
    }

    static let refused = [
        "", ".", "..", "a/b", "/", "../x", "a\0b", "\0", UserDefaults.globalDomain, String(repeating: "x", count: 250),
        String(repeating: "é", count: 125), String(repeating: "x", count: 1_000_000),
    ]

    @Test(arguments: refused) func aRefusedNameIsOneIssueAndAStoreInMemory(name: String) throws {
        var stores: [DefaultsStore] = []
        let line: UInt = #line + 1
        let issues = IssueRecorder.issues { stores.append(.suite(name)) }
        #expect(issues.map(\.kind) == [.refusedSuite])
        let issue = try #require(issues.first)
        #expect(issue.error.kind == .refusedStore)
        #expect(issue.location?.line == line)
        #expect(issue.key == nil)
        #expect(issue.description.utf8.count < 1_000)

        let store = try #require(stores.first)
        #expect(store.userDefaults is InMemoryDefaults)
        #expect(store != .standard)
        let sample = Sample(store: store)
        sample.probe = 1
        #expect(sample.probe == 1)
        #expect(UserDefaults.standard.object(forKey: "refusedSuiteProbe") == nil)
    }

    @Test func aRefusedNameIsReportedEachTimeItIsUsed() {
        let issues = IssueRecorder.issues {
            _ = DefaultsStore.suite("refused/twice")
            _ = DefaultsStore.suite("refused/twice")
        }
        #expect(issues.map(\.kind) == [.refusedSuite, .refusedSuite])
    }

    @Test(arguments: ["group.com.acme-\(UUID().uuidString)", "a b é \(UUID().uuidString)", "...", longest])
    func otherNamesAreTaken(name: String) throws {
        var stores: [DefaultsStore] = []
        #expect(IssueRecorder.issues { stores.append(.suite(name)) } == [])
        #expect(!(stores.first?.userDefaults is InMemoryDefaults))
    }

    /// As long as a name may be.
    static let longest = UUID().uuidString + String(repeating: "x", count: 249 - 36)
}
