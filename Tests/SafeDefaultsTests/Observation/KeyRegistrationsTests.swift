import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// An object to listen to, which is nothing but an identity.
private final class ListenedTo: Sendable {}

/// A scripted replacement of key-value observing and of the notification of any change.
private final class ScriptedListener: KeyListener {
    /// Where notices are compared, one after another, so that a test can wait for it.
    static let queue = DispatchQueue(label: "ScriptedListener")

    let object = ListenedTo()
    private let notices = Shared<[String: [@Sendable () -> Void]]>([:])
    private let everything = Shared<[@Sendable () -> Void]>([])

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) {
        notices.change { $0[name, default: []].append(notice) }
    }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {
        everything.change { $0.append(notice) }
    }

    /// The keys of all calls that started to listen, repetitions included.
    var keys: [String] { notices.value.flatMap { Array(repeating: $0.key, count: $0.value.count) }.sorted() }

    var listensToEverything: Int { everything.value.count }

    /// Gives notice of a change of a key that is listened to, and waits until it is compared; the new value, which may
    /// be a null, isn't passed on.
    func tell(_ name: String, newValue: Any = NSNull()) {
        for notice in notices.value[name] ?? [] { notice() }
        Self.queue.sync {}
    }

    func tellOfEverything() {
        for notice in everything.value { notice() }
        Self.queue.sync {}
    }
}

/// A dictionary that can be written behind a hub's back.
private final class ScriptedValues: PropertyListStore {
    let search = SearchList()
    let values = Shared<[String: Int]>([:])

    func ownValue(named name: String) -> PropertyListValue? { values.value[name].map { .integer(Int64($0)) } }

    func ownContents(named names: [String]) -> [String: StoredContent] {
        Dictionary(keepingLast: names.map { ($0, StoredContent(ownValue(named: $0))) })
    }

    var ownNames: [String] { Array(values.value.keys) }

    var ownObjects: [String: Any] { values.value }

    func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) -> Bool { false }

    func flush(at location: CodeLocation?) -> Bool { true }
}

/// A hub over a dictionary that can be written behind its back.
private final class ScriptedStore: Sendable {
    let hub: ObservationHub
    let listener = ScriptedListener()
    let source: KeyRegistrations
    private let values: Shared<[String: Int]>

    init(returns: [Notification.Name] = []) {
        let store = ScriptedValues()
        values = store.values
        hub = ObservationHub(of: store)
        source = KeyRegistrations.of(listener.object, for: hub, returns: returns, queue: ScriptedListener.queue) {
            [listener] in listener
        }
        hub.source = source
    }

    func writeForeign(_ value: Int?, _ name: String) { values.change { $0[name] = value } }

    /// Collects the changes of some names until the token is released.
    func observe(_ names: String...) -> (log: Log<Mailbox.Contents>, registration: ObservationHub.Registration) {
        let log = Log<Mailbox.Contents>()
        let (_, registration) = hub.add(for: names) { contents in
            ClosureObserver(observed(names, contents), isHeldBack: false) { log.add($0.new) }
        }
        return (log, registration)
    }
}

private func numbers(_ log: Log<Mailbox.Contents>) -> [[Int?]] {
    log.all.map { contents in
        contents.map { content in
            if case .value(.integer(let value)) = content { Int(value) } else { nil }
        }
    }
}

@Suite struct KeyRegistrationsTests {
    @Test(arguments: [
        ("attempts", true), ("login/attempts", true), ("a-b c", true), ("a@b", true), ("é", true),
        ("a.b", false), (".", false), ("com.acme.attempts", false), ("@count", false), ("@", false), ("", false),
        // An accent after a dot makes one character of the two.
        ("a.\u{301}b", false), ("@\u{301}a", false),
    ])
    func keysWithDotsAndLeadingAtSignsAreNotObservedByThemselves(name: String, canObserve: Bool) {
        #expect(KeyRegistrations.canObserve(name) == canObserve)
        let store = ScriptedStore()
        let (_, _) = store.observe(name)
        #expect(store.listener.keys == (canObserve ? [name] : []))
        #expect(store.listener.listensToEverything == (canObserve ? 0 : 1))
    }

    @Test func eachKeyIsRegisteredOnceAndKept() {
        let store = ScriptedStore()
        for _ in 0..<3 {
            let first = store.observe("a", "b.c")
            let second = store.observe("a", "d.e")
            store.hub.remove(first.registration)
            store.hub.remove(second.registration)
        }
        #expect(store.listener.keys == ["a"])
        #expect(store.listener.listensToEverything == 1)
    }

    @Test(.row(97)) func aForeignWriteIsDeliveredOnceHoweverManyNoticesCome() {
        let store = ScriptedStore()
        let (log, _) = store.observe("a")
        store.listener.tell("a")
        #expect(log.all.isEmpty, "told of before it is stored")
        store.writeForeign(1, "a")
        store.listener.tell("a", newValue: 1)
        store.listener.tell("a", newValue: 1)
        store.writeForeign(nil, "a")
        store.listener.tell("a", newValue: NSNull())
        #expect(numbers(log) == [[1], [nil]])
    }

    /// The system gives some notices in the middle of a read, which may be one for the body of a view.
    @Test func noObserverRunsOnTheThreadThatGivesANotice() {
        let store = ScriptedStore()
        let threads = Log<Bool>()
        let thread = ThreadIdentity.current
        let (_, registration) = store.hub.add(for: ["a", "b.c"]) { contents in
            ClosureObserver(observed(["a", "b.c"], contents), isHeldBack: false) { _ in
                threads.add(ThreadIdentity.current == thread)
            }
        }
        store.writeForeign(1, "a")
        store.listener.tell("a")
        store.writeForeign(1, "b.c")
        store.listener.tellOfEverything()
        #expect(threads.all == [false, false])
        withExtendedLifetime(registration) {}
    }

    @Test func unobservableKeysAreComparedWhenAnythingIsWritten() {
        let store = ScriptedStore()
        let (log, _) = store.observe("a.b")
        let (neighbour, _) = store.observe("c")
        store.writeForeign(1, "a.b")
        store.writeForeign(1, "c")
        #expect(log.all.isEmpty)
        store.listener.tellOfEverything()
        store.listener.tellOfEverything()
        #expect(numbers(log) == [[1]])
        #expect(neighbour.all.isEmpty, "this one is observed by itself")
    }

    /// While an app is suspended, it may miss the system's notice of another process's write.
    @Test(arguments: [("a.b", "@c"), ("a", "b"), ("a", "b.c")])
    func keysAreComparedWhenTheAppReturnsToTheForeground(first: String, second: String) {
        let returns = ["a", "b"].map { Notification.Name("\($0) \(UUID())") }
        let store = ScriptedStore(returns: returns)
        let (log, _) = store.observe(first)
        let (neighbour, registration) = store.observe(second)
        store.writeForeign(1, first)
        store.writeForeign(1, second)
        #expect(log.all.isEmpty)
        for name in returns { NotificationCenter.default.post(name: name, object: nil) }
        ScriptedListener.queue.sync {}
        #expect(numbers(log) == [[1]])
        #expect(numbers(neighbour) == [[1]])
        store.hub.remove(registration)
        store.writeForeign(nil, first)
        store.writeForeign(nil, second)
        NotificationCenter.default.post(name: returns[1], object: nil)
        ScriptedListener.queue.sync {}
        #expect(numbers(log) == [[1], [nil]])
        #expect(neighbour.all.count == 1)
    }

    @Test func consumersAreCounted() {
        let store = ScriptedStore()
        let (stays, _) = store.observe("a")
        let (_, goes) = store.observe("a")
        store.hub.remove(goes)
        store.writeForeign(1, "a")
        store.listener.tell("a")
        #expect(numbers(stays) == [[1]])
    }

    @Test func aWriteWhileTheFirstRegistrationIsBeingMadeIsFound() {
        let store = ScriptedStore()
        let log = Log<Mailbox.Contents>()
        let slow = SlowListener()
        let source = KeyRegistrations.of(slow.object, for: store.hub) { slow }
        slow.whileListening.change {
            $0 = {
                // Another consumer finds the key registered, and then misses a write.
                source.register("a")
                _ = store.hub.add(for: ["a"]) { contents in
                    ClosureObserver(observed(["a"], contents), isHeldBack: false) { log.add($0.new) }
                }
                store.writeForeign(1, "a")
            }
        }
        source.register("a")
        #expect(numbers(log) == [[1]])
    }

    @Test func aNewStoreOverTheSameObjectTakesOverItsRegistrations() {
        let listener = ScriptedListener()
        let store = ScriptedValues()
        var hubs: [ObservationHub] = []
        let log = Log<Mailbox.Contents>()
        for _ in 0..<2 {
            let hub = ObservationHub(of: store)
            hub.source = KeyRegistrations.of(listener.object, for: hub, queue: ScriptedListener.queue) { listener }
            hubs = [hub]
            _ = hub.add(for: ["a"]) { contents in
                ClosureObserver(observed(["a"], contents), isHeldBack: false) { log.add($0.new) }
            }
        }
        #expect(listener.keys == ["a"])
        store.values.change { $0["a"] = 1 }
        listener.tell("a")
        #expect(numbers(log) == [[1]])
        withExtendedLifetime(hubs) {}
    }

    @Test func aKeyThatCanNotBeObservedIsAnIssueOnce() {
        let store = ScriptedStore()
        let issues = IssueRecorder.issues {
            let (_, _) = store.observe("a.b")
            let (_, _) = store.observe("a.b")
            let (_, _) = store.observe("c")
        }
        #expect(issues.map(\.kind) == [.unobservableKey])
        #expect(issues.first?.storedName == "a.b")
        #expect(issues.first?.description.contains("refresh()") == true)
    }
}

/// Runs a closure while it starts to listen.
private final class SlowListener: KeyListener {
    let object = ListenedTo()
    let whileListening = Shared<@Sendable () -> Void>({})

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) { whileListening.value() }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {}
}

/// The contents of names that aren't former names of a setting.
private func observed(_ names: [String], _ contents: Mailbox.Contents) -> ObservedContents {
    ObservedContents(ObservedNames(names.map { [$0] }, in: DefaultsStore.inMemory().box), contents)
}
