import Foundation
import Observation
import SafeDefaultsBase
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Reads that the Observation framework tracks, without a macro.
@Suite(.withoutViews, .rowsB(9)) struct TrackedReadTests {
    /// Tracks the reads of a body, and returns a log that gets an element when the framework reports a change.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    private static func tracking(_ body: () -> Void) -> Log<Int> {
        let log = Log<Int>()
        withObservationTracking(body) { log.add(0) }
        return log
    }

    private typealias Read = (name: String, make: @Sendable (Watched) throws -> Void)

    private static let reads: [Read] = [
        ("a property", { _ = $0.count }),
        ("a key path", { _ = $0[\.count] }),
        ("a key path of the domain", { _ = $0[keyPath: \.count] }),
        ("a setting", { _ = $0[Watched.count] }),
        ("a setting's get", { _ = Watched.count.get(from: $0.store) }),
        ("lookup", { _ = $0.lookup(\.count) }),
        ("read", { _ = try $0.read(\.count) }),
        ("contains", { _ = $0.contains(\.count) }),
        ("integer", { _ = $0.integer(forKey: .count) }),
        ("string", { _ = $0.string(forKey: .count) }),
        ("value", { _ = $0.value(Int.self, forKey: .count) }),
        ("object", { _ = $0.object(forKey: .count) }),
        ("contains a key", { _ = $0.contains(.count) }),
        ("read of a key", { _ = try $0.read(Int.self, forKey: .count) }),
        ("storedKeys", { _ = $0.storedKeys }),
        ("dictionaryRepresentation", { _ = $0.dictionaryRepresentation }),
    ]

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: HubKind.allCases) func everyReadIsTracked(kind: HubKind) {
        for read in Self.reads {
            let test = HubStore(kind)
            let domain = Watched(store: test.store)
            let log = Self.tracking { try? read.make(domain) }
            domain.count = 0
            #expect(log.all.count == 1, "\(read.name)")
            domain.count = 2
            #expect(log.all.count == 1, "\(read.name): told once, as the framework does")
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: HubKind.allCases) func anUntrackedReadRegistersNothing(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        for read in Self.reads { try? read.make(domain) }
        domain.count = 1
        domain.update(\.count) { $0 += 1 }
        domain.edit { $0.count += 1 }
        #expect(test.source.registrations == 0)
        _ = Self.tracking { _ = domain.count }
        #expect(test.source.registrations == 1)
        _ = Self.tracking { _ = domain.count }
        #expect(test.source.registrations == 1, "once for a name")
        let token = domain.observe(\.at) { _ in }
        #expect(test.source.count(of: "@count") == 1)
        token.cancel()
        #expect(test.source.count(of: "@count") == 0)
        #expect(test.source.total == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func aReadOfATrackedNameWaitsForNoWriter() {
        let domain = Watched(store: .inMemory())
        _ = Self.tracking { _ = domain.count }
        let (isLocked, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = Thread {
            domain.store.box.hub.excludingOtherWriters {
                isLocked.signal()
                // Ended by the read, and not by the limit.
                #expect(isRead.wait(timeout: .now() + 60) == .success)
            }
        }
        writer.start()
        isLocked.wait()
        let log = Self.tracking { _ = domain.count }
        isRead.signal()
        domain.count = 1
        #expect(log.all.count == 1)
    }

    /// If it found the value before that write, nothing would tell it of the write.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: ["a property", "an optional property", "a getter"])
    func aReadFindsAWriteThatIsDecidedOnWhileTheReadIsNoted(read: String) throws {
        let defaults = try #require(WrittenWhileRead(suiteName: "SafeDefaultsTests-\(UUID().uuidString)"))
        let domain = Watched(store: DefaultsStore(defaults))
        let (isWriting, mayWrite) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (writer, found) = (Shared<Background?>(nil), Shared(false))
        defaults.onWrite = {
            isWriting.signal()
            mayWrite.wait()
        }
        defaults.onRead.change {
            $0 = {
                let write = Background {
                    if read == "an optional property" { domain.name = "new" } else { domain.count = 1 }
                }
                writer.change { $0 = write }
                #expect(isWriting.wait(timeout: .now() + 60) == .success)
            }
        }
        _ = Self.tracking {
            switch read {
            case "a property": found.change { $0 = domain.count == 1 }
            case "an optional property": found.change { $0 = domain.name == "new" }
            default: found.change { $0 = domain.integer(forKey: .count) == 1 }
            }
        }
        mayWrite.signal()
        try writer.value?.wait()
        #expect(found.value)
    }

    /// It is notified again inside, as by an `@Observable` class, which also calls `onChange` before its tracking ends.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func aClosureMayWriteTheNameOfItsNotification() {
        let domain = Watched(store: .inMemory())
        let log = Log<Int>()
        withObservationTracking {
            _ = domain.count
        } onChange: {
            if domain.count < 7 { domain.count += 1 }
            log.add(domain.count)
        }
        domain.count = 5
        #expect(log.all == [7, 7, 7])
        domain.count = 8
        #expect(log.all.count == 3)
    }

    struct Room: SafeDefaults {
        enum Keys: String, DefaultsKey { case light, heat }

        struct Settings {
            let light = Setting(.light, default: 0)
            let heat = Setting(.heat, default: 0)
        }
        static let settings = Settings()

        let store: DefaultsStore
    }

    /// SwiftUI warns if a view is told of a change while another one is drawn, and may not redraw it.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func aTrackedReadTellsNoOtherReader() async {
        for _ in 0..<50 {
            let defaults = AppleDefaults()
            let room = Room(store: AppleListener.store(over: defaults))
            defaults.process.tellsWhileReading.change { $0 = true }
            let (reader, ownCalls, calls) = (Shared<UInt>(0), Shared(0), Shared(0))
            withObservationTracking {
                _ = room.heat
            } onChange: {
                if ThreadIdentity.current == reader.value { ownCalls.change { $0 += 1 } }
                calls.change { $0 += 1 }
            }
            AppleDefaults(defaults.domain, in: AppleProcess(defaults.process.daemon)).set(7, forKey: "heat")
            reader.change { $0 = ThreadIdentity.current }
            _ = Self.tracking { _ = room.light }
            reader.change { $0 = 0 }
            #expect(await eventually { calls.value == 1 })
            #expect(ownCalls.value == 0)
        }
    }

    /// A view may be reading while it is drawn.
    ///
    /// Another process's write of this name or of another one hasn't been compared yet.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: [false, true]) func aTrackedReadCallsNoObserver(ofAnotherName isOther: Bool) async {
        let defaults = AppleDefaults()
        let room = Room(store: AppleListener.store(over: defaults))
        defaults.process.tellsWhileReading.change { $0 = true }
        let reader = Shared<UInt>(0)
        let (ownCalls, heard) = (Shared(0), Log<Int>())
        let token = room.observe(\.heat) { change in
            if ThreadIdentity.current == reader.value { ownCalls.change { $0 += 1 } }
            heard.add(change.newValue)
        }
        AppleDefaults(defaults.domain, in: AppleProcess(defaults.process.daemon)).set(7, forKey: "heat")
        reader.change { $0 = ThreadIdentity.current }
        withObservationTracking {
            _ = isOther ? room.light : room.heat
        } onChange: {
        }
        reader.change { $0 = 0 }
        #expect(await eventually { heard.all == [7] })
        #expect(ownCalls.value == 0)
        token.cancel()
    }
}

/// A `UserDefaults` that runs a closure at the first read, and another before each write.
private final class WrittenWhileRead: UserDefaults {
    let onRead = Shared<(@Sendable () -> Void)?>(nil)
    var onWrite: @Sendable () -> Void = {}

    override func object(forKey defaultName: String) -> Any? {
        let first = onRead.change { action in
            defer { action = nil }
            return action
        }
        first?()
        return super.object(forKey: defaultName)
    }

    override func set(_ value: Any?, forKey defaultName: String) {
        onWrite()
        super.set(value, forKey: defaultName)
    }

    override func synchronize() -> Bool { true }
}
