import Foundation
import Testing

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

extension Trait where Self == TimeLimitTrait {
    /// Has a test fail that hangs: after ten minutes, since others may have their turn first; after ten hours where
    /// everything is asked for.
    static var noHang: Self { .timeLimit(.minutes(Stress.isFull ? 600 : 10)) }
}
