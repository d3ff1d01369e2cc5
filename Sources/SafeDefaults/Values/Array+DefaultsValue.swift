extension Array: DefaultsValue where Element: DefaultsValue {
    /// An array of what the elements are stored as.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            var values: [PropertyListValue] = []
            values.reserveCapacity(count)
            for (index, element) in enumerated() {
                values.append(try DefaultsError.locating("[\(index)]") { try element._encode() ?? .nilMarker })
            }
            return .array(values)
        }
    }

    /// Reads every element; one that can't be read makes the whole array unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .array(let values) = stored else { throw DefaultsError.unreadable([Element].self, from: stored) }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            append(try DefaultsError.locating("[\(index)]") { try Element._decode(value) })
        }
    }
}
