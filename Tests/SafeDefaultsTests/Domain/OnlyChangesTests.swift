import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// A `UserDefaults` that counts the calls it receives.
final class CountingDefaults: UserDefaults {
    let sets = Shared(0)
    let removals = Shared(0)
    private let content = Shared([String: Any]())

    init() {
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: "SafeDefaultsTests.CountingDefaults")!
    }

    override func object(forKey defaultName: String) -> Any? { content.change { $0[defaultName] } }

    override func set(_ value: Any?, forKey defaultName: String) {
        sets.change { $0 += 1 }
        content.change { $0[defaultName] = value }
    }

    override func removeObject(forKey defaultName: String) {
        removals.change { $0 += 1 }
        content.change { $0[defaultName] = nil }
    }
}

@Suite(.row(82)) struct OnlyChangesTests {
    enum Theme: String, DefaultsValue { case light, dark }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case sparing, always, theme, maybe }

        struct Settings {
            let sparing = Setting(.sparing, default: 0).storingOnlyChanges()
            let always = Setting(.always, default: 0)
            let theme = Setting(.theme, default: [Theme.light]).storingOnlyChanges()
            let maybe = Setting<Int?>(.maybe).storingOnlyChanges()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private let defaults = CountingDefaults()
    private var sample: Sample { Sample(store: DefaultsStore(defaults)) }

    @Test func equalValueIsNotStoredAgain() {
        for _ in 1...3 { sample.sparing = 1 }
        #expect(defaults.sets.value == 1)
        sample.sparing = 2
        #expect(defaults.sets.value == 2)
        sample.theme = [.dark]
        sample.theme = [.dark]
        #expect(defaults.sets.value == 3)
    }

    #if os(Linux)
    #endif

    @Test func equalValueInAnotherFormIsStored() {
        defaults.set("1", forKey: "sparing")
        sample.sparing = 1
        #expect(defaults.sets.value == 2)
        #expect(rawObject(defaults.object(forKey: "sparing")) == NSNumber(value: 1))
    }

    @Test func updateAndTheThrowingWriteDontStoreEqualValuesEither() throws {
        sample.sparing = 1
        sample.update(\.sparing) { $0 += 0 }
        try sample.write(1, to: \.sparing)
        Sample.sparing.set(1, in: sample.store)
        sample[\.sparing] = 1
        #expect(defaults.sets.value == 1)
        sample.update(\.sparing) { $0 += 1 }
        #expect(defaults.sets.value == 2)
    }

    @Test func nilIsNotRemovedAgain() {
        sample.maybe = nil
        #expect(defaults.removals.value == 0)
        sample.maybe = 1
        sample.maybe = nil
        sample.maybe = nil
        #expect(defaults.removals.value == 1)
    }
}

/// Tests `storingOnlyChanges` where a launch argument or a registered default has the same value.
@Suite(.row(82)) struct OnlyChangesBesideOtherDomainsTests {
    enum Way: String, CaseIterable, Sendable { case property, update, edit, draftWrite }

    private func set(_ value: Int, of sample: Sample, _ way: Way) throws {
        switch way {
        case .property: sample.sparing = value
        case .update: sample.update(\.sparing) { $0 = value }
        case .edit: sample.edit { $0.sparing = value }
        case .draftWrite: try sample.edit { draft in try draft.write(value, to: \.sparing) }
        }
    }

    struct Sample: SafeDefaults {
        struct Keys: DefaultsKey {
            static let allCases = [Keys.sparing, .maybe]
            static let sparing = Keys("sparing")
            static let maybe = Keys("maybe")
            let rawValue: String
            init(_ name: String) { rawValue = name }
            init?(rawValue: String) { self.rawValue = rawValue }
            // Registered values belong to the process, so no other test uses these names.
            static let namespace = "OnlyChangesBesideOtherDomainsTests"
        }

        struct Settings {
            let sparing = Setting(.sparing, default: 0).storingOnlyChanges()
            let maybe = Setting<Int?>(.maybe).storingOnlyChanges()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private static let name = "OnlyChangesBesideOtherDomainsTests/sparing"

    @Test(arguments: StoreKind.allCases, Way.allCases)
    func aValueThatOnlyALaunchArgumentHasIsStored(kind: StoreKind, way: Way) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        test.store.userDefaults.setVolatileDomain([Self.name: 5], forName: UserDefaults.argumentDomain)
        #expect(sample.sparing == 5)
        try set(5, of: sample, way)
        test.store.userDefaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(sample.sparing == 5)
    }

    // One after the other, because registered values belong to the process: another case would replace this one's.
    @Test func aValueThatIsOnlyRegisteredIsStored() throws {
        for kind in StoreKind.allCases {
            for way in Way.allCases {
                let test = TestStore(kind)
                let sample = Sample(store: test.store)
                // A registered value can't be removed; another value replaces it.
                test.store.userDefaults.register(defaults: [Self.name: 7])
                try set(7, of: sample, way)
                test.store.userDefaults.register(defaults: [Self.name: 8])
                #expect(sample.sparing == 7, "\(kind), \(way)")
            }
        }
    }
}
