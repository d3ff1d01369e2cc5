import Foundation

/// How much the tests that have a count do; `.ci/stress` sets it.
enum Stress {
    private static let setting = ProcessInfo.processInfo.environment["STRESS"]

    /// How many times more than usual.
    static let factor = setting == "full" ? 20 : setting.flatMap { Int($0) } ?? 1

    /// A count: the usual one, so many times more, or the full one.
    static func count(_ usual: Int, full: Int) -> Int { setting == "full" ? full : usual * factor }
}
