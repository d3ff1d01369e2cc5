import Foundation

/// Random numbers by a seed, the same everywhere: SplitMix64.
struct RandomSource: RandomNumberGenerator {
    /// The seed; what comes next follows from it.
    var state: UInt64

    /// Whether the store keeps everything: the file of a raw Linux suite has whole seconds and no -0.0.
    var isLossless = true

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of some elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// So many of what a closure makes.
    mutating func some<Element>(_ counts: ClosedRange<Int>, _ make: (inout RandomSource) -> Element) -> [Element] {
        (0..<Int.random(in: counts, using: &self)).map { _ in make(&self) }
    }
}
