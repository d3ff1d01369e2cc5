import Dispatch
import Foundation
import Testing

@testable import SafeDefaults

/// What a file store leaves to `UserDefaults`, over a model of Apple's, where launch arguments belong to the process.
@Suite struct OtherDomainsTests {
    private let process = AppleProcess(arguments: ["name": "argument", "only": "argument"])

    private func others() -> OtherDomains { OtherDomains(AppleDefaults("nobody's", in: process), isApples: true) }

    @Test func argumentsAreTakenFromNobody() {
        let app = AppleDefaults(in: process)
        let others = others()
        #expect(app.string(forKey: "name") == "argument")
        #expect(others.sharedArguments as? [String: String] == ["name": "argument", "only": "argument"])
    }

    @Test func whatAnArgumentHidesIsFound() {
        let others = others()
        #expect(others.object("name") == nil)
        others.register(["name": "registered", "other": "registered"])
        #expect(others.object("name") as? String == "registered")
        #expect(others.object("other") as? String == "registered")
        #expect(others.all() as? [String: String] == ["name": "registered", "other": "registered"])
        AppleDefaults(UserDefaults.globalDomain, in: process).set("of all", forKey: "name")
        #expect(others.object("name") as? String == "of all")
        #expect(others.all() as? [String: String] == ["name": "of all", "other": "registered"])
    }

    @Test func aFileStoreBeginsWithThem() {
        let domains = FileDomains(FileConnection(retrying: URL(fileURLWithPath: "/nowhere/there")))
        domains.adoptArguments(others())
        #expect(domains.value("name") == "argument")
        #expect(domains.volatileNames == [UserDefaults.argumentDomain])
        // The copy is the store's own.
        domains.setVolatile(nil, UserDefaults.argumentDomain)
        #expect(domains.value("name") == nil)
        #expect(process.arguments["name"] != nil)
    }

    @Test func registeringHoldsNobodyUp() throws {
        let others = others()
        let (isCalled, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let name = UserDefaults.didChangeNotification
        let isFirst = Shared(true)
        let domain = "nobody's"
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
        let registering = Background { others.register(["name": "registered"]) }
        isCalled.wait()
        #expect(others.object("name") as? String == "registered", "while an observer keeps the other thread")
        mayEnd.signal()
        try registering.wait()
        NotificationCenter.default.removeObserver(token)
    }
}
