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
    ///
    /// This also reads an array of alternating keys and values, unless the keys are of the type `String` or `Int`.
    /// `Codable` encodes some dictionaries in this form.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .dictionary(let values) = stored else {
            self = try Self.alternating(stored) ?? stored.alternativeForm(of: Self.self)
            return
        }
        try self.init(decoding: values, Value._decode)
    }

    /// Reads an array of alternating keys and values, or returns `nil` if the stored value can't be one.
    ///
    /// `Codable` creates such an array for a dictionary whose keys can't be coding keys.
    private static func alternating(_ stored: PropertyListValue) throws -> Self? {
        guard case .array(let values) = stored, let type = Key.self as? any Decodable.Type, Key.self != String.self,
            Key.self != Int.self
        else { return nil }
        guard values.count.isMultiple(of: 2) else {
            throw DefaultsError.unreadable(Self.self, from: stored, because: "with a key that has no value")
        }
        var result = Self(minimumCapacity: values.count / 2)
        for index in stride(from: 0, to: values.count, by: 2) {
            let key = try DefaultsError.locating("[\(index)]") { try TreeDecoder.decode(type, from: values[index]) }
            let element = try DefaultsError.locating("[\(index + 1)]") { try value(from: values[index + 1]) }
            guard let key = key as? Key, result.updateValue(element, forKey: key) == nil else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "in which two keys mean the same")
            }
        }
        return result
    }

    /// Reads a value in the stored form of its type, or in the form in which `Codable` encodes it.
    private static func value(from stored: PropertyListValue) throws -> Value {
        do {
            return try Value._decode(stored)
        } catch {
            guard let type = Value.self as? any Decodable.Type,
                let value = try TreeDecoder.decode(type, from: stored) as? Value
            else { throw error }
            return value
        }
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
