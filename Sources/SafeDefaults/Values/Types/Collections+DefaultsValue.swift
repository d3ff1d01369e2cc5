// The standard library's other collections are stored as arrays.

// MARK: - Set

extension Set: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements, sorted, so that an unchanged set is stored as the same bytes.
    ///
    /// Throws an error if two elements would be stored as the same value, so that neither is lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try encoded { try $0._encode() ?? .nilMarker } }
    }

    /// Reads every element, in any order; if one can't be read, the whole set is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .array(let values) = stored else {
            self = try stored.alternativeForm(of: Self.self)
            return
        }
        try self.init(decoding: values, Element._decode)
    }
}

extension Set {
    /// Returns a sorted array of the elements' stored forms.
    ///
    /// - Throws: The error of an element, or of two elements that would be stored as the same value.
    func encoded(_ encode: (Element) throws -> PropertyListValue) throws -> PropertyListValue {
        let values = try map(encode).sorted { $0.precedes($1) }
        guard zip(values, values.dropFirst()).allSatisfy({ $0 != $1 }) else {
            throw DefaultsError.unstorable(Self.self, because: "two of its elements are stored as the same value")
        }
        return .array(values)
    }

    /// Creates a set from the elements' stored forms.
    init(decoding values: [PropertyListValue], _ decode: (PropertyListValue) throws -> Element) throws {
        self.init(minimumCapacity: values.count)
        for (index, value) in values.enumerated() {
            insert(try DefaultsError.locating("[\(index)]") { try decode(value) })
        }
    }
}

// MARK: - ContiguousArray

extension ContiguousArray: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements.
    public var defaultsRepresentation: [Element] { Array(self) }

    /// Reads every element; if one can't be read, the whole array is unreadable.
    public init(defaultsRepresentation elements: [Element]) { self.init(elements) }
}

// MARK: - ArraySlice

extension ArraySlice: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements; the slice's start index is not stored.
    public var defaultsRepresentation: [Element] { Array(self) }

    /// Reads every element, the first of which gets the index 0; if one can't be read, the whole slice is unreadable.
    public init(defaultsRepresentation elements: [Element]) { self.init(elements) }
}
