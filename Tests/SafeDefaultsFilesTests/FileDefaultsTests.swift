#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileDefaultsTests {
    let fixture = FileFixture()

    private func open() throws -> FileDefaults { try FileDefaults(url: fixture.url) }

    // MARK: - Values

    @Test(
        .promise(file: "`Int.max`"), .promise(file: "the URL `https://example.com/a`"),
        .promise(file: "a date's fraction of a second, and `-0.0`"))
    func valuesComeBackAsTheyWereSetAlsoAfterACompaction() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
        let url = try #require(URL(string: "https://tom:pw@example.com:8080/a?b#c"))
        var defaults: FileDefaults? = try open()
        defaults?.set(date, forKey: "date")
        defaults?.set(-0.0, forKey: "zero")
        defaults?.set(Int.max, forKey: "max")
        defaults?.set(UInt64.max, forKey: "unsigned")
        defaults?.set(url, forKey: "url")
        defaults?.set(Float(0.1), forKey: "float")
        defaults?.set(["a": [1, true, Data([1])]] as [String: Any], forKey: "tree")
        for _ in 0..<2 {
            let now = try #require(defaults)
            #expect(now.object(forKey: "date") as? Date == date)
            #expect(now.double(forKey: "zero").sign == .minus)
            #expect(now.integer(forKey: "max") == .max)
            #expect(now.object(forKey: "unsigned") as? UInt64 == .max)
            #expect(now.url(forKey: "url") == url)
            #expect(now.float(forKey: "float") == 0.1)
            #expect(RawObject.literal(now.object(forKey: "tree")) == ["a": [1, true, .data(Data([1]))]])
            // Closed, and so compacted, and opened again.
            defaults = nil
            defaults = try open()
        }
    }

    final class Unstorable {}

    // MARK: - Domains

    @Test func launchArgumentsOfTheProcessAreSeen() throws {
        let program = Program("filer", preferences: fixture.directory)
        #expect(try program.run(fixture.url.path, "set", "a", "stored").output == "ok")
        #expect(try program.run(fixture.url.path, "get", "a", "-a", "argument").output.hasPrefix("argument"))
    }

    @Test func theFilesOwnDomainHasItsPathAsItsName() throws {
        let defaults = try open()
        let path = fixture.url.path
        #expect(defaults.persistentDomain(forName: path) == nil)
        defaults.set(1, forKey: "a")
        defaults.setPersistentDomain(["b": 2, "bad": Unstorable()], forName: path)
        #expect(defaults.persistentDomain(forName: path)?.keys.sorted() == ["b"])
        #expect(defaults.object(forKey: "a") == nil && defaults.integer(forKey: "b") == 2)
        defaults.removePersistentDomain(forName: path)
        #expect(defaults.object(forKey: "b") == nil)
    }

    // MARK: - Importing

    @Test func onlyANewFileStartsWithTheValuesOfAnotherStore() throws {
        let suite = TestStore(.rawSuite)
        let old = suite.store.userDefaults
        old.set("kept", forKey: "text")
        old.set(["a": 1], forKey: "tree")
        old.setVolatileDomain(["argument": "x"], forName: UserDefaults.argumentDomain)
        var defaults: FileDefaults? = try FileDefaults(url: fixture.url, importing: old)
        #expect(defaults?.persistentDomain(forName: fixture.url.path)?.keys.sorted() == ["text", "tree"])
        defaults?.set("new", forKey: "text")
        defaults = nil
        defaults = try FileDefaults(url: fixture.url, importing: old)
        #expect(defaults?.string(forKey: "text") == "new")
    }

    @Test func anEmptyImportIsOneTooSoThatALaterOneChangesNothing() throws {
        let old = InMemoryDefaults()
        _ = try FileDefaults(url: fixture.url, importing: old)
        old.set(1, forKey: "a")
        #expect(try FileDefaults(url: fixture.url, importing: old).object(forKey: "a") == nil)
    }

    // MARK: - Several objects

    /// Uses a store, and returns what is left of its engine.
    private func used() throws -> () -> FileEngine? {
        let defaults = try open()
        let observation = Sample(store: DefaultsStore(defaults)).observe(\.count) { _ in }
        defaults.set(1, forKey: "count")
        observation.cancel()
        weak let engine = try EngineRegistry.shared.engine(at: try fixture.place()).object
        return { engine }
    }

    @Test func ofAStoreThatIsClosedNothingIsLeft() async throws {
        let engine = try used()
        // What is done later may hold it for a moment.
        #expect(await eventually { engine() == nil })
        #expect(try fixture.propertyList() == ["count": 1])
    }

    @Test func onePathGivesOneObjectForAsLongAsAnyStoreHasIt() throws {
        var first: DefaultsStore? = .file(fixture.url)
        let object = try #require(first?.userDefaults)
        #expect(DefaultsStore.file(fixture.url).userDefaults === object)
        let second = DefaultsStore(object)
        #expect(second == first)
        first = nil
        #expect(DefaultsStore.file(fixture.url) == second)
        #expect(DefaultsStore.file(fixture.directory.file("other.plist")) != second)
    }

    @Test(.row(97), .noHang) func anObserverIsNotifiedOfAnotherObjectsWrite() async throws {
        let (one, two) = (Sample(store: DefaultsStore(try open())), Sample(store: DefaultsStore(try open())))
        var heard = one.values(of: \.count).makeAsyncIterator()
        #expect(await heard.next() == 0)
        two.count = 5
        #expect(await heard.next() == 5)
        one.count = 6
        #expect(await heard.next() == 6)
    }

    @Test func aStoreKnowsItsFileAndItsEnvironment() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)/a.plist")
        let store = DefaultsStore.file(url, environment: "NONE_OF_THESE")
        #expect(store.fileURL == url)
        #expect(store.environment?.prefix == "NONE_OF_THESE")
        #expect(DefaultsStore.inMemory().fileURL == nil && DefaultsStore.inMemory().environment == nil)
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}
#endif
