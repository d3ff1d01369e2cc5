/// A failure of a save, which the library reports as an issue of its own kind.
enum SavingIssue: Sendable {
    /// A file couldn't be read, for a reason, and the library has done something about it, which the advice says.
    case damagedFile(String, advice: String)

    /// Writes weren't saved, for a reason.
    case failedSave(String)

    /// Writes of a forked child aren't saved.
    case lostInFork
}

/// A closure that receives the issues of a save.
typealias SavingReport = @Sendable (SavingIssue) -> Void

/// The reason why a store wasn't saved, or can't be read.
struct SavingProblem: Error {
    /// The reason, as a clause.
    let reason: String
}
