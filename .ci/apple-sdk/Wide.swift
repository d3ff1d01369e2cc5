// What `narrow-integers` has to find, each line once: else it sees nothing.

// swift-format-ignore-file

func wide(_ number: UInt64, _ half: UInt32) -> [Int] {
    [
        0x1_0000_0000,
        Int(number),
        Int(half),
        [number].map(Int.init)[0],
        Int(clamping: number),  // Not this one.
    ]
}
