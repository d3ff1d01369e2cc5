import Foundation

// A total order of all stored values. A set has no order of its own, so its elements are stored in this one, and an
// unchanged set is stored as the same bytes. If neither of two values comes before the other, they are equal.

extension PropertyListValue {
    /// Returns whether this value comes before another.
    ///
    /// Values of different kinds are ordered by kind. Numbers are ordered by size, with a total order of both zeros and
    /// every NaN, strings by their bytes in UTF-8, and collections by their first difference.
    func precedes(_ other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.boolean(let left), .boolean(let right)): !left && right
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .unsignedInteger(let right)): left < right
        case (.unsignedInteger(let left), .integer(let right)): left < right
        case (.unsignedInteger(let left), .unsignedInteger(let right)): left < right
        case (.real(let left), .real(let right)): !right.isTotallyOrdered(belowOrEqualTo: left)
        case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
        case (.date(let left), .date(let right)):
            !right.timeIntervalSinceReferenceDate.isTotallyOrdered(belowOrEqualTo: left.timeIntervalSinceReferenceDate)
        case (.array(let left), .array(let right)): left.lexicographicallyPrecedes(right) { $0.precedes($1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.inByteOrder().lexicographicallyPrecedes(right.inByteOrder()) { left, right in
                left.key.hasBytes(of: right.key)
                    ? left.value.precedes(right.value) : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
            }
        // The kinds differ, and are ordered as they are declared.
        default: Kind.allCases.first { $0 == kind || $0 == other.kind } == kind
        }
    }
}
