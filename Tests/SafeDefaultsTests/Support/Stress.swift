import Foundation

/// How much the tests that have a count do; `.ci/stress` sets it.
enum Stress {
    private static let setting = ProcessInfo.processInfo.environment["STRESS"]

    /// Whether everything is asked for.
    static let isFull = setting == "full"

    /// How many times more than usual.
    static let factor = isFull ? 20 : setting.flatMap { Int($0) } ?? 1

    /// A count: the usual one, so many times more, or the full one.
    static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual * factor }
}
