// A property list has no nil. Where nothing can't be stored as nothing (an element of an array, an optional inside an
// optional) a dictionary with the single key `$nil` stands for it. So that no value can be taken for the marker, a
// wrapped value that would be stored as a dictionary with the single key `$nil` or `$some` is put under `$some`.

extension PropertyListValue {
    /// What stands for nil where something has to.
    static let nilMarker = PropertyListValue.dictionary(["$nil": .boolean(true)])

    /// Tells whether this stands for nil.
    var isNilMarker: Bool { onlyEntry?.key == "$nil" }

    /// Tells whether this is a value that ``escapedFromNil`` has put under `$some`.
    var isEscapedFromNil: Bool { onlyEntry?.key == "$some" }

    /// Tells whether ``escapedFromNil`` has to put this under `$some`.
    var looksLikeNil: Bool { isNilMarker || isEscapedFromNil }

    /// This value in a form that can't be taken for the marker.
    var escapedFromNil: PropertyListValue {
        looksLikeNil ? .dictionary(["$some": self]) : self
    }

    /// The value that ``escapedFromNil`` was made of.
    var withoutNilEscape: PropertyListValue {
        guard let entry = onlyEntry, entry.key == "$some" else { return self }
        return entry.value
    }

    private var onlyEntry: (key: String, value: PropertyListValue)? {
        guard case .dictionary(let entries) = self, entries.count == 1 else { return nil }
        return entries.first
    }
}
