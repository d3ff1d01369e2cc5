extension Dictionary: DefaultsValue where Key: DefaultsDictionaryKey, Value: DefaultsValue {
    /// A dictionary of the stored forms of the values, under the strings of their keys.
    ///
    /// This throws an error if two keys have the same string, because one of the entries would be lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try encoded { try $0._encode() ?? .nilMarker } }
    }

    /// Reads every entry.
    ///
    /// If a key or a value can't be read, the whole dictionary is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .dictionary(let values) = stored else { throw DefaultsError.unreadable(Self.self, from: stored) }
        try self.init(decoding: values, Value._decode)
    }
}

extension Dictionary where Key: DefaultsDictionaryKey {
    /// Returns a dictionary of the values' stored forms, under the strings of their keys.
    ///
    /// - Throws: An error if a value can't be encoded, or if two keys have the same string.
    func encoded(_ encode: (Value) throws -> PropertyListValue) throws -> PropertyListValue {
        var values: [String: PropertyListValue] = [:]
        values.reserveCapacity(count)
        for (key, value) in self {
            let name = key.defaultsKey
            let stored = try DefaultsError.locating(name) { try encode(value) }
            guard values.updateValue(stored, forKey: name) == nil else {
                throw DefaultsError.unstorable(Self.self, because: "two of its keys have the same string")
            }
        }
        return .dictionary(values)
    }

    /// Creates a dictionary from the values' stored forms.
    init(
        decoding values: [String: PropertyListValue], _ decode: (PropertyListValue) throws -> Value
    ) throws {
        self.init(minimumCapacity: values.count)
        for (name, value) in values {
            guard let key = Key(defaultsKey: name) else {
                throw DefaultsError.unreadable(
                    Self.self, from: .dictionary(values), because: "with a key that is no \(Key.self)")
            }
            let element = try DefaultsError.locating(name) { try decode(value) }
            guard updateValue(element, forKey: key) == nil else {
                throw DefaultsError.unreadable(
                    Self.self, from: .dictionary(values), because: "in which two keys mean the same")
            }
        }
    }
}
