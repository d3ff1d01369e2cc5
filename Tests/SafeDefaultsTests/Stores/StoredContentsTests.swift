import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What a store itself holds, over every kind of store, with other values above and below it.
@Suite struct StoredContentsTests {
    private static let names = ["a", "b", "none"]

    private func stored(_ store: DefaultsStore) -> [String: StoredContent] {
        store.box.contents(named: Self.names, in: .own).filter { $0.value != .nothing }
    }

    @Test func foundationCopiesADomainOnceForSeveralNames() {
        let process = AppleProcess(arguments: ["none": "argument"])
        let defaults = AppleDefaults("com.example.tool", in: process)
        let store = AppleListener.store(over: defaults, domain: "com.example.tool")
        for name in ["a", "b"] { store.userDefaults.set("own", forKey: name) }
        process.copies.change { $0 = [:] }
        #expect(stored(store) == ["a": .value("own"), "b": .value("own")])
        #expect(process.copies.value == [UserDefaults.argumentDomain: 1, UserDefaults.registrationDomain: 1])
        process.copies.change { $0 = [:] }
        #expect(store.box.contents(named: ["neither", "nor"], in: .own).values.allSatisfy { $0 == .nothing })
        #expect(process.copies.value == [:], "a read that finds nothing needs no domain")
    }

    @Test func aManagedValueIsNotStored() {
        let process = AppleProcess()
        let defaults = AppleDefaults("com.example.tool", in: process)
        let store = AppleListener.store(over: defaults, domain: "com.example.tool")
        process.daemon.manage("managed", forKey: "a")
        #expect(stored(store).isEmpty)
        store.userDefaults.set("own", forKey: "a")
        #expect(store.userDefaults.string(forKey: "a") == "managed")
        #expect(stored(store) == ["a": .value("own")])
    }

    @Test func theProgramsOwnDomainIsKnown() {
        let name = "StoredContentsTests-\(UUID().uuidString)"
        let store = DefaultsStore.standard
        store.userDefaults.register(defaults: [name: 1])
        #expect(store.box.contents(named: [name], in: .own) == [name: .nothing])
        store.userDefaults.set(1, forKey: name)
        #expect(store.box.contents(named: [name], in: .own) == [name: .value(1)])
        store.userDefaults.removeObject(forKey: name)
    }
}
