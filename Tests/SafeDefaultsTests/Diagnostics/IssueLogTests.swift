#if os(Linux)
import Testing

@testable import TestSupport

@Suite struct IssueLogTests {
    @Test func anIssueIsALineOnStandardError() throws {
        let outcome = try Program("saver").run("acme", "unreadable")
        #expect(outcome.output == "0")
        #expect(outcome.errors.hasPrefix("SafeDefaults: "))
        #expect(outcome.errors.hasSuffix("\n"))
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
