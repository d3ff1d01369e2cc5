#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Key-value observing of an `InMemoryDefaults` on Apple systems, simulated.
@Suite struct ChangeAnnouncerTests {
    /// An object whose key-value observers are simulated, with the calls that they get.
    private func announcing() -> (defaults: InMemoryDefaults, calls: Log<String>) {
        let calls = Log<String>()
        let announcer = ChangeAnnouncer { object, key in
            guard let object = object as? InMemoryDefaults else { return calls.add("another object") }
            // A thread that observes may wait for another one, which needs the object.
            onThreads(1) { [store = DefaultsStore(object)] _ in
                calls.add("\(key)=\(store.userDefaults.integer(forKey: key))")
            }
        }
        return (InMemoryDefaults(announcer: announcer), calls)
    }

    @Test(.noHang) func keyValueObserversAreCalledAfterEachChangeAndOutsideEveryLock() {
        let (defaults, calls) = announcing()
        defaults.set(1, forKey: "a")
        defaults.set(2, forKey: "b.c")
        defaults.set(3, forKey: "@d")
        defaults.removeObject(forKey: "a")
        #expect(calls.all == ["a=1", "a=0"])
    }

    @Test(.noHang) func aBatchIsAnnouncedOnceItIsMade() {
        let (defaults, calls) = announcing()
        let sample = Sample(store: DefaultsStore(defaults))
        let posts = NotificationListener(defaults)
        sample.edit { draft in
            draft.count = 7
            draft.text = "8"
        }
        #expect(calls.all == ["count=7", "text=8"])
        #expect(posts.heard.value == 1)
        defaults.register(defaults: ["other": 1])
        #expect(calls.all.count == 2 && posts.heard.value == 2)
    }
}
#endif
