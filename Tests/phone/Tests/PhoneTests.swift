import Foundation
import Observation
import Testing

@testable import Phone

#if canImport(Combine)
import Combine
#endif

/// What a phone has to show: values in `UserDefaults`, notices of others' writes, the threads they come on, and files.
@Suite struct PhoneTests {
    private let suite = "phone-\(UUID().uuidString)"

    private func withSettings(_ body: (PhoneSettings) async throws -> Void) async throws {
        defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
        try await body(PhoneSettings(store: .suite(suite)))
    }

    /// Waits until a condition holds, for ten seconds at most.
    private func waits(_ holds: () -> Bool) async -> Bool {
        for _ in 0..<200 where !holds() {
            do { try await Task.sleep(nanoseconds: 50_000_000) } catch { return false }
        }
        return holds()
    }

    @Test func valuesAreThoseOfUserDefaults() async throws {
        try await withSettings { settings in
            let raw = try #require(UserDefaults(suiteName: suite))
            settings.count = 3
            #expect(raw.integer(forKey: "count") == 3)
            raw.set("Tom", forKey: "name")
            #expect(settings.name == "Tom")
            #expect(Set(settings.storedKeys) == [.count, .name])
            settings.removeAll()
            #expect(raw.object(forKey: "count") == nil)
        }
    }

    @Test func aTrackedReadIsNotified() async throws {
        try await withSettings { settings in
            let threads = Values<Bool>()
            withObservationTracking {
                _ = settings.count
            } onChange: {
                threads.add(Thread.isMainThread)
            }
            DispatchQueue.global().async { settings.count = 1 }
            #expect(await waits { !threads.all.isEmpty })
            #if canImport(Darwin)
            #expect(threads.all == [true], "SafeDefaultsUI loads views, which are updated on the main thread")
            #endif
        }
    }

    @Test func aFileKeepsItsValues() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(suite).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let settings = PhoneSettings(store: .file(file))
        settings.count = 5
        #expect(settings.store.flush())
        #expect(PhoneSettings(store: .file(file)).count == 5)
    }

    #if canImport(Darwin)
    /// In an app whose files can't be used then.
    ///
    /// A simulator has no such files, so only a device can fail here.
    @Test func aFileCanBeUsedWhileTheDeviceIsLocked() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(suite)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.complete])
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = folder.appendingPathComponent("settings")
        let settings = PhoneSettings(store: .file(directory.appendingPathComponent("store.plist")))
        settings.count = 5
        #expect(settings.store.flush())
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!names.isEmpty)
        for name in names + [""] {
            let path = directory.appendingPathComponent(name).path
            let protection = try FileManager.default.attributesOfItem(atPath: path)[.protectionKey]
            #expect((protection as? FileProtectionType)?.rawValue != FileProtectionType.complete.rawValue, "\(name)")
        }
    }

    @Test func aWriteByAnotherObjectIsObserved() async throws {
        try await withSettings { settings in
            let seen = Values<Int>()
            let observation = settings.observe(\.count) { seen.add($0.newValue) }
            try #require(UserDefaults(suiteName: suite)).set(7, forKey: "count")
            #expect(await waits { seen.all == [7] })
            observation.cancel()
        }
    }
    #endif

    #if canImport(Combine)
    @Test func aPublisherDeliversOnTheMainThread() async throws {
        try await withSettings { settings in
            let seen = Values<Bool>()
            let subscription = settings.values(of: \.count).publisher.receive(on: DispatchQueue.main)
                .sink { _ in seen.add(Thread.isMainThread) }
            DispatchQueue.global().async { settings.count = 1 }
            #expect(await waits { seen.all == [true, true] })
            subscription.cancel()
        }
    }
    #endif
}

/// Values that are added on any thread.
private final class Values<Value: Sendable>: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var values: [Value] = []

    var all: [Value] { lock.withLock { values } }

    func add(_ value: Value) { lock.withLock { values.append(value) } }
}
