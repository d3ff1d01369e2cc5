import Foundation

/// The middle of many samples: the median, and the quartiles around it.
struct Spread: Codable, Sendable {
    let median: Double
    let low: Double
    let high: Double

    /// Sums up samples, of which there must be one at least.
    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        median = Self.rounded(sorted[sorted.count / 2])
        low = Self.rounded(sorted[sorted.count / 4])
        high = Self.rounded(sorted[sorted.count * 3 / 4])
    }

    private init(median: Double, low: Double, high: Double) {
        self.median = Self.rounded(median)
        self.low = Self.rounded(low)
        self.high = Self.rounded(high)
    }

    /// The same of how often something happens in a time, instead of how long it takes.
    var inverse: Spread { Spread(median: 1 / median, low: 1 / high, high: 1 / low) }

    /// Half the distance between the quartiles.
    var deviation: Double { (high - low) / 2 }

    /// Four significant digits: more would be noise, and a change in every line of a report.
    private static func rounded(_ number: Double) -> Double { Double(String(format: "%.4g", number)) ?? number }
}
