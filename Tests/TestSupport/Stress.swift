import Foundation
import Testing

/// How much the tests that have a count do; `.ci/stress` sets it.
///
/// `swift test` makes a few rounds of some cases, and `.ci/run` of all cases: a promise that is broken shows in them.
/// The usual counts look for what is rare, and a job of CI makes them beside `.ci/run`. They are a sample of the full
/// ones, which a release asks for, and the same in each run.
enum Stress {
    private static let setting = ProcessInfo.processInfo.environment["STRESS"]

    /// Whether all cases are asked for.
    static let hasAllCases = setting != nil

    /// Whether more than a few rounds are asked for.
    static let isAsked = hasAllCases && setting != "cases"

    /// Whether everything is asked for.
    static let isFull = setting == "full"

    /// How many times more than usual.
    static let factor = isFull ? 20 : setting.flatMap { Int($0) } ?? 1

    /// A count: the usual one, so many times more, or the full one.
    static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual * factor }

    /// A count that is smaller than usual where nothing is asked for, and where all cases are, which may have another.
    ///
    /// The full one is 20 times the usual one if none is given.
    static func count(_ few: Int, cases: Int? = nil, usual: Int, full: Int? = nil) -> Int {
        isAsked ? count(usual, full: full ?? usual * factor) : hasAllCases ? cases ?? few : few
    }

    /// All cases if they are asked for, else each so-and-so-many-th.
    static func cases<Case>(each step: Int, of all: [Case]) -> [Case] {
        hasAllCases ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
    }
}
