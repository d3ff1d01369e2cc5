#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Which values a file store finds beside its own, in which order, and who is notified of it.
@Suite struct FileDomainsTests {
    let fixture = FileFixture()

    private func open() throws -> FileDefaults { try FileDefaults(url: fixture.url) }

    /// A name that no other test has.
    private static func fresh() -> String { "SafeDefaultsTests-\(UUID().uuidString)" }

    @Test func observersAreNotifiedOfLaunchArguments() throws {
        let defaults = try open()
        let sample = Sample(store: DefaultsStore(defaults))
        let heard = Log<Int>()
        let token = sample.observe(\.count) { heard.add($0.newValue) }
        defaults.setVolatileDomain(["count": 4], forName: UserDefaults.argumentDomain)
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(heard.all == [4, 0])
        token.cancel()
    }

    // MARK: - Volatile domains

    @Test func argumentsThatWereRemovedAreFoundNowhere() throws {
        let program = Program("helper", preferences: fixture.directory)
        let outcome = try program.run("forget", fixture.url.path, "attempts", "-attempts", "7")
        #expect(outcome.output == "7 nil nil\ndone")
    }

    @Test func theDomainOfArgumentsIsNamedUntilItIsRemoved() throws {
        let defaults = try open()
        let both = [UserDefaults.argumentDomain, UserDefaults.registrationDomain]
        #expect(defaults.volatileDomainNames.sorted() == both)
        defaults.setVolatileDomain([:], forName: UserDefaults.argumentDomain)
        #expect(defaults.volatileDomainNames.sorted() == both)
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        defaults.removeVolatileDomain(forName: UserDefaults.registrationDomain)
        #expect(defaults.volatileDomainNames == [UserDefaults.registrationDomain])
        defaults.setVolatileDomain(["a": 1], forName: UserDefaults.argumentDomain)
        #expect(defaults.volatileDomainNames.sorted() == both)
    }

    // MARK: - Persistent domains

    @Test(arguments: [
        "", ".", "..", "a/b", "../a", "/tmp/a.plist", "a\0b", UserDefaults.argumentDomain,
        UserDefaults.registrationDomain, String(repeating: "n", count: 250),
    ])
    func aDomainThatCannotBeWrittenIsRefused(name: String) throws {
        let defaults = try open()
        defaults.set(1, forKey: "a")
        let issues = IssueRecorder.issues {
            defaults.setPersistentDomain(["a": 2], forName: name)
            defaults.removePersistentDomain(forName: name)
        }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(defaults.integer(forKey: "a") == 1)
        #expect(defaults.persistentDomain(forName: fixture.url.path)?.count == 1)
    }

    @Test func anotherSpellingOfThePathIsNotTheFilesOwnDomain() throws {
        let defaults = try open()
        defaults.set(1, forKey: "a")
        let other = fixture.directory.path + "/./store.plist"
        let issues = IssueRecorder.issues { defaults.setPersistentDomain([:], forName: other) }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(defaults.integer(forKey: "a") == 1)
    }

    // MARK: - Objects

    @Test(arguments: [StoreKind.inMemory, .file]) func aCollectionIsCopied(kind: StoreKind) throws {
        let defaults = TestStore(kind)
        let inner = NSMutableDictionary(dictionary: ["x": 1])
        let list = NSMutableArray(array: [inner])
        defaults.store.userDefaults.set(list, forKey: "a")
        list.add(2)
        inner["y"] = 2
        #expect(RawObject.literal(defaults.raw("a")) == [["x": 1]])
        var own = try #require(defaults.store.userDefaults.array(forKey: "a"))
        own.append(3)
        #expect(RawObject.literal(defaults.raw("a")) == [["x": 1]])
    }

    @Test(arguments: [("~", ""), ("~/", ""), ("~/a b", "/a b")])
    func aTildeIsTheHomeDirectory(text: String, rest: String) throws {
        let defaults = try open()
        defaults.set(text, forKey: "a")
        #expect(defaults.url(forKey: "a")?.path == NSHomeDirectory() + rest)
        defaults.set("~nobodyHasThisName/a", forKey: "a")
        #expect(defaults.url(forKey: "a") == nil)
    }
}
#endif
