import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

@Suite struct StoredCacheTests {
    /// A setting that counts how often its value is decoded.
    private struct Counted {
        let decodes = Log<Int>()
        let setting: WrappedDefaults.Setting<Int>

        init(whileDecoding action: @escaping @Sendable () -> Void = {}) {
            let decodes = decodes
            setting = .init(
                .count, default: -1,
                stored: .custom(
                    encode: { $0 },
                    decode: { (stored: Int) in
                        decodes.add(stored)
                        action()
                        return stored
                    }))
        }
    }

    @Test(.row(88), arguments: StoreKind.allCases)
    func cachedReadsDecodeAValueOncePerChange(kind: StoreKind) {
        let test = TestStore(kind)
        let counted = Counted()
        let property = Stored(counted.setting, store: test.store, options: .cached)
        property.wrappedValue = 1
        for _ in 0..<3 { #expect(property.wrappedValue == 1) }
        // A copy shares the cache.
        let copy = property
        #expect(copy.wrappedValue == 1)
        #expect(counted.decodes.all.count == 1)
        copy.wrappedValue = 1
        WrappedDefaults(store: test.store).name = "a neighbour"
        #expect(property.wrappedValue == 1)
        #expect(counted.decodes.all.count == 1)
        property.wrappedValue = 2
        for _ in 0..<3 { #expect(copy.wrappedValue == 2) }
        #expect(counted.decodes.all.count == 2)
    }

    @Test(.row(88), arguments: StoreKind.allCases)
    func everyWriteThroughTheLibraryIsSeenByTheNextRead(kind: StoreKind) {
        let test = TestStore(kind)
        let domain = WrappedDefaults(store: test.store)
        let property = Stored(WrappedDefaults.count, store: test.store, options: .cached)
        let other = Stored(WrappedDefaults.count, store: test.store, options: .cached)
        func expect(_ value: Int, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(property.wrappedValue == value, sourceLocation: sourceLocation)
            #expect(other.wrappedValue == value, sourceLocation: sourceLocation)
        }
        expect(0)
        domain.count = 1
        expect(1)
        domain.set(2, forKey: .count)
        expect(2)
        domain.update(\.count) { $0 += 1 }
        expect(3)
        other.wrappedValue = 4
        expect(4)
        WrappedDefaults.count.set(5, in: test.store)
        expect(5)
        domain.set(nil as Int?, forKey: .count)
        expect(0)
        domain.count = 6
        domain.removeAll()
        expect(0)
        domain.update(\.count) { $0 = 7 + property.wrappedValue }
        expect(7)
        property.reset()
        expect(0)
    }

    @Test(.row(89)) func aForeignWriteIsSeenOnceTheStoreIsRefreshed() {
        let test = TestStore(.rawSuite)
        let property = Stored(WrappedDefaults.count, store: test.store, options: .cached)
        property.wrappedValue = 1
        #expect(property.wrappedValue == 1)
        test.store.userDefaults.set(2, forKey: "wrapped.domain/count")
        #expect(Stored(WrappedDefaults.count, store: test.store).wrappedValue == 2)
        #expect(property.wrappedValue == 1)
        test.store.refresh()
        #expect(property.wrappedValue == 2)
    }

    @Test func aValueThatIsOvertakenWhileItIsDecodedIsNotKept() {
        let store = DefaultsStore.inMemory()
        let domain = WrappedDefaults(store: store)
        let isFirst = Locked(true)
        let counted = Counted {
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if wasFirst { domain.set(2, forKey: .count) }
        }
        domain.set(1, forKey: .count)
        let property = Stored(counted.setting, store: store, options: .cached)
        // The read began before the write, and may return either value.
        #expect([1, 2].contains(property.wrappedValue))
        #expect(property.wrappedValue == 2)
        #expect(property.wrappedValue == 2)
        #expect(counted.decodes.all == [1, 2])
    }

    /// A setting whose name Apple's systems can observe.
    private struct Plain: SafeDefaults {
        enum Keys: String, DefaultsKey { case count }
        struct Settings { let count = Setting(.count, default: 0) }
        static let settings = Settings()

        let store: DefaultsStore
    }

    /// A view may be reading while it is drawn.
    ///
    /// Another process's write hasn't been compared yet.
    @Test func theFirstCachedReadCallsNoObserver() async {
        let defaults = AppleDefaults()
        let store = AppleListener.store(over: defaults)
        defaults.process.tellsWhileReading.change { $0 = true }
        let (reader, ownCalls, calls) = (Shared<UInt>(0), Shared(0), Shared(0))
        let token = Plain(store: store).observe(\.count) { _ in
            (ThreadIdentity.current == reader.value ? ownCalls : calls).change { $0 += 1 }
        }
        AppleDefaults(defaults.domain, in: AppleProcess(defaults.process.daemon)).set(7, forKey: "count")
        reader.change { $0 = ThreadIdentity.current }
        #expect(Stored(Plain.count, store: store, options: .cached).wrappedValue == 7)
        reader.change { $0 = 0 }
        #expect(await eventually { calls.value + ownCalls.value == 1 })
        #expect(ownCalls.value == 0)
        token.cancel()
    }

    @Test func aDynamicDefaultStaysDynamic() {
        let asked = Log<Int>()
        let setting = WrappedDefaults.Setting(
            .count,
            default: {
                asked.add(0)
                return asked.all.count
            }())
        let property = Stored(setting, store: .inMemory(), options: .cached)
        func twice() -> [Int] { [property.wrappedValue, property.wrappedValue] }
        let issues = IssueRecorder.issues {
            #expect(twice() == [1, 2])
            property.wrappedValue = 9
            #expect(twice() == [9, 9])
            property.reset()
            #expect(twice() == [3, 4])
        }
        #expect(issues == [])
    }

    @Test func anUnreadableValueIsOneIssueForEachChange() {
        let domain = WrappedDefaults(store: .inMemory())
        let property = Stored(WrappedDefaults.count, store: domain.store, options: .cached)
        domain.set("x", forKey: .count)
        let first = IssueRecorder.issues {
            for _ in 0..<3 { #expect(property.wrappedValue == 0) }
        }
        #expect(first.map(\.kind) == [.unreadableValue])
        domain.set("y", forKey: .count)
        let second = IssueRecorder.issues {
            for _ in 0..<3 { #expect(property.wrappedValue == 0) }
        }
        #expect(second.map(\.kind) == [.unreadableValue])
        domain.count = 3
        let third = IssueRecorder.issues { #expect(property.wrappedValue == 3) }
        #expect(third == [])
    }

    // MARK: - Observation

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(
        .withoutViews,
        arguments: [
            ([], true), (.cached, false), (.observed, true), ([.cached, .observed], true),
        ] as [(StoredOptions, Bool)])
    func cachedReadsAreTrackedIfThatIsAskedFor(options: StoredOptions, areTracked: Bool) {
        let property = Stored(WrappedDefaults.count, store: .inMemory(), options: options)
        #expect(property.wrappedValue == 0)
        for round in 1...2 {
            let log = Log<Bool>()
            withObservationTracking {
                _ = property.wrappedValue
            } onChange: {
                log.add(true)
            }
            property.wrappedValue = round
            #expect(log.all == (areTracked ? [true] : []))
            #expect(property.wrappedValue == round)
        }
    }

    // MARK: - Lifetime

    @Test func anUnreadableValueThatSeveralReadsMeetAtOnceIsOneIssue() {
        struct Unreadable: Error {}
        let inner = Locked<Stored<Int>?>(nil)
        let setting = WrappedDefaults.Setting(
            .count, default: 0,
            stored: .custom(
                encode: { $0 },
                decode: { (_: Int) -> Int in
                    // A second read begins during the first.
                    let other = inner.withLock { inner in
                        defer { inner = nil }
                        return inner
                    }
                    _ = other?.wrappedValue
                    throw Unreadable()
                }))
        let domain = WrappedDefaults(store: .inMemory())
        domain.count = 1
        let property = Stored(setting, store: domain.store, options: .cached)
        let issues = IssueRecorder.issues {
            inner.withLock { $0 = property }
            #expect(property.wrappedValue == 0)
        }
        #expect(issues.map(\.kind) == [.unreadableValue])
    }

    @Test func itObservesFromTheFirstReadUntilItsLastCopyIsGone() {
        let store = DefaultsStore.inMemory()
        func receivers() -> Int { store.box.hub.receiverCount(of: "wrapped.domain/count") }
        do {
            let property = Stored(WrappedDefaults.count, store: store, options: .cached)
            #expect(receivers() == 0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in #expect(property.wrappedValue == 0) }
            #expect(receivers() == 1)
            let copy = property
            #expect(withExtendedLifetime(property) { copy.wrappedValue } == 0)
            #expect(receivers() == 1)
        }
        #expect(receivers() == 0)
    }
}
