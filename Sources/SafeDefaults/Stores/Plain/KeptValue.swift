#if canImport(Darwin)
extension PropertyListValue {
    /// Whether a read is known to find exactly this value after it has been stored over another content.
    ///
    /// It isn't known of Apple's Foundation, whose reads are quick.
    package func isKeptExactly(over old: StoredContent) -> Bool { false }
}
#else
// NB: on Linux, the first read after a write makes Foundation copy everything that is stored, which takes three times
// as long as the write. So the hub doesn't read back what it can tell by the value.

extension PropertyListValue {
    /// Whether a read is known to find exactly this value after it has been stored over another content.
    ///
    /// Otherwise the read may find another value: Foundation doesn't store a value that it takes for equal to the old
    /// one, and changes some numbers.
    package func isKeptExactly(over old: StoredContent) -> Bool {
        guard isReadExactly else { return false }
        switch (self, old) {
        case (_, .nothing): return true
        case (_, .nonPropertyList), (_, .text): return false
        case (.dictionary, _): return true
        case (.array(let values), _) where values.contains(where: \.isCollection): return true
        case (_, .value(let old)): return self == old || !isTakenAsEqual(to: old)
        }
    }

    /// Whether Foundation returns this value as it was stored.
    private var isReadExactly: Bool {
        switch self {
        case .boolean, .integer, .string, .data, .date: true
        case .unsignedInteger: false
        case .real(let value): !value.isNaN && (value != 0 || value.sign == .plus)
        case .array(let values): values.allSatisfy(\.isReadExactly)
        case .dictionary(let values): values.values.allSatisfy(\.isReadExactly)
        }
    }

    /// Whether Foundation takes this value, which is no dictionary and contains no collection, for an old one.
    ///
    /// For large numbers that are nearly equal, this may be true although Foundation tells them apart.
    func isTakenAsEqual(to old: PropertyListValue) -> Bool {
        switch (self, old) {
        case (.integer, .integer), (.boolean, _), (_, .boolean): self == old
        case (.integer(let value), .unsignedInteger(let old)): UInt64(bitPattern: value) == old
        case (.integer(let value), .real(let old)): Double(value) == old
        case (.real(let value), .integer(let old)): value == Double(old)
        case (.real(let value), .unsignedInteger(let old)): value == Double(old)
        case (.unsignedInteger(let value), .real(let old)): Double(value) == old
        case (.real(let value), .real(let old)): value == old
        case (.string(let value), .string(let old)): value == old
        case (.date(let value), .date(let old)): value == old
        case (.array(let values), .array(let old)):
            values.count == old.count && zip(values, old).allSatisfy { $0.isTakenAsEqual(to: $1) }
        default: self == old
        }
    }
}
#endif
