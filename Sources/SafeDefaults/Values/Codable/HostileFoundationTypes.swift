import Foundation

/// Reads or checks values of those Foundation types whose own `init(from:)` may terminate the process.
enum HostileFoundationTypes {
    /// Why a `CharacterSet` is neither written nor read.
    ///
    /// NB: on Linux, some of those that Foundation itself has encoded terminate the process once they are read.
    static let refusedCharacters =
        "a CharacterSet, which Foundation can't read safely: store its characters as a string"

    /// Reads an `IndexSet`, or checks a value of another of these types.
    ///
    /// If this returns `nil`, the caller decodes the value.
    static func decode<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value? {
        if type == CharacterSet.self { throw DecodingError.refusing(refusedCharacters, at: decoder.codingPath) }
        guard type == IndexSet.self || type == Calendar.self || type == URLComponents.self else { return nil }
        // Keys of one type for all of these, because an enum of keys takes 2 KB.
        let parts = try decoder.container(keyedBy: PathKey.self)
        if type == IndexSet.self { return try indexes(parts) as? Value }
        // A calendar has only the first of these parts, and a URL only the others.
        let weekday = try parts.decodeIfPresent(Int.self, forKey: PathKey(stringValue: "firstWeekday"))
        let scheme = try parts.decodeIfPresent(String.self, forKey: PathKey(stringValue: "scheme"))
        let port = try parts.decodeIfPresent(Int.self, forKey: PathKey(stringValue: "port"))
        // NB: on Linux, Foundation converts the weekday to 32 bits.
        guard Int32(exactly: weekday ?? 1) != nil, port ?? 0 >= 0, scheme.map(isScheme) ?? true else {
            throw DecodingError.refusing(
                "a weekday that no calendar has, or a scheme or a port that no URL has", at: decoder.codingPath)
        }
        return nil
    }

    /// Reads an `IndexSet` from its ranges, as Foundation encodes them.
    private static func indexes(_ parts: KeyedDecodingContainer<PathKey>) throws -> IndexSet {
        let ranges = try parts.decode([[String: Int]].self, forKey: PathKey(stringValue: "indexes")).map { range in
            guard let start = range["location"], let length = range["length"], start >= 0, length > 0,
                case let (end, overflow) = start.addingReportingOverflow(length), !overflow
            else {
                throw DecodingError.refusing("a range that no index can be in", at: parts.codingPath)
            }
            return start..<end
        }
        // The ranges are inserted in order, so that each is appended. In another order, each would move all those after
        // it.
        var set = IndexSet()
        for range in ranges.sortedBySharedCode({ $0.lowerBound < $1.lowerBound }) { set.insert(integersIn: range) }
        return set
    }

    /// Returns whether a string can be the scheme of a URL.
    private static func isScheme(_ string: String) -> Bool {
        string.utf8.first?.isLetter ?? false
            && string.hasOnlyBytes { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }
}

extension DecodingError {
    fileprivate static func refusing(_ what: String, at codingPath: [any CodingKey]) -> DecodingError {
        .dataCorrupted(Context(DefaultsError(.unreadable, reason: "found \(what)"), at: codingPath))
    }
}
