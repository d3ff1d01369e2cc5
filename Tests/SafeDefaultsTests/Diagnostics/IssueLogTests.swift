#if os(Linux)
import Testing

@testable import TestSupport

@Suite struct IssueLogTests {
    @Test func anIssueIsALineOnStandardError() throws {
        let outcome = try Program("saver").run("acme", "unreadable")
        #expect(outcome.output == "0")
        #expect(outcome.errors.hasPrefix("SafeDefaults: "))
        #expect(outcome.errors.hasSuffix("\n"))
        #expect(outcome.errors.contains("\"count\"") && !outcome.errors.contains("planted"))
        // A release build is for people who don't have the sources.
        #if DEBUG
        #expect(outcome.errors.hasPrefix("SafeDefaults: saver/main.swift:"))
        #else
        #expect(!outcome.errors.contains(".swift"))
        #endif
    }

    @Test(arguments: ["2>&-", "2>/dev/full", "2</dev/null"])
    func aClosedOrFullStandardErrorDoesNotEndTheProcess(redirection: String) throws {
        var program = Program("saver")
        program.wrapper = ["bash", "-c", "exec \"$@\" \(redirection)", "-"]
        let outcome = try program.run("acme", "unreadable")
        #expect(outcome.output == "0")
        #expect(outcome.status == 0)
    }
}
#endif
