/// The result of a ``Race``.
struct Row: Codable, Sendable {
    /// What one contestant took.
    struct Cell: Codable, Sendable {
        let name: String

        /// The time of one call.
        let nanoseconds: Spread

        /// The time over that of the raw call in the same round.
        let ratio: Spread

        /// Whether it differs from round to round by so much that its ratio says little.
        var isTooNoisy: Bool { ratio.isTooWide }
    }

    let id: String
    let name: String
    let rounds: Int

    /// The time of one raw call.
    let raw: Spread

    /// The raw call over itself: the noise.
    let control: Spread

    let cells: [Cell]

    /// Sums up the rounds.
    ///
    /// - Parameters:
    ///   - id: The row's identifier.
    ///   - name: The row's name.
    ///   - names: The contestants.
    ///   - samples: The times of the raw call, of the raw call again, and of each contestant, round by round.
    init(id: String, name: String, names: [String], samples: [[Double]]) {
        func ratios(_ index: Int) -> Spread { Spread(zip(samples[index], samples[0]).map { $0 / $1 }) }
        self.id = id
        self.name = name
        rounds = samples[0].count
        raw = Spread(samples[0] + samples[1])
        control = ratios(1)
        cells = names.enumerated().map { index, name in
            Cell(name: name, nanoseconds: Spread(samples[index + 2]), ratio: ratios(index + 2))
        }
    }

    /// Whether the raw call differs from itself by so much that none of the row's ratios says much.
    var isTooNoisy: Bool { abs(control.median - 1) > 0.03 || control.isTooWide }

    /// The contestant of a name; nil if it didn't take part, or is too noisy.
    subscript(name: String) -> Cell? { cells.first { $0.name == name && !$0.isTooNoisy } }
}

extension Spread {
    /// Whether half of the values lie further apart than half of their median.
    fileprivate var isTooWide: Bool { deviation > 0.25 * median }
}
