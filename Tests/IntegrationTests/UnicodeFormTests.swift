import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsInspection
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// Stored names that differ only in their Unicode form.
///
/// Swift takes such strings for equal; stores don't. What lists many names, such as `storedKeys` or a snapshot, has one
/// of the two.
@Suite(.noHang) struct UnicodeFormTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    /// A domain whose keys' names differ only in their form, which `DefaultsAudit` calls a collision.
    private struct Cafe: SafeDefaults {
        struct Keys: DefaultsKey {
            static let composed = Keys(rawValue: UnicodeFormTests.composed)
            static let decomposed = Keys(rawValue: UnicodeFormTests.decomposed)
            static let allCases = [composed, decomposed]
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
        }
        var store: DefaultsStore
    }

    /// The stores of this library's own.
    ///
    /// `UserDefaults` on Linux doesn't keep both forms, and the model of Apple's compares names as Swift does.
    private static let kinds: [StoreKind] = [.inMemory, .file]

    private func seeded(_ store: DefaultsStore) -> Cafe {
        store.userDefaults.set(1, forKey: Self.composed)
        store.userDefaults.set(2, forKey: Self.decomposed)
        return Cafe(store: store)
    }

    @Test(arguments: kinds) func eachFormHasAValueOfItsOwn(kind: StoreKind) {
        let test = TestStore(kind)
        let cafe = seeded(test.store)
        #expect(cafe.integer(forKey: .composed) == 1 && cafe.integer(forKey: .decomposed) == 2)
        #expect(DefaultsAudit.collisions(in: [Cafe.self]).count == 1)
        cafe.removeObject(forKey: .composed)
        #expect(cafe.integer(forKey: .composed) == nil && cafe.integer(forKey: .decomposed) == 2)
    }

    @Test(arguments: kinds) func bothFormsAreRemoved(kind: StoreKind) {
        let test = TestStore(kind)
        seeded(test.store).removeAll()
        #expect(test.store.box.storedNames() == [])
        for name in [Self.composed, Self.decomposed] {
            Cafe(store: test.store.scoped("user")).set(1, forKey: Cafe.Keys(rawValue: name))
        }
        #expect(test.store.box.storedNames().count == 2)
        test.store.removeScope("user")
        #expect(test.store.box.storedNames() == [])
    }

    // MARK: - Migrations

    private func list(_ steps: DefaultsMigrations.Step...) -> DefaultsMigrations {
        DefaultsMigrations("cafe", [.version(1, steps)])
    }

    private func expectRefusal(_ step: DefaultsMigrations.Step, kind: StoreKind, values: [String: Int]) throws {
        let test = TestStore(kind)
        for (name, value) in values { test.store.userDefaults.set(value, forKey: name) }
        let list = list(step)
        let failure = #expect(throws: DefaultsMigrations.Failure.self) { try list.run(in: test.store) }
        #expect(failure?.kind == .failedStep)
        #expect(failure?.reason.contains("Unicode form") == true, "\(failure?.reason ?? "")")
        for (name, value) in values { #expect(test.store.userDefaults.integer(forKey: name) == value) }
        #expect(test.raw("migrations/cafe") == nil)
    }

    @Test(arguments: StoreKind.allCases) func aStepThatUsesBothFormsFails(kind: StoreKind) throws {
        let (composed, decomposed) = (MigratedName(Self.composed), MigratedName(Self.decomposed))
        let steps: [DefaultsMigrations.Step] = [
            .rename(composed, to: decomposed),
            .convert(composed, to: decomposed, from: Int.self) { $0 + 1 },
            .custom("swap") { draft in (draft[composed], draft[decomposed]) = (draft[decomposed], draft[composed]) },
        ]
        for step in steps { try expectRefusal(step, kind: kind, values: [Self.composed: 1]) }
    }

    @Test(arguments: kinds) func bothFormsAreMovedOrNeither(kind: StoreKind) throws {
        let (test, other) = (TestStore(kind), TestStore(kind))
        let cafe = seeded(other.store)
        try list(
            .move(MigratedName(Self.composed), from: other.store, to: "a"),
            .move(MigratedName(Self.decomposed), from: other.store, to: "b")
        ).run(in: test.store)
        #expect(test.store.userDefaults.integer(forKey: "a") == 1 && test.store.userDefaults.integer(forKey: "b") == 2)
        #expect(cafe.storedKeys.isEmpty)
    }

    /// A combining character after a prefix joins the prefix's last character, so to Swift the name lacks the prefix.
    @Test(arguments: StoreKind.allCases, [false, true])
    func namesAreListedByTheirBytes(kind: StoreKind, isScoped: Bool) throws {
        let test = TestStore(kind)
        let store = isScoped ? test.store.scoped("user") : test.store
        let cafe = Cafe(store: store)
        for name in ["room/a", "room/\u{301}x", "\u{301}y"] { cafe.set(1, forKey: Cafe.Keys(rawValue: name)) }
        let listed = Shared<[[String]]>([])
        try list(
            .custom("list") { draft in
                listed.change { $0 = ["", "room/"].map { draft.names(startingWith: $0) } }
                draft["room/\u{302}z"] = 1
                listed.change { $0.append(draft.names(startingWith: "room/")) }
            }
        ).run(in: store)
        let all = listed.value.map { Set($0.map { Array($0.utf8) }) }
        let rooms = ["room/a", "room/\u{301}x"].map { Array($0.utf8) }
        #expect(all[0].isSuperset(of: rooms + [Array("\u{301}y".utf8)]))
        #expect(all[1] == Set(rooms))
        #expect(all[2] == Set(rooms + [Array("room/\u{302}z".utf8)]))
    }
}
