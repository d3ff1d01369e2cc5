#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// `UserDefaults.didChangeNotification`, which a file store posts if that is wanted.
@Suite struct FileNotificationTests {
    let fixture = FileFixture()

    /// A store that posts.
    private func open() throws -> FileDefaults {
        let defaults = try FileDefaults(url: fixture.url)
        defaults.postsDidChangeNotification = true
        return defaults
    }

    // MARK: - What is posted

    /// Every call that changes what is read.
    static let calls: [(name: String, make: @Sendable (FileDefaults) -> Void)] = [
        ("set(Any?)", { $0.set("text" as Any?, forKey: "count") }),
        ("set(Int)", { $0.set(1, forKey: "count") }),
        ("set(Int), equal", { $0.set(1, forKey: "count") }),
        ("set(URL)", { $0.set(URL(fileURLWithPath: "/tmp"), forKey: "count") }),
        ("set(nil)", { $0.set(nil as Any?, forKey: "count") }),
        ("removeObject", { $0.removeObject(forKey: "count") }),
        ("register", { $0.register(defaults: ["FileNotificationTests": 1, "other": 2]) }),
        ("set arguments", { $0.setVolatileDomain(["a": 1, "b": 2], forName: UserDefaults.argumentDomain) }),
        ("remove arguments", { $0.removeVolatileDomain(forName: UserDefaults.argumentDomain) }),
        ("update", { Sample(store: DefaultsStore($0)).update(\.count) { $0 += 1 } }),
        (
            "edit",
            {
                Sample(store: DefaultsStore($0)).edit { draft in
                    draft.count = 7
                    draft.text = "seven"
                }
            }
        ),
        ("removeAll", { Sample(store: DefaultsStore($0)).removeAll() }),
    ]

    // In a process of its own, because Foundation registers for all suites, and not safely while others read.
    @Test func eachCallIsPostedOnceByTheThreadThatMadeIt() async {
        await #expect(processExitsWith: .success) {
            let fixture = FileFixture()
            let defaults = try FileDefaults(url: fixture.url)
            defaults.postsDidChangeNotification = true
            let path = fixture.url.path
            let domains: [(name: String, make: @Sendable (FileDefaults) -> Void)] = [
                ("set own domain", { $0.setPersistentDomain(["a": 1, "b": 2], forName: path) }),
                ("remove own domain", { $0.removePersistentDomain(forName: path) }),
            ]
            for (name, call) in FileNotificationTests.calls + domains {
                let thread = pthread_self()
                let problems = Shared<[String]>([])
                let object = ObjectIdentifier(defaults)
                let listener = NotificationListener(nil) { notification in
                    if pthread_equal(pthread_self(), thread) == 0 { problems.change { $0.append("another thread") } }
                    if notification.userInfo?.isEmpty == false { problems.change { $0.append("an info") } }
                    if (notification.object as? FileDefaults).map(ObjectIdentifier.init) != object {
                        problems.change { $0.append("another object") }
                    }
                }
                call(defaults)
                #expect(listener.heard.value == 1, "\(name)")
                #expect(problems.value == [], "\(name)")
            }
        }
    }

    @Test func nothingIsPostedUnlessItIsAskedFor() throws {
        let defaults = try FileDefaults(url: fixture.url)
        #expect(!defaults.postsDidChangeNotification)
        let listener = NotificationListener(defaults)
        defaults.set(1, forKey: "a")
        #expect(listener.heard.value == 0)
        defaults.postsDidChangeNotification = true
        defaults.set(2, forKey: "a")
        #expect(listener.heard.value == 1)
        defaults.postsDidChangeNotification = false
        defaults.set(3, forKey: "a")
        defaults.removePersistentDomain(forName: fixture.url.path)
        #expect(listener.heard.value == 1)
    }

    @Test func aWriteThatFailsIsNotPosted() throws {
        let defaults = try open()
        let listener = NotificationListener(defaults)
        let sample = Sample(store: DefaultsStore(defaults))
        let issues = IssueRecorder.issues {
            defaults.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "a")
            defaults.set(1, forKey: String(repeating: "n", count: FileEngine.longestName + 1))
            defaults.setPersistentDomain([:], forName: "../a")
        }
        #expect(issues.count == 3)
        #expect(listener.heard.value == 0)
        sample.count = 1
        #expect(listener.heard.value == 1)
    }

    // MARK: - When

    @Test func aListenerSeesTheValueAndMayWriteAsMayOthers() throws {
        let defaults = try open()
        nonisolated(unsafe) let (own, another) = (defaults, try FileDefaults(url: fixture.url))
        let (seen, areDone) = (Shared<[Int]>([]), Shared<DispatchTimeoutResult?>(nil))
        let listener = NotificationListener(defaults) { _ in
            seen.change { $0.append(own.integer(forKey: "a")) }
            guard own.object(forKey: "b") == nil else { return }
            own.set(1, forKey: "b")
            // Others write meanwhile, over the same object and over another; with a lock held they couldn't.
            let done = DispatchSemaphore(value: 0)
            let others = Thread {
                for defaults in [own, another] { Sample(store: DefaultsStore(defaults)).update(\.count) { $0 += 1 } }
                done.signal()
            }
            others.start()
            areDone.change { $0 = done.wait(timeout: .now() + 20) }
        }
        defaults.set(5, forKey: "a")
        #expect(areDone.value == .success)
        #expect(Sample(store: DefaultsStore(defaults)).count == 2)
        // The write, the one in its listener, and that of the thread over the same object.
        #expect(seen.value == [5, 5, 5])
        withExtendedLifetime(listener) {}
    }

    @Test func anotherObjectOverTheFilePostsItsOwnWritesOnly() throws {
        let (one, two) = (try open(), try open())
        let (first, second) = (NotificationListener(one), NotificationListener(two))
        one.set(1, forKey: "a")
        #expect(two.integer(forKey: "a") == 1)
        #expect(first.heard.value == 1 && second.heard.value == 0)
        _ = try Program("filer", preferences: fixture.directory).run(fixture.url.path, "set", "a", "2")
        #expect(two.integer(forKey: "a") == 2)
        #expect(first.heard.value == 1 && second.heard.value == 0)
    }
}
#endif
