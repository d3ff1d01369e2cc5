// The standard library's other collections are stored as arrays are.

// MARK: - Set

extension Set: DefaultsValue where Element: DefaultsValue {
    /// An array of what the elements are stored as, in one order whatever the set's own, so that a set that hasn't
    /// changed is stored as the same bytes.
    ///
    /// Two elements that would be stored as the same value are an error, so that neither is lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try encoded { try $0._encode() ?? .nilMarker } }
    }

    /// Reads every element, in any order; one that can't be read makes the whole set unreadable, and equal ones are one.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .array(let values) = stored else {
            self = try stored.decodedFromAlternativeForm(
                Self.self, after: DefaultsError.unreadable(Self.self, from: stored))
            return
        }
        try self.init(decoding: values, Element._decode)
    }
}

extension Set {
    /// Returns an array of the elements' stored forms, in one order whatever the set's own.
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
    /// An array of what the elements are stored as.
    public var defaultsRepresentation: [Element] { Array(self) }

    /// Reads every element; one that can't be read makes the whole array unreadable.
    public init(defaultsRepresentation elements: [Element]) { self.init(elements) }
}

// MARK: - ArraySlice

extension ArraySlice: DefaultsValue where Element: DefaultsValue {
    /// An array of what the elements are stored as; where the slice began in its array is not stored.
    public var defaultsRepresentation: [Element] { Array(self) }

    /// Reads every element, the first of which gets the index 0; one that can't be read makes the whole slice unreadable.
    public init(defaultsRepresentation elements: [Element]) { self.init(elements) }
}
