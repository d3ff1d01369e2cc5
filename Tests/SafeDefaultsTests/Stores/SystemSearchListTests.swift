import Dispatch
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// The part of the search list that Foundation manages, over a model of Apple's `UserDefaults`, where launch arguments
/// belong to the process.
@Suite struct SystemSearchListTests {
    private let process = AppleProcess(arguments: ["name": "argument", "only": "argument"])

    /// The domain's name; one of its own for each test, because notifications are posted for the whole process.
    private let domain = "nobody's \(UUID().uuidString)"

    private func system() -> SystemSearchList {
        SystemSearchList(AppleDefaults(domain, in: process), isApples: true)
    }

    @Test func theProcesssArgumentsAreNotRemoved() {
        let app = AppleDefaults(in: process)
        let system = system()
        #expect(app.string(forKey: "name") == "argument")
        #expect(system.sharedArguments as? [String: String] == ["name": "argument", "only": "argument"])
    }

    @Test func aValueBehindAnArgumentIsFound() {
        let system = system()
        #expect(system.object("name") == nil)
        system.register(["name": "registered", "other": "registered"])
        #expect(system.object("name") as? String == "registered")
        #expect(system.object("other") as? String == "registered")
        #expect(system.all() as? [String: String] == ["name": "registered", "other": "registered"])
        AppleDefaults(UserDefaults.globalDomain, in: process).set("of all", forKey: "name")
        #expect(system.object("name") as? String == "of all")
        #expect(system.all() as? [String: String] == ["name": "of all", "other": "registered"])
    }

    @Test func aFileStoreCopiesTheProcesssArguments() throws {
        let store = FileStore(FileConnection(retrying: URL(fileURLWithPath: "/nowhere/there")))
        store.search.adoptArguments(of: system())
        #expect(try store.value(named: "name") == "argument")
        #expect(store.search.volatile(UserDefaults.argumentDomain)?.count == 2)
        // The copy is the store's own.
        store.search.setVolatile(nil, UserDefaults.argumentDomain)
        #expect(try store.value(named: "name") == nil)
        #expect(process.arguments["name"] != nil)
    }

    @Test func registeringMakesNoOtherThreadWait() throws {
        let system = system()
        let (isCalled, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let name = UserDefaults.didChangeNotification
        let isFirst = Shared(true)
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
            guard (notification.object as? AppleDefaults)?.domain == domain,
                isFirst.change({ value in
                    defer { value = false }
                    return value
                })
            else { return }
            isCalled.signal()
            mayEnd.wait()
        }
        let registering = Background { system.register(["name": "registered"]) }
        isCalled.wait()
        #expect(system.object("name") as? String == "registered", "while an observer keeps the other thread")
        mayEnd.signal()
        try registering.wait()
        NotificationCenter.default.removeObserver(token)
    }
}
