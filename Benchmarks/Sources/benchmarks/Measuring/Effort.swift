/// How much time the report takes for each row.
struct Effort {
    /// How long one slice takes, in nanoseconds; a contestant's number of calls follows from it.
    let slice: Double

    /// After how many seconds a row ends, if it has had enough rounds.
    let seconds: Double

    /// How many rounds a row has.
    let rounds: ClosedRange<Int>

    /// The number of keys of a large store.
    let manyKeys: Int

    /// The same with longer slices, and more time for them.
    func lengthened(by factor: Double) -> Effort {
        Effort(slice: slice * factor, seconds: seconds * min(factor, 3), rounds: rounds, manyKeys: manyKeys)
    }

    /// What figures are published from.
    static let full = Effort(slice: 200_000, seconds: 4, rounds: 5...1_001, manyKeys: 100_000)

    /// A run of some seconds, which shows that everything works.
    ///
    /// Its figures mean nothing.
    static let quick = Effort(slice: 10_000, seconds: 0.05, rounds: 3...5, manyKeys: 1_000)
}
