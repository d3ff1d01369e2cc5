extension Dictionary: DefaultsValue where Key: DefaultsDictionaryKey, Value: DefaultsValue {
    /// A dictionary of what the values are stored as, under their keys' texts.
    ///
    /// Two keys with one text are an error, so that neither entry is lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            var values: [String: PropertyListValue] = [:]
            values.reserveCapacity(count)
            for (key, value) in self {
                let name = key.defaultsKey
                let stored = try DefaultsError.locating(name) { try value._encode() ?? .nilMarker }
                guard values.updateValue(stored, forKey: name) == nil else {
                    throw DefaultsError.unstorable(Self.self, because: "two of its keys have the same text")
                }
            }
            return .dictionary(values)
        }
    }

    /// Reads every entry; one whose key or value can't be read makes the whole dictionary unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .dictionary(let values) = stored else {
            throw DefaultsError.unreadable(Self.self, from: stored)
        }
        self.init(minimumCapacity: values.count)
        for (name, value) in values {
            guard let key = Key(defaultsKey: name) else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "with a key that is no \(Key.self)")
            }
            let element = try DefaultsError.locating(name) { try Value._decode(value) }
            guard updateValue(element, forKey: key) == nil else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "in which two keys mean the same")
            }
        }
    }
}
