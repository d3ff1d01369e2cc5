import Foundation

/// How much more than usual the tests that have a count do; `.ci/stress` sets it.
enum Stress {
    static let factor = ProcessInfo.processInfo.environment["STRESS"].flatMap { Int($0) } ?? 1
}
