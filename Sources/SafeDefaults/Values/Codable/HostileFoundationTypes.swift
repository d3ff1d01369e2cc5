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
        if type == IndexSet.self { return try indexes(decoder) as? Value }
        if type == CharacterSet.self { throw DecodingError.refusing(refusedCharacters, at: decoder.codingPath) }
        if type == Calendar.self { try checkWeek(decoder) }
        if type == URLComponents.self { try checkURL(decoder) }
        return nil
    }

    // Keys of one type for all of these, because an enum of keys takes 2 KB.

    /// Reads an `IndexSet` from its ranges, as Foundation encodes them.
    private static func indexes(_ decoder: any Decoder) throws -> IndexSet {
        var elements = try decoder.container(keyedBy: PathKey.self).nestedUnkeyedContainer(forKey: PathKey("indexes"))
        var ranges: [Range<Int>] = []
        while !elements.isAtEnd {
            let range = try elements.nestedContainer(keyedBy: PathKey.self)
            let start = try range.decode(Int.self, forKey: PathKey("location"))
            let length = try range.decode(Int.self, forKey: PathKey("length"))
            guard start >= 0, length > 0, case let (end, overflow) = start.addingReportingOverflow(length), !overflow
            else {
                throw DecodingError.refusing("a range that no index can be in", at: decoder.codingPath)
            }
            ranges.append(start..<end)
        }
        // The ranges are inserted in order, so that each is appended. In another order, each would move all those after
        // it.
        var set = IndexSet()
        for range in ranges.sortedBySharedCode({ $0.lowerBound < $1.lowerBound }) { set.insert(integersIn: range) }
        return set
    }

    /// Checks the part of a `Calendar` that can be invalid.
    ///
    /// NB: on Linux, Foundation converts the weekday to 32 bits.
    private static func checkWeek(_ decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: PathKey.self)
        let weekday = try parts.decodeIfPresent(Int.self, forKey: PathKey("firstWeekday"))
        guard Int32(exactly: weekday ?? 1) != nil else {
            throw DecodingError.refusing("a weekday that no calendar has", at: decoder.codingPath)
        }
    }

    /// Checks the parts of `URLComponents` that can be invalid.
    private static func checkURL(_ decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: PathKey.self)
        let scheme = try parts.decodeIfPresent(String.self, forKey: PathKey("scheme"))
        let port = try parts.decodeIfPresent(Int.self, forKey: PathKey("port"))
        guard port ?? 0 >= 0, scheme?.isScheme ?? true else {
            throw DecodingError.refusing("a scheme or a port that no URL has", at: decoder.codingPath)
        }
    }
}

extension String {
    /// Whether this string can be the scheme of a URL.
    fileprivate var isScheme: Bool {
        guard let first = utf8.first, first.isLetter else { return false }
        return hasOnlyBytes {
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
