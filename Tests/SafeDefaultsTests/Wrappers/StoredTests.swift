import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

struct WrappedDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case count, name, recent
        static let namespace = "wrapped.domain"
    }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
        let recent = Setting<[String]>(.recent, default: [])
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

/// A structure that chooses its store in its initializer.
private struct Session {
    @Stored var count: Int
    @Stored var name: String?
    @Stored var recent: [String]

    init(store: DefaultsStore, options: StoredOptions = []) {
        _count = Stored(WrappedDefaults.count, store: store, options: options)
        _name = Stored(WrappedDefaults.name, store: store, options: options)
        _recent = Stored(WrappedDefaults.recent, store: store, options: options)
    }
}

private final class Model {
    @Stored(WrappedDefaults.count) var count
}

private actor Counter {
    @Stored(WrappedDefaults.count, options: .cached) var count

    func add() -> Int {
        count += 1
        return count
    }
}

/// Every kind of store, with and without a cache.
let storesAndOptions: [(StoreKind, StoredOptions)] = StoreKind.allCases.flatMap { kind in
    [[], .cached, .observed, [.cached, .observed]].map { (kind, $0) }
}

@Suite struct StoredTests {
    @Test(.rows(21, 23), arguments: storesAndOptions)
    func propertyReadsAndWritesTheSetting(kind: StoreKind, options: StoredOptions) {
        let test = TestStore(kind)
        let domain = WrappedDefaults(store: test.store)
        // Writing needs no variable.
        let session = Session(store: test.store, options: options)
        #expect(session.count == 0)
        session.count += 1
        #expect(session.count == 1)
        #expect(domain.count == 1)
        domain.count = 5
        #expect(session.count == 5)
        #expect(session.name == nil)
        session.name = "Tom"
        #expect(test.raw("wrapped.domain/name") as? String == "Tom")
        session.name = nil
        #expect(test.raw("wrapped.domain/name") == nil)
        session.recent.append("a")
        session.recent.append("b")
        #expect(domain.recent == ["a", "b"])
    }

    @Test(.row(21), arguments: storesAndOptions)
    func projectionHasTheVerbsOfASetting(kind: StoreKind, options: StoredOptions) {
        let test = TestStore(kind)
        let session = Session(store: test.store, options: options)
        #expect(session.$count.lookup() == Lookup<Int>.missing)
        let result = session.$count.update { count in
            count += 3
            return "done"
        }
        #expect(result == "done")
        #expect(session.$count.lookup() == .value(3))
        #expect(session.count == 3)
        session.$count.reset()
        #expect(session.count == 0)
        #expect(session.$count.lookup() == .missing)
    }

    @Test(arguments: [[], .cached] as [StoredOptions])
    func projectionObserves(options: StoredOptions) async {
        let session = Session(store: .inMemory(), options: options)
        let log = Log<Int>()
        let token = session.$count.changes.observe(initial: true) { log.add($0.newValue) }
        var values = session.$count.values.makeAsyncIterator()
        var changes = session.$count.changes.makeAsyncIterator()
        #expect(await values.next() == 0)
        session.count = 4
        #expect(await values.next() == 4)
        let change = await changes.next()
        #expect(change?.oldValue == 0)
        #expect(change?.newValue == 4)
        #expect(log.all == [0, 4])
        token.cancel()
    }

    @Test(.row(21)) func itWorksInClassesActorsAndFunctions() async {
        await DefaultsStore.withStandard(.inMemory()) {
            let model = Model()
            model.count += 1
            let counter = Counter()
            #expect(await counter.add() == 2)
            @Stored(WrappedDefaults.count) var count
            count += 1
            #expect(model.count == 3)
            #expect(WrappedDefaults().count == 3)
        }
    }

    @Test func unreadableValueIsTheDefaultAndTheIssueNamesTheProperty() {
        let domain = WrappedDefaults(store: .inMemory())
        domain.set("x", forKey: .count)
        let property = Stored(WrappedDefaults.count, store: domain.store)
        let line = UInt(#line - 1)
        let issues = IssueRecorder.issues { #expect(property.wrappedValue == 0) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(issues.first?.location?.line == line)
        guard case .unreadable = property.lookup() else {
            Issue.record("lookup tells it apart")
            return
        }
    }
}
