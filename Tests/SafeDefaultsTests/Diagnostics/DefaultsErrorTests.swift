import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite(.row(83)) struct DefaultsErrorTests {
    private typealias Sample = DefaultsIssueTests.Sample

    private let test = TestStore(.inMemory)
    private var sample: Sample { Sample(store: test.store) }

    @Test func anUnreadableValueNamesItsStoredNameTypesAndReason() throws {
        sample.set("three", forKey: .attempts)
        let error = try #require(#expect(throws: DefaultsError.self) { try sample.read(\.attempts) })
        #expect(error.kind == .unreadable)
        #expect(error.storedName == "login/attempts")
        #expect(error.expected == "Int")
        #expect(error.found == "string")
        #expect(error.codingPath == [])
        #expect(error.description.hasPrefix("Can't read \"login/attempts\" as Int: found a string that "))
        #expect(error.localizedDescription == error.description)
    }

    @Test func anUnstorableValueNamesItsStoredNameAndThePart() throws {
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        let error = try #require(
            #expect(throws: DefaultsError.self) { try sample.write(["a": [never]], forKey: .when) })
        #expect(error.kind == .unstorable)
        #expect(error.storedName == "login/when")
        #expect(error.codingPath == ["a", "[0]"])
        #expect(error.description.hasPrefix("Can't store \"login/when\""))
    }

    @Test func everySentenceIsOneLineThatEndsWithAFullStop() throws {
        for object in ["x", 1.5, Data([1]), ["a"], ["a": 1]] as [Any] {
            sample.setObject(object, forKey: .attempts)
            let error = try #require(#expect(throws: DefaultsError.self) { try sample.read(\.attempts) })
            #expect(error.description.hasSuffix("."))
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func errorsWithTheSameContentAreEqual() {
        sample.set("x", forKey: .attempts)
        guard case .unreadable(let one) = sample.lookup(\.attempts) else { return }
        sample.set("y", forKey: .attempts)
        #expect(sample.lookup(\.attempts) == .unreadable(one))
        #expect(Set([one]).contains(one))
        sample.set([1], forKey: .attempts)
        #expect(sample.lookup(\.attempts) != .unreadable(one))
    }

    @Test func aHostileKeyCannotFloodOrForgeALogLine() throws {
        let wild = HostileInputTests.SlashDomain(store: test.store)
        let key = HostileInputTests.SlashDomain.Keys(
            rawValue: "a\nSafeDefaults: forged\u{1B}[31m" + String(repeating: "x", count: 1_000_000))
        wild.set("x", forKey: key)
        let issues = IssueRecorder.issues { _ = wild.integer(forKey: key) }
        let text = try #require(issues.first?.description)
        #expect(text.utf8.count < 1_000)
        #expect(!text.contains("\n") && !text.contains("\u{1B}"))
    }
}
