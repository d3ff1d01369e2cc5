public import Foundation

/// A value of one of the kinds that a property list can contain.
///
/// All values are stored in this form. Settings and getters convert between this type and your types. Use this type in
/// your own codecs, with ``SafeDefaults/dictionaryRepresentation``, or as the type of a setting whose content is mixed:
///
/// ```swift
/// let window: PropertyListValue = ["title": "Notes", "size": [640, 480.5], "pinned": true]
/// ```
///
/// Two values are equal if they would be stored as the same bytes. So an integer never equals a real, a NaN equals
/// itself, and `0.0` doesn't equal `-0.0`.
public enum PropertyListValue: Sendable {
    /// A Boolean, which is `<true/>` or `<false/>` in an XML property list.
    case boolean(Bool)

    /// A whole number from `Int64.min` to `Int64.max`.
    case integer(Int64)

    /// A whole number from 0 to `UInt64.max`.
    ///
    /// It equals an ``integer(_:)`` of the same number.
    case unsignedInteger(UInt64)

    /// A floating-point number.
    case real(Double)

    /// A string.
    case string(String)

    /// Bytes.
    case data(Data)

    /// A point in time.
    case date(Date)

    /// An ordered collection of values.
    case array([PropertyListValue])

    /// A collection of values with strings as keys.
    case dictionary([String: PropertyListValue])

    /// A kind of property-list value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A Boolean.
        case boolean
        /// A whole number, positive or negative.
        case integer
        /// A floating-point number.
        case real
        /// A string.
        case string
        /// Bytes.
        case data
        /// A point in time.
        case date
        /// An ordered collection of values.
        case array
        /// A collection of values with strings as keys.
        case dictionary
    }

    /// The kind of this value.
    public var kind: Kind {
        switch self {
        case .boolean: .boolean
        case .integer, .unsignedInteger: .integer
        case .real: .real
        case .string: .string
        case .data: .data
        case .date: .date
        case .array: .array
        case .dictionary: .dictionary
        }
    }
}

extension PropertyListValue {
    /// The string, or `nil` if this is none.
    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }
}

// MARK: - Equality

// NB: these are long, and would be copied into each function that compares contents or keeps values in a set: 60 KB.
extension PropertyListValue: Hashable {
    /// Returns whether both values would be stored as the same bytes.
    @inline(never)
    public static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.unsignedInteger(let left), .unsignedInteger(let right)): left == right
        case (.integer(let left), .unsignedInteger(let right)): left == right
        case (.unsignedInteger(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.data(let left), .data(let right)): left == right
        case (.date(let left), .date(let right)):
            left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): areEqual(left, right)
        default: false
        }
    }

    private static func areEqual(_ left: [String: PropertyListValue], _ right: [String: PropertyListValue]) -> Bool {
        left.count == right.count
            && left.allSatisfy { name, value in
                // Two Unicode forms of one accented letter are equal as keys, but have different bytes.
                guard let index = right.index(forKey: name) else { return false }
                return right[index].key.hasBytes(of: name) && right[index].value == value
            }
    }

    /// Hashes the value consistently with ``==(_:_:)``.
    @inline(never)
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(UInt64(truncatingIfNeeded: value))
        case .unsignedInteger(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .string(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
        case .array(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        }
    }
}

// MARK: - Literals

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a real.
    public init(floatLiteral value: Double) { self = .real(value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }

    /// Creates a dictionary.
    ///
    /// If a key occurs more than once, its last value is used.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(Dictionary(keepingLast: elements))
    }
}

// MARK: - Names for messages

extension PropertyListValue.Kind {
    /// The kind's name with its article, for use in a sentence: `a string`, `an integer`, `data`.
    package var nameWithArticle: String {
        switch self {
        case .data: "data"
        case .array, .integer: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}

// A property list has no nil. A setting's own nil is represented by storing nothing. Where that isn't possible, as in
// an element of an array or an optional inside an optional, nil is represented by the nil marker: a dictionary with the
// single key `$nil`.
//
// A value may itself be a dictionary with the single key `$nil` or `$some`. So that it isn't mistaken for the marker,
// it is escaped: it becomes the only value of a dictionary with the key `$some`.

extension PropertyListValue {
    /// The nil marker, which represents nil.
    package static let nilMarker = PropertyListValue.dictionary(["$nil": .boolean(true)])

    /// Whether this is a nil marker.
    package var isNilMarker: Bool { onlyEntry?.key == "$nil" }

    /// Whether this value was escaped by ``escapedFromNil``.
    package var isEscapedFromNil: Bool { onlyEntry?.key == "$some" }

    /// Whether ``escapedFromNil`` must escape this value.
    var looksLikeNil: Bool { isNilMarker || isEscapedFromNil }

    /// This value in a form that can't be mistaken for the nil marker.
    var escapedFromNil: PropertyListValue {
        looksLikeNil ? .dictionary(["$some": self]) : self
    }

    /// This value without the escape that distinguishes it from the nil marker.
    package var withoutNilEscape: PropertyListValue {
        guard let entry = onlyEntry, entry.key == "$some" else { return self }
        return entry.value
    }

    private var onlyEntry: (key: String, value: PropertyListValue)? {
        guard case .dictionary(let entries) = self, entries.count == 1 else { return nil }
        return entries.first
    }
}
