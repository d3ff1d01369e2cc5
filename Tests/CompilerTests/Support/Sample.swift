import Foundation

/// What has to be compiled piece by piece: `swift test` compiles some of the pieces, so that it is soon at its end, and
/// `.ci/run` all of them.
enum Sample {
    /// Whether all is asked for.
    static let isAll = ProcessInfo.processInfo.environment["STRESS"] != nil

    /// All pieces, or each fifth.
    static func of<Piece>(_ pieces: [Piece]) -> [Piece] {
        isAll ? pieces : stride(from: 0, to: pieces.count, by: 5).map { pieces[$0] }
    }
}
