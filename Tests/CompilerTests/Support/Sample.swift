import Foundation

/// Chooses pieces of code that are compiled one by one: `swift test` compiles a sample, so that it takes little time,
/// and `.ci/run` compiles all.
enum Sample {
    /// Whether all pieces are compiled.
    static let isAll = ProcessInfo.processInfo.environment["STRESS"] != nil

    /// Whether they are compiled in all modes of readers' modules, too.
    static let isFull = ProcessInfo.processInfo.environment["STRESS"] == "full"

    /// Returns all pieces, or every fifth.
    static func of<Piece>(_ pieces: [Piece]) -> [Piece] {
        isAll ? pieces : stride(from: 0, to: pieces.count, by: 5).map { pieces[$0] }
    }
}
