// A property list has no nil. Where nil can't be stored by storing nothing (an element of an array, an optional inside
// an optional), the nil marker stands for it: a dictionary with the single key `$nil`. So that no value is taken for
// the marker, a value that would be a dictionary with the single key `$nil` or `$some` is escaped: put under the key
// `$some`.

extension PropertyListValue {
    /// The value that stands for nil.
    static let nilMarker = PropertyListValue.dictionary(["$nil": .boolean(true)])

    /// Whether this stands for nil.
    var isNilMarker: Bool { onlyEntry?.key == "$nil" }

    /// Whether this is a value that ``escapedFromNil`` has put under `$some`.
    var isEscapedFromNil: Bool { onlyEntry?.key == "$some" }

    /// Whether ``escapedFromNil`` has to put this under `$some`.
    var looksLikeNil: Bool { isNilMarker || isEscapedFromNil }

    /// This value in a form that isn't taken for the marker.
    var escapedFromNil: PropertyListValue {
        looksLikeNil ? .dictionary(["$some": self]) : self
    }

    /// The value before it was escaped.
    var withoutNilEscape: PropertyListValue {
        guard let entry = onlyEntry, entry.key == "$some" else { return self }
        return entry.value
    }

    private var onlyEntry: (key: String, value: PropertyListValue)? {
        guard case .dictionary(let entries) = self, entries.count == 1 else { return nil }
        return entries.first
    }
}
