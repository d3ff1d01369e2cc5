import Foundation

/// Reads or checks values of those Foundation types whose own `init(from:)` may terminate the process.
enum HostileFoundationTypes {
    /// Reads or checks a value of one of these types.
    ///
    /// If this returns `nil`, the caller decodes the value.
    static func decode<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value? {
        if type == IndexSet.self { return try IndexRanges(from: decoder).indexes(at: decoder.codingPath) as? Value }
        if type == CharacterSet.self {
            return try CharacterBitmap(from: decoder).characters(at: decoder.codingPath) as? Value
        }
        if type == Calendar.self { try Week(from: decoder).check(at: decoder.codingPath) }
        if type == URLComponents.self { try URLParts(from: decoder).check(at: decoder.codingPath) }
        return nil
    }
}

/// The ranges of an `IndexSet`, as Foundation encodes them.
private struct IndexRanges: Decodable {
    struct Range: Decodable {
        let location: Int
        let length: Int
    }

    let indexes: [Range]

    func indexes(at codingPath: [any CodingKey]) throws -> IndexSet {
        var ranges: [Swift.Range<Int>] = []
        ranges.reserveCapacity(indexes.count)
        for range in indexes {
            guard range.location >= 0, range.length > 0,
                case let (end, overflow) = range.location.addingReportingOverflow(range.length), !overflow
            else {
                throw DecodingError.refusing("a range that no index can be in", at: codingPath)
            }
            ranges.append(range.location..<end)
        }
        // The ranges are inserted in order, so that each is appended. In another order, each would move all those after
        // it.
        var set = IndexSet()
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { set.insert(integersIn: range) }
        return set
    }
}

/// The bits of a `CharacterSet`, as Foundation encodes them.
///
/// NB: on Linux, a set of many characters that Foundation has made of a bitmap terminates the process when it is freed.
/// So the characters are inserted into an empty set.
private struct CharacterBitmap: Decodable {
    /// The first plane of Unicode, and then others, each after its number.
    let bitmap: Data

    /// The size of a plane in bytes.
    private static let planeSize = 0x2000

    func characters(at codingPath: [any CodingKey]) throws -> CharacterSet {
        var (rest, plane, characters) = (Array(bitmap)[...], UInt32(0), CharacterSet())
        while true {
            let bits = rest.prefix(Self.planeSize)
            guard plane <= 16, plane > 0 || Self.insertSurrogates(of: bits, into: &characters) else {
                throw DecodingError.refusing("a bitmap that no set of characters has", at: codingPath)
            }
            Self.insert(bits, of: plane, into: &characters)
            rest = rest.dropFirst(Self.planeSize)
            guard let next = rest.popFirst() else { return characters }
            // Only the first plane has no number.
            plane = next == 0 ? .max : UInt32(next)
        }
    }

    /// Inserts the Unicode scalars whose bits are set.
    private static func insert(_ bits: ArraySlice<UInt8>, of plane: UInt32, into characters: inout CharacterSet) {
        var run: ClosedRange<Unicode.Scalar>?
        for place in 0...8 * bits.count {
            let isIn = place < 8 * bits.count && bits[bits.startIndex + place / 8] >> UInt8(place % 8) & 1 == 1
            if isIn, let scalar = Unicode.Scalar(plane << 16 | UInt32(place)) {
                run = (run?.lowerBound ?? scalar)...scalar
            } else if let range = run {
                characters.insert(charactersIn: range)
                run = nil
            }
        }
    }

    /// Inserts the surrogates, which an inverted set contains although they are no scalars.
    ///
    /// Returns false if only some of their bits are set.
    private static func insertSurrogates(of bits: ArraySlice<UInt8>, into characters: inout CharacterSet) -> Bool {
        let bits = bits.dropFirst(0xD800 / 8).prefix(0x800 / 8)
        guard bits.contains(where: { $0 != 0 }) else { return true }
        guard bits.count == 0x800 / 8, bits.allSatisfy({ $0 == 0xFF }) else { return false }
        // No scalar is between these two but the surrogates.
        characters.insert(charactersIn: "\u{D7FF}"..."\u{E000}")
        characters.remove(charactersIn: "\u{D7FF}"..."\u{D7FF}")
        characters.remove(charactersIn: "\u{E000}"..."\u{E000}")
        return true
    }
}

/// The parts of a `Calendar` that can be invalid.
///
/// NB: on Linux, Foundation converts the weekday to 32 bits.
private struct Week: Decodable {
    let firstWeekday: Int?

    func check(at codingPath: [any CodingKey]) throws {
        guard Int32(exactly: firstWeekday ?? 1) != nil else {
            throw DecodingError.refusing("a weekday that no calendar has", at: codingPath)
        }
    }
}

/// The parts of `URLComponents` that can be invalid.
private struct URLParts: Decodable {
    let scheme: String?
    let port: Int?

    func check(at codingPath: [any CodingKey]) throws {
        guard port ?? 0 >= 0, scheme?.isScheme ?? true else {
            throw DecodingError.refusing("a scheme or a port that no URL has", at: codingPath)
        }
    }
}

extension String {
    /// Whether this string can be the scheme of a URL.
    fileprivate var isScheme: Bool {
        guard let first = utf8.first, first.isLetter else { return false }
        return utf8.allSatisfy {
            $0.isLetter || $0.isDigit || "+-.".utf8.contains($0)
        }
    }
}

extension DecodingError {
    fileprivate static func refusing(_ what: String, at codingPath: [any CodingKey]) -> DecodingError {
        let error = DefaultsError(.unreadable, reason: "found \(what)")
        return .dataCorrupted(Context(codingPath: codingPath, debugDescription: error.reason, underlyingError: error))
    }
}
