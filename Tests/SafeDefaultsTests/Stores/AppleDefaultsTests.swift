import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The rules of the model of Apple's `UserDefaults`, by their numbers.
@Suite struct AppleDefaultsTests {
    private let process = AppleProcess()

    /// The calls, their threads, and what a read found in them.
    private final class Calls: Sendable {
        private let all = Shared<[String]>([])
        var texts: [String] { all.value }
        func note(_ text: String) { all.change { $0.append(text) } }
    }

    private func posts(of defaults: AppleDefaults, _ body: () -> Void) -> [String] {
        let calls = Calls()
        let (thread, name) = (ThreadIdentity.current, UserDefaults.didChangeNotification)
        nonisolated(unsafe) let defaults = defaults
        let token = NotificationCenter.default.addObserver(forName: name, object: defaults, queue: nil) { _ in
            calls.note("\(defaults.integer(forKey: "a")) \(ThreadIdentity.current == thread)")
        }
        body()
        NotificationCenter.default.removeObserver(token)
        return calls.texts
    }

    @Test func rule1WritesPostOnTheThreadThatWritesBeforeTheyReturn() {
        let (defaults, other) = (AppleDefaults(in: process), AppleDefaults("other", in: process))
        #expect(posts(of: defaults) { defaults.set(1, forKey: "a") } == ["1 true"])
        #expect(posts(of: defaults) { defaults.set(1, forKey: "a") } == ["1 true"])
        #expect(posts(of: defaults) { defaults.removeObject(forKey: "a") } == ["0 true"])
        #expect(posts(of: defaults) { other.set(1, forKey: "a") } == [])
    }

    @Test func rule2KeyValueObservingIsCalledByTheThreadThatWrites() {
        let (defaults, calls) = (AppleDefaults("a domain", in: process), Calls())
        let thread = ThreadIdentity.current
        nonisolated(unsafe) let same = defaults
        process.observe("a", in: "a domain") {
            calls.note("\(same.integer(forKey: "a")) \(ThreadIdentity.current == thread)")
        }
        defaults.set(1, forKey: "a")
        defaults.set(1, forKey: "a")
        defaults.set(1, forKey: "b")
        #expect(calls.texts == ["1 true"])
        defaults.removeObject(forKey: "a")
        #expect(calls.texts == ["1 true", "0 true"])
        process.repetitions.change { $0 = 2 }
        defaults.set(2, forKey: "a")
        #expect(calls.texts == ["1 true", "0 true", "2 true", "2 true"])
    }

    @Test(arguments: [false, true]) func rule3OtherProcessesWritesAreObservedOnOneQueueOrByTheNextRead(
        whileReading: Bool
    ) {
        let (here, there) = (AppleDefaults(in: process), AppleDefaults(in: AppleProcess(process.daemon)))
        let calls = Calls()
        let thread = ThreadIdentity.current
        process.tellsWhileReading.change { $0 = whileReading }
        for name in ["a", "b"] {
            process.observe(name, in: here.domain) { calls.note("\(name) \(ThreadIdentity.current == thread)") }
        }
        let posts = posts(of: here) {
            there.set(1, forKey: "a")
            there.set(2, forKey: "b")
            process.settle()
        }
        #expect(posts == [])
        if whileReading {
            #expect(calls.texts == [])
            #expect(here.integer(forKey: "b") == 2)
        }
        #expect(calls.texts == ["a \(whileReading)", "b \(whileReading)"])
    }

    @Test(arguments: ["a.b", "@count"]) func rule4SomeKeysAreNeverObserved(name: String) {
        let calls = Calls()
        process.observe(name, in: "com.example.app") { calls.note(name) }
        AppleDefaults(in: process).set(1, forKey: name)
        #expect(calls.texts == [])
    }

    @Test func rule8URLsAreArchivesAndPaths() throws {
        let defaults = AppleDefaults(in: process)
        let (page, file) = (try #require(URL(string: "https://example.com/a?b#c")), URL(fileURLWithPath: "/tmp/a b"))
        defaults.set(page, forKey: "page")
        defaults.set(file, forKey: "file")
        defaults.set("https://example.com", forKey: "text")
        #expect(defaults.data(forKey: "page") != nil)
        #expect(defaults.url(forKey: "page") == page)
        #expect(defaults.string(forKey: "file") == "/tmp/a b")
        #expect(defaults.url(forKey: "file") == file)
        #expect(defaults.url(forKey: "text")?.isFileURL == true)
    }

    @Test func rule9StoredObjectsAreCopies() {
        let defaults = AppleDefaults(in: process)
        let list = NSMutableArray(array: ["a"])
        defaults.set(list, forKey: "list")
        list.add("b")
        #expect(defaults.stringArray(forKey: "list") == ["a"])
        #expect(defaults.object(forKey: "list") is NSMutableArray == false)
    }

    @Test func rule12AnObjectThatIsNoPropertyListRaises() {
        let defaults = AppleDefaults(in: process)
        defaults.set("kept", forKey: "a")
        defaults.set(NSObject(), forKey: "a")
        defaults.set(["b": NSNull()], forKey: "a")
        #expect(process.exceptions.count == 2)
        #expect(defaults.string(forKey: "a") == "kept")
    }

    // MARK: - The end of a process

    @Test(arguments: ["tool", "X.app", "X.appex", "X.xctest"]) func whereThereAreToolsEachProcessSavesAtItsEnd(
        name: String
    ) {
        // The main bundle of a tool in X.app/Contents/MacOS is X.app.
        let bundle = URL(fileURLWithPath: "/Applications/\(name)")
        #expect(PlatformRules(runsTools: true).savesAtExit(bundle))
        #expect(PlatformRules(runsTools: false).savesAtExit(bundle) == !name.contains(".app"))
    }
}
