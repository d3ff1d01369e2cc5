import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Observing, listing and removing scopes, and several writers.
@Suite(.rowsC(7), .noHang) struct ScopeObservationTests {
    @Test(arguments: StoreKind.allCases) func anObserverHearsItsScopeOnly(kind: StoreKind) throws {
        let test = TestStore(kind)
        let store = test.store
        defer { withExtendedLifetime(test) {} }
        let (mine, hers) = (
            AccountDefaults(store: store.scoped("a")), AccountDefaults(store: store.scoped("b"))
        )
        let outside = AccountDefaults(store: store)
        let log = Log<String>()
        let tokens = [
            mine.observe(\.attempts) { log.add("mine \($0.oldValue)-\($0.newValue)") },
            hers.observe(\.attempts) { log.add("hers \($0.newValue)") },
            outside.observe(\.attempts) { log.add("outside \($0.newValue)") },
            mine.changes().observe { log.add("keys \($0.changedKeys().map(\.rawValue).sorted())") },
        ]
        mine.attempts = 1
        #expect(log.take() == ["mine 0-1", "keys [\"attempts\"]"])
        hers.attempts = 2
        outside.attempts = 3
        #expect(log.take() == ["hers 2", "outside 3"])
        mine.edit { draft in
            draft.attempts = 4
            draft.at = 1
        }
        #expect(log.take() == ["mine 1-4", "keys [\"@at\", \"attempts\"]"])
        // A write of the full name is a write in the scope.
        try store.box.set(5, named: "scope:a/login/attempts")
        #expect(log.take() == ["mine 4-5", "keys [\"attempts\"]"] && mine.attempts == 5)
        store.removeScope("a")
        #expect(log.take() == ["mine 5-0", "keys [\"@at\", \"attempts\"]"])
        hers.removeAll()
        #expect(log.take() == ["hers 0"])
        tokens.forEach { $0.cancel() }
        mine.attempts = 6
        #expect(log.all == [])
    }

    // MARK: - Listing and removing

    @Test(arguments: LayeredStore.Kind.allCases) func onlyWhatIsStoredIsListed(kind: LayeredStore.Kind) {
        let test = LayeredStore(kind)
        let (first, second) = (test.name("b"), test.name("a"))
        test.defaults.register(defaults: ["scope:\(test.name("registered"))/x": 1])
        test.defaults.setVolatileDomain(
            ["scope:\(test.name("argument"))/x": 1], forName: UserDefaults.argumentDomain)
        #expect(test.store.scopes == [])
        test.defaults.set(1, forKey: "scope:\(first)/x")
        AccountDefaults(store: test.store.scoped(second).scoped("deep")).attempts = 1
        test.defaults.set(1, forKey: "scope:%41/x")
        test.defaults.set(1, forKey: "login/attempts")
        #expect(test.store.scopes == [second, first])
        test.store.removeScope(second)
        test.store.removeScope("none")
        #expect(test.store.scopes == [first])
        test.store.removeScope(test.name("registered"))
        test.store.removeScope("A")
        #expect(test.defaults.integer(forKey: "scope:%41/x") == 1)
        #expect(test.defaults.integer(forKey: "login/attempts") == 1)
        test.defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
    }

    @Test func aRemovalThatFailsIsAnIssue() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("ScopeTests-\(UUID().uuidString)")
        try Data("no directory".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let issues = IssueRecorder.issues {
            let store = DefaultsStore.file(url.appendingPathComponent("store.plist"))
            #expect(store.scopes == [])
            let line: UInt = #line + 1
            store.removeScope("a")
            store.removeScope("a", fileID: "x/y.swift", line: line)
        }
        #expect(issues.map(\.kind).filter { $0 == .failedWrite }.count == 2, "\(issues)")
    }
}
