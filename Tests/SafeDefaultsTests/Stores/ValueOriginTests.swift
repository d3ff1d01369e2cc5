import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsInspection
@testable import TestSupport

/// `origin(in:)`, and what a value for one run leaves untouched, over every kind of store.
///
/// They show "origin" in section C of the feature table, and `origin(in:)` in section 6 of the design.
@Suite(.rowsC(5)) struct ValueOriginTests {
    /// A domain whose stored names are unique to a store.
    struct Sample: SafeDefaults {
        struct Keys: DefaultsKey {
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
            var uniqueValue: String { Self.test.map { $0.name(rawValue) } ?? rawValue }
            static let allCases = ["count", "name", "list"].map(Keys.init(rawValue:))
            @TaskLocal static var test: LayeredStore?
        }

        struct Settings {
            let count = Setting(Keys(rawValue: "count"), default: 0)
            let name = Setting<String?>(Keys(rawValue: "name"))
            let list = Setting<[Int]>(Keys(rawValue: "list"), default: [])
        }
        static var settings: Settings { Settings() }
        var store: DefaultsStore
    }

    private func withSample(_ kind: LayeredStore.Kind, _ body: (Sample, LayeredStore) throws -> Void) rethrows {
        let test = LayeredStore(kind)
        try Sample.Keys.$test.withValue(test) { try body(Sample(store: test.store), test) }
    }

    // MARK: - Origin

    @Test(arguments: LayeredStore.Kind.allCases) func everyLayerIsTold(kind: LayeredStore.Kind) {
        withSample(kind) { sample, test in
            #expect(Sample.count.origin(in: sample.store) == .default)
            sample.registerDefaults()
            #expect(Sample.count.origin(in: sample.store) == .registered)
            #expect(Sample.name.origin(in: sample.store) == .default)
            sample.count = 0
            #expect(Sample.count.origin(in: sample.store) == .stored)
            test.defaults.set("none", forKey: test.name("list"))
            #expect(Sample.list.origin(in: sample.store) == .stored, "an unreadable value is stored")
            test.setArguments(["count": "7", "name": "Tom"])
            #expect(Sample.count.origin(in: sample.store) == .argument)
            #expect(Sample.name.origin(in: sample.store) == .argument)
            #expect(sample.store.origin(of: Sample.Keys(rawValue: "name")) == .argument)
            #expect(sample.allSettings.map(\.origin) == [.argument, .argument, .stored])
            #expect(sample.allSettings.map(\.isStored) == [true, false, true])
            #expect(sample.storedKeys.map(\.rawValue) == ["count", "list"])
            test.setArguments([:])
            sample.removeAll()
            #expect(sample.allSettings.map(\.origin) == [.registered, .default, .registered])
        }
    }

    @Test func aManagedValueIsTold() {
        let process = AppleProcess(arguments: ["a": "argument"])
        let box = AppleListener.store(over: AppleDefaults("com.example.tool", in: process), domain: "com.example.tool")
            .box
        #expect(box.origin(named: "a") == .argument)
        process.daemon.manage("managed", forKey: "a")
        #expect(box.origin(named: "a") == .managed)
    }

    @Test func anObjectOfAnUnknownDomainIsTakenToHaveItsRegisteredValue() {
        let store = AppleListener.store(over: AppleDefaults("com.example.tool"))
        store.userDefaults.register(defaults: ["a": 1, "b": 1])
        store.userDefaults.set(2, forKey: "b")
        store.userDefaults.set(1, forKey: "c")
        #expect(["a", "b", "c", "d"].map { store.box.origin(named: $0) } == [.registered, .stored, .stored, .default])
    }

    @Test func originsSayWhatTheyAre() {
        let url = URL(fileURLWithPath: "/etc/notes.plist")
        let origins: [ValueOrigin] = [
            .managed, .argument, .environment("NOTES_SIZE"), .stored, .otherDomain, .file(url), .registered, .default,
        ]
        #expect(
            origins.map(\.description) == [
                "managed", "launch argument", "environment variable NOTES_SIZE", "stored", "another domain",
                "file /etc/notes.plist", "registered", "default",
            ])
        for origin in origins {
            // A new case doesn't compile here, and belongs in the list above.
            switch origin {
            case .managed, .argument, .environment, .stored, .otherDomain, .file, .registered, .default: break
            }
        }
        #expect(origins.map(\.isOverride) == [true, true, true, false, false, false, false, false])
        #expect(Set(origins).count == origins.count)
    }

    // MARK: - Values for one run

    @Test(arguments: LayeredStore.Kind.allCases) func anUpdateComputesFromTheValueBeneath(kind: LayeredStore.Kind) {
        withSample(kind) { sample, test in
            sample.count = 1
            test.setArguments(["count": "100", "name": "Tom"])
            sample.update(\.count) { $0 += 1 }
            let name = sample.update(\.name) { $0 }
            #expect(name == nil)
            #expect(sample.count == 100)
            let token = sample.observe(\.count) { _ in }
            sample.update(\.count) { $0 += 1 }
            token.cancel()
            #expect(test.stored(["count", "name"]) == ["count": .value(3)])
            test.setArguments([:])
            #expect(sample.count == 3)
        }
    }

    @Test(arguments: LayeredStore.Kind.allCases) func anEditComputesFromTheValuesBeneath(kind: LayeredStore.Kind) {
        withSample(kind) { sample, test in
            sample.count = 1
            test.setArguments(["count": "100", "name": "Tom"])
            sample.edit { draft in
                #expect(draft.name == nil && !draft.contains(\.name) && (try? draft.read(\.count)) == 1)
                draft.count += 1
                draft.name = (draft.name ?? "") + "!"
            }
            #expect(sample.count == 100 && sample.name == "Tom")
            #expect(test.stored(["count", "name"]) == ["count": .value(2), "name": .value("!")])
        }
    }
}
