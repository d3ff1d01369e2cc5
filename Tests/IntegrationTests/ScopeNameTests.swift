import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// Hostile names of scopes, and what is refused.
@Suite(.rowsC(7), .noHang) struct ScopeNameTests {
    /// Names that look like others, or like paths, prefixes and escapes.
    private static let hostile = [
        "a", "A", "..", ".", "/", "a/b", "a/", "/a", "../a", "scope:a", "scope:a/", "a/scope:b", "b", "%", "%41", "%2F",
        "a%2Fb", "\0", "a\0", "a\0b", " ", "a ", "\n", "@", "@a", "a.b", "é", "e\u{301}", "\u{301}", "a\u{301}",
        "\u{212B}", "\u{C5}", "A\u{30A}", "🙂", "👨‍👩‍👧", "\u{200D}", "\u{FEFF}a", "login", "login/", "login/attempts",
        "NSGlobalDomain", "~", "*", "\\", "\"", "a:b", "\u{202E}a", "\u{10FFFF}", "_-_", "0", "user-7", "user_7",
    ]

    @Test func noTwoNamesHaveOneForm() throws {
        let forms = Self.hostile.map(ScopeName.prefix)
        #expect(Set(forms).count == Self.hostile.count)
        for (name, form) in zip(Self.hostile, forms) {
            #expect(form.hasPrefix("scope:") && form.last == "/" && form.filter { $0 == "/" }.count == 1, "\(form)")
            #expect(form.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !form.contains(".") && !form.contains("@"))
            #expect(KeyRegistrations.canObserve(form + "attempts"))
            let found = try #require(ScopeName.scope(of: (form + "x")[...].utf8))
            #expect(Array(found.utf8) == Array(name.utf8))
            // No form begins with another.
            #expect(forms.filter { form.hasPrefix($0) } == [form])
        }
        #expect(ScopeName.prefix("user-7") == "scope:user-7/")
        #expect(ScopeName.prefix("é/ü") == "scope:%C3%A9%2F%C3%BC/")
    }

    @Test func otherFormsAreNoScopes() {
        let others = [
            "", "scope:", "scope:/", "scope:/x", "scope:a", "Scope:a/x", " scope:a/x", "scope:%41/x", "scope:%c3%a9/x",
            "scope:%/x", "scope:%4/x", "scope:%4", "scope:%GG/x", "scope:%C3/x", "scope:%FF%FE/x", "scope:a.b/x",
            "scope:é/x", "scope:a b/x", "scope\u{301}:a/x", "scope:a\u{338}/x",
            "scope:\(String(repeating: "x", count: 1_025))/x", "login/attempts",
        ]
        for name in others { #expect(ScopeName.scope(of: name[...].utf8) == nil, "\(name)") }
    }

    /// A domain with keys that look like those of scopes.
    private struct Odd: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case other = "scope:b/x"
            case combining = "\u{301}x"
            case slash = "/"
            case empty
            var uniqueValue: String { self == .empty ? "" : rawValue }
        }

        struct Settings {
            let other = Setting(.other, default: 0)
            let combining = Setting(.combining, default: 0)
            let slash = Setting(.slash, default: 0)
            let empty = Setting(.empty, default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases) func aKeyCannotLeaveItsScope(kind: StoreKind) {
        let test = TestStore(kind)
        let (odd, target) = (Odd(store: test.store.scoped("a")), Odd(store: test.store.scoped("b")))
        let log = Shared<[String]>([])
        let token = odd.changes().observe { change in log.change { $0 += change.changedKeys().map(\.uniqueValue) } }
        odd.other = 1
        odd.combining = 2
        odd.slash = 3
        odd.empty = 4
        token.cancel()
        #expect(log.value == ["scope:b/x", "\u{301}x", "/", ""])
        #expect(odd.snapshot().values == ["scope:b/x": 1, "\u{301}x": 2, "/": 3, "": 4])
        #expect(target.storedKeys.isEmpty && test.store.scopes == ["a"])
        #expect(odd.store.scopes == ["b"], "the key has the form of a name in a nested scope")
        test.store.removeScope("a")
        #expect(odd.storedKeys.isEmpty)
    }

    // MARK: - Refused names

    @Test(arguments: [
        "", ArgumentString.repeating("x", 1_025), .repeating("é", 513), .repeating("x", 1_000_000),
    ])
    func aRefusedNameIsOneIssueAndAStoreInMemory(name: ArgumentString) throws {
        let base = DefaultsStore.inMemory()
        var stores: [DefaultsStore] = []
        let line: UInt = #line + 1
        let issues = IssueRecorder.issues { stores.append(base.scoped(name.value)) }
        #expect(issues.map(\.kind) == [.refusedName])
        let issue = try #require(issues.first)
        #expect(issue.error.kind == .refusedStore && issue.location?.line == line && issue.storedName == nil)
        #expect(issue.description.utf8.count < 1_000 && issue.description.contains("in memory"))

        let account = AccountDefaults(store: try #require(stores.first))
        account.attempts = 1
        let again = IssueRecorder.issues {
            #expect(base.scoped(name.value) != account.store, "what is refused may be the names of two accounts")
            #expect(base.scoped("a").scoped(name.value) != account.store)
            #expect(DefaultsStore.scoped(name.value) != account.store)
        }
        #expect(again.count == 3 && again.allSatisfy { $0.kind == .refusedName })
        #expect(base.userDefaults.dictionaryRepresentation().isEmpty && base.scopes == [])
        base.removeScope(name.value)
        #expect(account.attempts == 1)
        let failures = IssueRecorder.issues { #expect(!account.store.flush()) }
        #expect(failures.map(\.kind) == [.failedSave])
    }

    @Test func theLongestNameIsAccepted() {
        let store = DefaultsStore.inMemory()
        for name in [String(repeating: "x", count: 1_024), String(repeating: "🙂", count: 256)] {
            let account = AccountDefaults(store: store.scoped(name))
            #expect(IssueRecorder.issues { account.attempts = 1 }.isEmpty)
            #expect(store.scopes == [name])
            store.removeScope(name)
        }
    }
}
