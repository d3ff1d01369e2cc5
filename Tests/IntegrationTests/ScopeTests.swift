import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsSnapshots
@testable import TestSupport

@Suite(.rowsC(7), .noHang) struct ScopeTests {
    private typealias Accounts = (outside: AccountDefaults, mine: AccountDefaults, hers: AccountDefaults)

    private func accounts(_ store: DefaultsStore) -> Accounts {
        (
            AccountDefaults(store: store), AccountDefaults(store: store.scoped("user-7")),
            AccountDefaults(store: store.scoped("user-8"))
        )
    }

    // MARK: - Reading and writing

    @Test(arguments: StoreKind.allCases) func eachScopeHasItsOwnValues(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (outside, mine, hers) = accounts(test.store)
        outside.attempts = 1
        mine.attempts = 2
        hers.attempts = 3
        mine.theme = "dark"
        mine.set("x", forKey: .note)
        #expect(outside.attempts == 1 && mine.attempts == 2 && hers.attempts == 3)
        #expect(outside.theme == "light" && mine.theme == "dark" && hers.theme == "light")
        #expect(mine.integer(forKey: .attempts) == 2 && hers.integer(forKey: .attempts) == 3)
        #expect(try mine.read(\.attempts) == 2 && mine.lookup(\.attempts).readable == 2)
        #expect(mine.contains(\.theme) && !hers.contains(\.theme) && !outside.contains(.theme))
        #expect(test.raw("scope:user-7/login/attempts") as? Int == 2)
        #expect(test.raw("scope:user-8/login/attempts") as? Int == 3)
        #expect(test.raw("login/attempts") as? Int == 1)
        #expect(mine.storedKeys == [.attempts, .theme, .note] && hers.storedKeys == [.attempts])
        #expect(mine.dictionaryRepresentation == ["login/attempts": 2, "login/theme": "dark", "login/note": "x"])
        #expect(AccountDefaults.attempts.origin(in: mine.store) == .stored)
        #expect(AccountDefaults.theme.origin(in: hers.store) == .default)

        mine.removeAll()
        #expect(mine.storedKeys.isEmpty && mine.attempts == 0)
        #expect(outside.attempts == 1 && hers.attempts == 3)
        hers.reset(\.attempts)
        #expect(hers.storedKeys.isEmpty && outside.storedKeys == [.attempts])
        #expect(test.store.flush() && mine.store.flush())
    }

    @Test(arguments: StoreKind.allCases) func formerNamesAreThoseOfTheScope(kind: StoreKind) {
        let test = TestStore(kind)
        let (outside, mine, hers) = accounts(test.store)
        let raw = test.store.box
        raw.remove("none")
        #expect(throws: Never.self) {
            try raw.set("outside", named: "oldNote")
            try raw.set("mine", named: "scope:user-7/old.note")
        }
        #expect(outside.note == "outside" && mine.note == "mine" && hers.note == nil)
        mine.update(\.note) { $0? += "!" }
        #expect(mine.note == "mine!" && test.raw("scope:user-7/old.note") == nil && test.raw("oldNote") != nil)
        #expect(test.raw("scope:user-7/login/note") as? String == "mine!")
    }

    @Test(arguments: StoreKind.allCases) func scopesAreNested(kind: StoreKind) {
        let test = TestStore(kind)
        let outer = test.store.scoped("a")
        let (inner, other) = (outer.scoped("b"), test.store.scoped("b"))
        AccountDefaults(store: inner).attempts = 1
        AccountDefaults(store: other).attempts = 2
        #expect(test.raw("scope:a/scope:b/login/attempts") as? Int == 1)
        #expect(AccountDefaults(store: outer).attempts == 0)
        #expect(AccountDefaults(store: test.store.scoped("a").scoped("b")).attempts == 1)
        #expect(test.store.scopes == ["a", "b"] && outer.scopes == ["b"] && inner.scopes == [])
        outer.removeScope("b")
        #expect(AccountDefaults(store: inner).attempts == 0 && AccountDefaults(store: other).attempts == 2)
        #expect(test.store.scopes == ["b"])
    }

    // MARK: - Identity

    @Test(arguments: StoreKind.allCases) func storesAreEqualIfTheirScopesAre(kind: StoreKind) {
        let test = TestStore(kind)
        let store = test.store
        defer { withExtendedLifetime(test) {} }
        #expect(store.scoped("a") == store.scoped("a"))
        #expect(store.scoped("a") != store.scoped("b") && store.scoped("a") != store)
        #expect(store.scoped("a") != DefaultsStore.inMemory().scoped("a"))
        #expect(store.scoped("a").scoped("b") != store.scoped("b"))
        #expect(store.scoped("a").userDefaults === store.userDefaults)
        #expect("\(store.scoped("a b"))".hasSuffix(", scope:a%20b/)"))
    }

    @Test func aScopeOfStandardIsResolvedWhenItIsUsed() {
        let (before, memory) = (AccountDefaults(store: .scoped("ScopeTests")), DefaultsStore.inMemory())
        let cached = Stored(AccountDefaults.attempts, store: .scoped("ScopeTests"), options: .cached)
        #expect(cached.wrappedValue == 0)
        let inside = DefaultsStore.withStandard(memory) {
            before.attempts = 1
            #expect(cached.wrappedValue == 1)
            #expect(before.store == memory.scoped("ScopeTests"))
            #expect(before.store.scoped("x") == memory.scoped("ScopeTests").scoped("x"))
            let inside = AccountDefaults(store: .standard.scoped("ScopeTests"))
            let thread = Background { inside.attempts += 1 }
            #expect(throws: Never.self) { try thread.wait() }
            return inside
        }
        #expect(AccountDefaults(store: memory.scoped("ScopeTests")).attempts == 2)
        #expect(before.attempts == 0 && cached.wrappedValue == 0 && inside.attempts == 0)
        #expect(before.store == .standard.scoped("ScopeTests") && inside.store == before.store)
        #expect(before.store.userDefaults === UserDefaults.standard)
    }

    // MARK: - Snapshots

    @Test(arguments: StoreKind.allCases) func aSnapshotHoldsTheNamesWithoutTheScope(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (outside, mine, hers) = accounts(test.store)
        defer { withExtendedLifetime(test) {} }
        mine.attempts = 3
        mine.theme = "dark"
        hers.note = "hers"
        let snapshot = mine.snapshot()
        #expect(snapshot.values == ["login/attempts": 3, "login/theme": "dark"])
        try hers.restore(snapshot)
        #expect(hers.snapshot() == snapshot && hers.note == nil && hers.attempts == 3)
        try outside.import(mine.snapshot().export(as: .json))
        #expect(outside.attempts == 3)
        mine.attempts = 4
        let difference = mine.snapshot().difference(from: snapshot)
        try difference.apply(to: hers.store, checkingOldValues: true)
        #expect(hers.attempts == 4)
        let error = #expect(throws: DefaultsError.self) {
            try difference.apply(to: hers.store, checkingOldValues: true)
        }
        #expect(error?.kind == .outdated && error?.storedName == "scope:user-8/login/attempts")
    }

    @Test(arguments: StoreKind.allCases) func aNewFileImportsTheScopeOnly(kind: StoreKind) {
        let test = TestStore(kind)
        let (outside, mine, hers) = accounts(test.store)
        outside.attempts = 1
        mine.theme = "dark"
        hers.at = 2
        let other = TestStore(.file)
        let url = other.fileURL.deletingLastPathComponent().appendingPathComponent("imported.plist")
        let imported = AccountDefaults(store: .file(url, importing: mine.store))
        defer { withExtendedLifetime((test, other)) {} }
        #expect(imported.snapshot() == mine.snapshot() && imported.theme == "dark" && imported.store.scopes == [])
    }

    // MARK: - Other layers

    @Test(arguments: LayeredStore.Kind.allCases) func argumentsHaveTheFullName(kind: LayeredStore.Kind) {
        let test = LayeredStore(kind)
        let name = test.name("ScopeTests")
        let account = AccountDefaults(store: test.store.scoped(name))
        account.attempts = 1
        test.defaults.setVolatileDomain(
            ["scope:\(name)/login/attempts": 7, "scope:none/login/attempts": 7],
            forName: UserDefaults.argumentDomain)
        #expect(account.attempts == 7 && AccountDefaults.attempts.origin(in: account.store) == .argument)
        account.update(\.attempts) { $0 += 1 }
        #expect(account.snapshot().values == ["login/attempts": 2])
        test.defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(account.attempts == 2)
    }

    @Test func variablesHaveTheFullName() {
        let overrides = EnvironmentOverrides(
            prefix: "TOUR", variables: ["TOUR_SCOPE_USER_7_LOGIN_ATTEMPTS": "5", "TOUR_LOGIN_AT": "2.5"])
        let (outside, mine, _) = accounts(.inMemory(environment: overrides))
        #expect(mine.attempts == 5 && outside.attempts == 0 && mine.at == 0.5 && outside.at == 2.5)
        #expect(AccountDefaults.attempts.origin(in: mine.store) == .environment("TOUR_SCOPE_USER_7_LOGIN_ATTEMPTS"))
        mine.update(\.attempts) { $0 += 1 }
        #expect(mine.snapshot().values == ["login/attempts": 1])
    }

    // MARK: - Errors

    @Test(arguments: StoreKind.allCases) func errorsAndIssuesHaveTheFullName(kind: StoreKind) throws {
        let test = TestStore(kind)
        let mine = AccountDefaults(store: test.store.scoped("user-7"))
        mine.set("many", forKey: .attempts)
        let name = "scope:user-7/login/attempts"
        let error = #expect(throws: DefaultsError.self) { try mine.read(\.attempts) }
        #expect(error?.storedName == name && error?.description.contains("\"\(name)\"") == true)
        let issues = IssueRecorder.issues {
            #expect(mine.attempts == 0 && mine.integer(forKey: .attempts) == nil)
            mine.edit { $0.attempts += 1 }
            mine.setObject(NSObject(), forKey: .attempts)
            mine.changes(of: \.attempts).observe(initial: true) { _ in }.cancel()
        }
        #expect(Set(issues.compactMap(\.storedName)) == [name])
        #expect(issues.count == 5 && issues.allSatisfy { $0.storedName != nil })
    }
}
