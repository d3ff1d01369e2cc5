import Foundation

/// What can happen to the bytes of a file.
enum Damage: CaseIterable {
    case flippedBit, wrongBytes, cutOff, grown, swappedBlocks, copiedBlock, zerosInside, zerosToTheEnd, randomBytes
    case emptied, leftoverEnd, leftover

    /// Makes it happen.
    ///
    /// - Parameters:
    ///   - original: The file's bytes, at least two.
    ///   - older: What the file once had, of which something is left over.
    ///   - random: Says where.
    func happen(to original: [UInt8], older: [UInt8], using random: inout RandomSource) -> [UInt8] {
        var bytes = original
        let place = Int.random(in: bytes.indices, using: &random)
        switch self {
        case .flippedBit: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case .wrongBytes:
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
        case .cutOff: bytes = Array(bytes.prefix(place))
        case .grown: bytes += random.some(1...200) { .random(in: 0...255, using: &$0) }
        case .swappedBlocks, .copiedBlock:
            let size = Int.random(in: 1...max(1, min(512, bytes.count / 2)), using: &random)
            let one = Int.random(in: 0...bytes.count - 2 * size, using: &random)
            let two = Int.random(in: one + size...bytes.count - size, using: &random)
            bytes.replaceSubrange(two..<two + size, with: original[one..<one + size])
            if self == .swappedBlocks {
                bytes.replaceSubrange(one..<one + size, with: original[two..<two + size])
            }
        case .zerosInside:
            let end = Int.random(in: place...min(bytes.count, place + 512), using: &random)
            bytes.replaceSubrange(place..<end, with: [UInt8](repeating: 0, count: end - place))
        case .zerosToTheEnd:
            bytes.replaceSubrange(place..., with: [UInt8](repeating: 0, count: bytes.count - place))
        case .randomBytes: bytes = random.some(0...2_000) { .random(in: 0...255, using: &$0) }
        case .emptied: bytes = []
        case .leftoverEnd: bytes = Array(bytes.prefix(place) + older.dropFirst(place))
        case .leftover: bytes = older
        }
        return bytes
    }
}

/// Which bytes of a file aren't what they were.
struct DamagedBytes {
    let original: [UInt8]
    let damaged: [UInt8]

    /// The first one; nil if there is none.
    let first: Int?

    init(_ original: [UInt8], _ damaged: [UInt8]) {
        self.original = original
        self.damaged = damaged
        let place = zip(original, damaged).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        first = place ?? (original.count == damaged.count ? nil : min(original.count, damaged.count))
    }

    /// Whether the file is as long as it was.
    var hasSameLength: Bool { original.count == damaged.count }

    /// Whether a stretch is as it was.
    func spare(_ range: Range<Int>) -> Bool {
        range.upperBound <= damaged.count && original[range] == damaged[range]
    }
}
