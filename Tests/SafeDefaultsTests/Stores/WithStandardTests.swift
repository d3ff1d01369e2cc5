import Dispatch
import Foundation
import SafeDefaultsFiles
import SafeDefaultsInspection
import Testing

@testable import SafeDefaults
@testable import TestSupport

@Suite(.noHang, .rowsB(16)) struct WithStandardTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case withStandardProbe }
        struct Settings { let probe = Setting(.withStandardProbe, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    private let memory = DefaultsStore.inMemory()

    struct Failure: Error, Equatable {}

    private func leavesNoTrace() {
        #expect(UserDefaults.standard.object(forKey: "withStandardProbe") == nil)
    }

    /// Runs a closure on a thread outside of any task.
    private func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }

    // MARK: - Created before

    @Test func aDomainCreatedBeforeUsesTheScopesStore() {
        let before = Sample()
        let store = DefaultsStore.standard
        DefaultsStore.withStandard(memory) {
            before.probe = 1
            #expect(Sample(store: memory).probe == 1)
            #expect(store == memory)
            #expect(store.userDefaults === memory.userDefaults)
        }
        #expect(before.probe == 0)
        #expect(store.userDefaults === UserDefaults.standard)
        leavesNoTrace()
    }

    // MARK: - Created inside, used outside of the task

    @Test func aDomainCreatedInsideKeepsTheStoreInDetachedTasksQueuesAndThreads() async {
        await DefaultsStore.withStandard(memory) {
            let inside = Sample()
            await Task.detached { inside.probe += 1 }.value
            await elsewhere { inside.probe += 1 }
            onThreads(1) { _ in inside.probe += 1 }
            #expect(inside.probe == 3)
        }
        #expect(Sample(store: memory).probe == 3)
        leavesNoTrace()
    }

    @Test func aDomainWithoutAStoreFollowsTheTask() async {
        struct Plain: SafeDefaults {
            enum Keys: String, DefaultsKey { case withStandardProbe }
            struct Settings { let probe = Setting(.withStandardProbe, default: 0) }
            static let settings = Settings()
        }
        let before = Plain()
        await DefaultsStore.withStandard(memory) {
            let inside = Plain()
            before.probe += 1
            inside.probe += 1
            #expect(inside.probe == 2)
            #expect(await Task.detached { inside.probe }.value == 0)
            // What keeps the domain's store doesn't follow.
            let (store, part) = (inside.store.inScope, inside.store.scoped("part"))
            let settings = inside.allSettings
            await Task.detached {
                #expect(Sample(store: store).probe == 2)
                Sample(store: part).probe = 3
                Stored(Plain.probe, store: store).wrappedValue = 4
                #expect(settings.map(\.text) == ["4"])
            }.value
            #expect(Sample(store: memory.scoped("part")).probe == 3)
        }
        leavesNoTrace()
    }

    // MARK: - Created in a detached task, a block, a thread

    @Test func aDomainCreatedInsideIsTheRealStandardAfterwards() {
        let made = DefaultsStore.withStandard(memory) { Sample() }
        #expect(made.store.userDefaults === UserDefaults.standard)
        DefaultsStore.withStandard(.inMemory()) { #expect(made.store == Sample().store) }
    }

    @Test func aDomainCreatedOutsideOfTheTaskUsesTheRealStandard() async {
        await DefaultsStore.withStandard(memory) {
            let detached = await Task.detached { Sample().store.userDefaults === UserDefaults.standard }.value
            let queued = await elsewhere { Sample().store.userDefaults === UserDefaults.standard }
            #expect(detached && queued)
            // Child tasks are inside.
            async let child = Sample().store == memory
            #expect(await child)
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { [memory] in Sample().store == memory }
                for await isMemory in group { #expect(isMemory) }
            }
        }
    }

    // MARK: - Nesting, errors, other stores

    @Test func scopesNest() async {
        let inner = DefaultsStore.inMemory()
        await DefaultsStore.withStandard(memory) {
            let outside = Sample()
            outside.probe = 1
            await DefaultsStore.withStandard(inner) {
                #expect(outside.probe == 0)
                outside.probe = 2
                Sample().probe += 1
                await Task.detached { #expect(outside.probe == 1) }.value
            }
            #expect(outside.probe == 1)
        }
        #expect(Sample(store: inner).probe == 3)
    }

    @Test func errorsAndResultsPassThroughAndEndTheScope() async {
        #expect(DefaultsStore.withStandard(memory) { 5 } == 5)
        #expect(throws: Failure()) {
            try DefaultsStore.withStandard(memory) { () throws(Failure) in throw Failure() }
        }
        #expect(DefaultsStore.standard.userDefaults === UserDefaults.standard)
        await #expect(throws: Failure.self) {
            try await DefaultsStore.withStandard(memory) {
                await Task.yield()
                throw Failure()
            }
        }
        #expect(DefaultsStore.standard.userDefaults === UserDefaults.standard)
    }

    @Test func filesAndObjectsAreNotReplaced() {
        let file = TestStore(.file)
        let suite = TestStore(.rawSuite).store.userDefaults
        DefaultsStore.withStandard(memory) {
            #expect(DefaultsStore(UserDefaults.standard).userDefaults === UserDefaults.standard)
            #expect(DefaultsStore(suite).userDefaults === suite)
            #expect(DefaultsStore.file(file.fileURL) == file.store)
        }
    }

    // MARK: - Suites

    /// The settings that an app shares with its widget.
    struct Shared: SafeDefaults {
        typealias Keys = Sample.Keys
        struct Settings { let probe = Setting(.withStandardProbe, default: 0) }
        static let settings = Settings()
        static let name = "SafeDefaultsTests-\(UUID().uuidString)"
        var store: DefaultsStore = .suite(name)
    }

    /// Settings in two stores.
    struct Both: SafeDefaults {
        typealias Keys = Sample.Keys
        struct Settings { let probe = Setting(.withStandardProbe, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore = .standard
        var shared = Shared()
    }

    /// Whether nothing has been stored in the real suite.
    private var sharedIsUntouched: Bool {
        DefaultsStore.suite(Shared.name).userDefaults.object(forKey: "withStandardProbe") == nil
    }

    @Test func aSuiteIsReplacedByAStoreOfItsOwn() {
        let before = Shared()
        let scoped = Shared(store: .suite(Shared.name).scoped("b"))
        let watched = Stored(Shared.probe, store: .suite(Shared.name), options: .cached)
        DefaultsStore.withStandard(memory) {
            before.probe = 3
            scoped.probe = 4
            let both = Both()
            both.shared.probe += 1
            both.probe = 7
            #expect(before.probe == 4 && Shared().probe == 4 && watched.wrappedValue == 4)
            #expect(Shared(store: .suite("\(Shared.name).other")).probe == 0)
            #expect(Shared(store: .suite(Shared.name).scoped("b")).probe == 4)
            #expect(before.store.scopes == ["b"])
            #expect(DefaultsStore.suite(Shared.name) == before.store && before.store != memory)
            #expect(before.store.userDefaults.integer(forKey: "withStandardProbe") == 4)
        }
        #expect(before.probe == 0 && scoped.probe == 0 && watched.wrappedValue == 0)
        #expect(sharedIsUntouched)
        DefaultsStore.withStandard(memory) { #expect(before.probe == 0 && Both().probe == 7) }
    }

    @Test func theScopesOwnSuiteStaysWhatItIs() {
        let suite = TestStore(.rawSuite)
        DefaultsStore.withStandard(suite.store) {
            Sample().probe = 3
            #expect(Sample(store: suite.store).probe == 3 && Sample(store: .suite(suite.suite)).probe == 3)
        }
        #expect(Sample(store: suite.store).probe == 3)
    }

    @Test @MainActor func theAsynchronousFormStaysOnTheCallersActor() async {
        var onMain = 0
        await DefaultsStore.withStandard(memory) {
            onMain += 1
            await Task.yield()
            onMain += Sample().probe + 1
        }
        #expect(onMain == 2)
    }
}
