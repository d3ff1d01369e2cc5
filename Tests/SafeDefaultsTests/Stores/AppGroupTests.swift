import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Suites with the names of app groups, on a system that knows in which groups the program is.
@Suite struct AppGroupTests {
    /// Opens a suite on a system that asks whether the program lacks its group.
    private func open(_ suite: String, lacksGroup: @escaping @Sendable (String) -> Bool) -> DefaultsStore {
        let rules = PlatformRules(lacksGroup: lacksGroup)
        return AppleListener.store(over: AppleDefaults(suite), domain: suite, rules: rules)
    }

    @Test func aGroupInWhichTheProgramIsNotIsReportedOnce() async {
        let issues = Log<DefaultsIssue>()
        DefaultsIssue.withHandler(issues.add) {
            let store = open("group.com.acme") { _ in true }
            // The store works all the same; only no other program sees its values.
            store.userDefaults.set(1, forKey: "a")
            #expect(store.userDefaults.integer(forKey: "a") == 1)
        }
        #expect(await eventually { !issues.all.isEmpty })
        #expect(issues.all.map(\.kind) == [.unavailableGroup])
        let text = issues.all.first?.description ?? ""
        #expect(text.contains("\"group.com.acme\"") && text.contains("App Groups capability"), "\(text)")
    }

    @Test func onlyTheNamesOfGroupsAreAskedFor() async {
        let (issues, asked) = (Log<DefaultsIssue>(), Log<String>())
        DefaultsIssue.withHandler(issues.add) {
            for suite in ["com.acme", "group", "groups.acme", "com.group.acme", "group.b", "group.\u{301}c"] {
                _ = open(suite) { name in
                    asked.add(name)
                    return false
                }
            }
        }
        #expect(await eventually { asked.all.count == 2 })
        #expect(Set(asked.all) == ["group.b", "group.\u{301}c"] && issues.all.isEmpty)
    }
}
