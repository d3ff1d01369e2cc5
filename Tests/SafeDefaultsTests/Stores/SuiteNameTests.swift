import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite struct SuiteNameTests {
    static let refused: [ArgumentString] = [
        "", ".", "..", "a/b", "/", "../x", "a\0b", "\0", ArgumentString(UserDefaults.globalDomain),
        .repeating("x", 250),
        .repeating("é", 125), .repeating("x", 1_000_000),
        // Names of other domains in Foundation, in its files and in this library.
        ".GlobalPreferences", "Apple Global Domain", ArgumentString(UserDefaults.argumentDomain),
        ArgumentString(UserDefaults.registrationDomain),
        "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication", "kCFPreferencesAnyUser",
        "kCFPreferencesAnyHost", "kCFPreferencesCurrentUser", "kCFPreferencesCurrentHost",
        "SafeDefaults.PropertyListDefaults",
    ]

    @Test(arguments: refused) func aRefusedNameIsOneIssueAndAStoreInMemory(name: ArgumentString) throws {
        var stores: [DefaultsStore] = []
        let line: UInt = #line + 1
        let issues = IssueRecorder.issues { stores.append(.suite(name.value)) }
        #expect(issues.map(\.kind) == [.refusedName])
        let issue = try #require(issues.first)
        #expect(issue.error.kind == .refusedStore)
        #expect(issue.location?.line == line)
        #expect(issue.storedName == nil)
        #expect(issue.description.utf8.count < 1_000)

        let store = try #require(stores.first)
        #expect(store.userDefaults is InMemoryDefaults)
        #expect(store != .standard)
        let sample = WithStandardTests.Sample(store: store)
        sample.probe = 1
        #expect(sample.probe == 1)
        #expect(UserDefaults.standard.object(forKey: "withStandardProbe") == nil)
        #expect(issue.description.contains("in memory"))
    }

    @Test(arguments: ["", "a/b", "kCFPreferencesAnyApplication"])
    func theFlushOfAStoreInPlaceOfARefusedOneIsFalse(name: String) throws {
        var stores: [DefaultsStore] = []
        _ = IssueRecorder.issues { stores.append(.suite(name)) }
        let store = try #require(stores.first)
        let line: UInt = #line + 2
        let issues = IssueRecorder.issues {
            #expect(!store.flush())
            #expect(!store.userDefaults.synchronize())
        }
        #expect(issues.map(\.kind) == [.failedSave, .failedSave])
        #expect(issues.map(\.location?.line) == [line, nil])
        for issue in issues {
            #expect(issue.description.contains("can't be the name of a suite"), "\(issue)")
            #expect(issue.description.contains("is kept in memory only") && !issue.description.contains("try again"))
        }
    }

    #if os(Linux)
    @Test func theProgramsOwnNameIsTheStandardStore() throws {
        let program = Program("saver")
        #expect(try program.run("saver", "count-through-both").output == "true 800")
        #expect(program.preferences.names == ["saver.plist"])
        #expect(try program.run("-", "read").output == "nil nil 800")
    }

    /// Foundation names the file after the identifier, and the executable's name is an ordinary suite's.
    @Test func anIdentifierBesideTheProgramIsItsName() throws {
        let place = TemporaryDirectory()
        let path = place.file("saver").path
        let list = ["CFBundleIdentifier": "com.acme.saver", "CFBundleExecutable": "saver"]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: place.file("Info.plist"))
        var program = Program("saver")
        // Not copied by this process: a program that another test starts meanwhile would have the copy open for
        // writing, and what is being written can't be run.
        let copying = #"[ -e "$0" ] || cp "$1" "$0"; shift; exec "$0" "$@""#
        program.wrapper = ["bash", "-c", copying, path]
        try Data("damaged".utf8).write(to: program.preferences.file("com.acme.saver.plist"))
        #expect(try program.run("-", "write", "kept").errors.contains("damagedFile"))
        #expect(try program.run("com.acme.saver", "count-through-both").output == "true 800")
        #expect(try program.run("saver", "read").output == "nil nil 0")
        #expect(program.preferences.names.count == 2)
    }
    #endif

    @Test(arguments: ["group.com.acme-\(UUID().uuidString)", "a b é \(UUID().uuidString)", "...", longest])
    func otherNamesAreAccepted(name: String) throws {
        var stores: [DefaultsStore] = []
        #expect(IssueRecorder.issues { stores.append(.suite(name)) } == [])
        #expect(!(stores.first?.userDefaults is InMemoryDefaults))
    }

    /// A name of the greatest length.
    static let longest = UUID().uuidString + String(repeating: "x", count: 249 - 36)
}
