import Foundation
import Testing

/// How much the tests that have a count do; `.ci/stress` sets it.
///
/// The usual counts are made for each change, so all of them together take a few minutes. They are a sample of the full
/// ones, which a release asks for, and the same in each run.
enum Stress {
    private static let setting = ProcessInfo.processInfo.environment["STRESS"]

    /// Whether `.ci/stress` asks for anything; `swift test` by itself makes a few rounds of everything, so that it is
    /// soon at its end.
    static let isAsked = setting != nil

    /// Whether everything is asked for.
    static let isFull = setting == "full"

    /// How many times more than usual.
    static let factor = isFull ? 20 : setting.flatMap { Int($0) } ?? 1

    /// A count: the usual one, so many times more, or the full one.
    static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual * factor }

    /// A count that is smaller than usual where nothing is asked for; the full one is 20 times the usual one if none is
    /// given.
    static func count(_ few: Int, usual: Int, full: Int? = nil) -> Int {
        isAsked ? count(usual, full: full ?? usual * factor) : few
    }

    /// All cases, or each so-and-so-many-th where nothing is asked for.
    static func cases<Case>(each step: Int, of all: [Case]) -> [Case] {
        isAsked ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
    }
}
