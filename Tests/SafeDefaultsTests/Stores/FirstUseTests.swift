import Testing

@testable import TestSupport

@Suite struct FirstUseTests {
    /// In a process of its own, because other tests use files.
    ///
    /// NB: on Linux, each `set` asks the C library for the user's name. The answer lies in memory that all threads
    /// share, and files' owners are asked for in the same way. Of 100,000 writes beside a thread that did nothing else,
    /// one or two were stored under another user's name, where no read finds them.
    @Test(arguments: ["suite", "injected"]) func threadsThatUseAFreshSuiteFirstLoseNoWrite(way: String) throws {
        let rounds = Stress.count(5, usual: 20)
        let counts = try Program("saver").run("fresh", "count-in-fresh-suites", "\(rounds)", way).output
        #expect(counts.split(separator: "\n") == Array(repeating: "200", count: rounds), "\(counts)")
    }
}
