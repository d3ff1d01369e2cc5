import Foundation
import Observation
import Testing

@testable import SafeDefaults

private struct Watched: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case count, name, when
        static let namespace = "watched.domain"
    }

    static let count = Setting(.count, default: 0)
    static let name = Setting<String?>(.name)
    static let when = Setting<Date?>(.when)

    var store: DefaultsStore = .standard
}

/// Collects what closures were told.
final class Log<Element: Sendable>: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var elements: [Element] = []

    var all: [Element] {
        lock.lock()
        defer { lock.unlock() }
        return elements
    }

    func add(_ element: Element) {
        lock.lock()
        defer { lock.unlock() }
        elements.append(element)
    }
}

@Suite struct ObserveTests {
    @Test(arguments: StoreKind.allCases)
    func closureHearsEachChangeOnceBeforeTheSetterReturns(kind: StoreKind) {
        let test = TestStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<Change<Int>>()
        let token = domain.observe(\.count) { log.add($0) }
        domain.count = 1
        #expect(log.all.map(\.newValue) == [1])
        domain.count = 1
        domain.set(2, forKey: .count)
        domain.update(\.count) { $0 += 1 }
        domain.reset(\.count)
        domain.name = "neighbour"
        #expect(log.all.map(\.oldValue) == [0, 1, 2, 3])
        #expect(log.all.map(\.newValue) == [1, 2, 3, 0])
        token.cancel()
        domain.count = 9
        #expect(log.all.count == 4)
    }

    @Test func writesInsideClosuresAreToldAfterThem() {
        let domain = Watched(store: .inMemory())
        let log = Log<String>()
        let first = domain.observe(\.count) { change in
            log.add("begin \(change.newValue)")
            if change.newValue < 3 { domain.count += 1 }
            log.add("end \(change.newValue)")
        }
        domain.count = 1
        #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        first.cancel()
    }

    @Test func plainSettersOfAStoreInMemoryAreHeardOnce() {
        let defaults = InMemoryDefaults()
        let domain = Watched(store: DefaultsStore(defaults))
        let log = Log<Change<Int>>()
        let token = domain.observe(\.count, initial: true) { log.add($0) }
        defaults.set(5, forKey: "watched.domain/count")
        defaults.register(defaults: ["watched.domain/count": 6])
        defaults.removeObject(forKey: "watched.domain/count")
        #expect(log.all.map(\.newValue) == [0, 5, 6])
        token.cancel()
    }

    @Test func sequencesGiveTheValueNowAndThenChanges() async {
        let domain = Watched(store: .inMemory())
        var values = domain.values(of: \.count, \.name).makeAsyncIterator()
        #expect(await values.next()! == (0, nil))
        domain.count = 1
        domain.name = "x"
        #expect(await values.next()! == (1, "x"))
        let task = Task {
            var seen: [Int] = []
            for await value in domain.values(of: \.count, buffering: .unbounded) {
                seen.append(value)
                if value == 5 { break }
            }
            return seen
        }
        while domain.store.box.hub.receiverCount(of: "watched.domain/count") < 2 { await Task.yield() }
        for n in 2...5 { domain.count = n }
        #expect(await task.value == [1, 2, 3, 4, 5])
    }

    @Test func readsAreTrackedPerName() {
        let domain = Watched(store: .inMemory())
        let log = Log<String>()
        withObservationTracking {
            _ = domain.count
        } onChange: {
            log.add("count")
        }
        withObservationTracking {
            _ = domain.string(forKey: .name)
        } onChange: {
            log.add("name")
        }
        domain.when = Date()
        #expect(log.all == [])
        domain.name = "x"
        #expect(log.all == ["name"])
        domain.count = 1
        #expect(log.all == ["name", "count"])
    }
}
