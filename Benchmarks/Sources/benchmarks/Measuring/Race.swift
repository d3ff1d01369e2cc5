import Dispatch

/// One row of the report: a raw call, and the contestants that do the same on the same data.
///
/// All of them run in short slices, one after another, over and over, each time in another order. So whatever else the
/// machine does weighs on all of them, and a contestant is compared with the raw call of the same round. The raw call
/// runs twice in each round; how far the two differ is what the machine's noise alone does to a ratio.
struct Race {
    let id: String
    let name: String
    let raw: Contestant
    let contestants: [Contestant]

    /// How many times longer than usual the slices are: for calls that differ much, as writes to a disk do.
    var length = 1.0

    /// Describes a row.
    ///
    /// - Parameters:
    ///   - id: The name by which the program finds the row again.
    ///   - name: What the table says.
    ///   - raw: The call that all others are compared with.
    ///   - contestants: The others.
    init(_ id: String, _ name: String, raw: @escaping (Int) -> Void, _ contestants: [Contestant]) {
        self.init(id, name, raw: Contestant("raw", raw), contestants)
    }

    /// Describes a row whose raw contestant takes the time itself.
    init(_ id: String, _ name: String, raw: Contestant, _ contestants: [Contestant]) {
        self.id = id
        self.name = name
        self.raw = raw
        self.contestants = contestants
    }

    /// Whether all contestants make as many calls in a slice as the raw one, instead of calls for the same time.
    var hasEqualSlices = false

    /// Runs the rounds.
    func run(_ usual: Effort) -> Row {
        let effort = usual.lengthened(by: length)
        let everyone = [raw, raw] + contestants
        // No number twice: a store may save the time of writing what it has already.
        var next = 0
        var calls = everyone.map { Self.calls($0, effort, next: &next) }
        calls[1] = calls[0]
        if hasEqualSlices { calls = calls.map { _ in calls[0] } }

        var samples = Array(repeating: [Double](), count: everyone.count)
        let start = DispatchTime.now().uptimeNanoseconds
        for round in 0..<effort.rounds.upperBound {
            let passed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if round >= effort.rounds.lowerBound && passed > effort.seconds { break }
            for index in everyone.indices.shuffled() {
                let time = everyone[index].slice(calls[index], next)
                next += calls[index]
                samples[index].append(time / Double(calls[index]))
            }
        }
        return Row(id: id, name: name, names: contestants.map(\.name), samples: samples)
    }

    /// Returns how many calls take a slice's time; makes them, too, so that everything is warm.
    private static func calls(_ contestant: Contestant, _ effort: Effort, next: inout Int) -> Int {
        var calls = 1
        while calls < 1 << 20 {
            // The fastest of three: the first call may make what later ones use again.
            var time = Double.infinity
            for _ in 0..<3 {
                time = min(time, contestant.slice(calls, next))
                next += calls
            }
            if time >= effort.slice { return max(1, Int(Double(calls) * effort.slice / time)) }
            calls *= 2
        }
        return calls
    }
}
