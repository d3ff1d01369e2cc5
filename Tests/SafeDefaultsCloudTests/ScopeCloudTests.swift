import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsCloud
@testable import TestSupport

/// Scopes of a store in iCloud, over the model of it.
@Suite(.rowsC(7)) struct ScopeCloudTests {
    private let cloud: ScriptedCloud
    private let store: DefaultsStore
    private let (outside, mine, hers): (AccountDefaults, AccountDefaults, AccountDefaults)

    init() {
        cloud = ScriptedCloud()
        store = DefaultsStore(CloudDefaults(cloud, queue: cloud.queue))
        outside = AccountDefaults(store: store)
        mine = AccountDefaults(store: store.scoped("user-7"))
        hers = AccountDefaults(store: store.scoped("user-8"))
    }

    @Test func scopesAreListedAndRemoved() {
        #expect(store.scopes == [])
        for account in [outside, mine, hers] { account.attempts = 1 }
        AccountDefaults(store: mine.store.scoped("draft")).attempts = 2
        // Of other devices, and with a name that begins as that of a scope that is removed.
        cloud.receive(["scope:user-70/x": NSNumber(value: 1), "scope:": "x" as NSString], .server, names: nil)
        #expect(store.scopes == ["user-7", "user-70", "user-8"] && mine.store.scopes == ["draft"])
        let log = Log<String>()
        let tokens = [
            mine.observe(\.attempts) { log.add("mine \($0.newValue)") },
            hers.observe(\.attempts) { log.add("hers \($0.newValue)") },
            outside.observe(\.attempts) { log.add("outside \($0.newValue)") },
        ]
        #expect(IssueRecorder.issues { store.removeScope("user-7") } == [])
        #expect(log.all == ["mine 0"])
        #expect(store.scopes == ["user-70", "user-8"] && mine.store.scopes == [])
        let names = ["login/attempts", "scope:", "scope:user-70/x", "scope:user-8/login/attempts"]
        #expect(cloud.allObjects().keys.sorted() == names)
        tokens.forEach { $0.cancel() }
    }

    /// `scope:`, the scope's name, and `/login/attempts` have 64 bytes.
    private static let longest = 64 - "scope:".utf8.count - "/login/attempts".utf8.count

    @Test func aNameThatTheScopeMakesTooLongIsRefused() throws {
        let fits = AccountDefaults(store: store.scoped(String(repeating: "x", count: Self.longest)))
        #expect(IssueRecorder.issues { fits.attempts = 1 } == [] && fits.attempts == 1)

        let scope = String(repeating: "x", count: Self.longest + 1)
        let name = "scope:\(scope)/login/attempts"
        #expect(name.utf8.count == 65)
        let long = AccountDefaults(store: store.scoped(scope))
        let error = try #require(throws: DefaultsError.self) { try long.write(1, to: \.attempts) }
        #expect(error.kind == .unstorable && error.storedName == name)
        #expect(error.description.contains("\"\(name)\"") && error.description.contains("64 bytes"))
        let issues = IssueRecorder.issues {
            long.attempts = 1
            long.set(1, forKey: .attempts)
            long.update(\.attempts) { $0 += 1 }
            long.edit { draft in
                draft.at = 1
                draft.attempts = 1
            }
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite, .failedWrite, .failedWrite])
        #expect(issues.map(\.storedName) == [name, name, name, name])
        // Nothing of the edit is stored, though the other name would have fit.
        #expect(long.attempts == 0 && long.storedKeys == [])
        #expect(store.scopes == [String(repeating: "x", count: Self.longest)])
        // A name in the scope that isn't too long can be used.
        #expect(IssueRecorder.issues { long.at = 1 } == [] && long.at == 1)
        // What can't be stored can be removed, and a scope's name counts in its stored form.
        #expect(IssueRecorder.issues { long.reset(\.attempts) } == [])
        let accented = AccountDefaults(store: store.scoped(String(repeating: "é", count: 8)))
        let second = try #require(throws: DefaultsError.self) { try accented.write(1, to: \.attempts) }
        #expect(second.storedName == "scope:\(String(repeating: "%C3%A9", count: 8))/login/attempts")
    }
}
