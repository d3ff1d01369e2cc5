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
