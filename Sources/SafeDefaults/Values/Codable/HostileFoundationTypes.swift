import Foundation

/// Reads or checks values of those Foundation types whose own `init(from:)` may terminate the process.
enum HostileFoundationTypes {
    /// Why a `CharacterSet` is neither written nor read.
    ///
    /// NB: on Linux, some of those that Foundation itself has encoded terminate the process once they are read.
    static let refusedCharacters =
        "a CharacterSet, which Foundation can't read safely: store its characters as a string"

    /// Reads or checks a value of one of these types.
    ///
    /// If this returns `nil`, the caller decodes the value.
    static func decode<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value? {
        if type == IndexSet.self { return try IndexRanges(from: decoder).indexes(at: decoder.codingPath) as? Value }
        if type == CharacterSet.self { throw DecodingError.refusing(refusedCharacters, at: decoder.codingPath) }
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
