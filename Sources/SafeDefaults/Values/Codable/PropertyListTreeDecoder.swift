import Foundation

/// Decodes Codable values straight from a ``PropertyListValue``, with the same conversions as every other read.
struct PropertyListTreeDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let value: PropertyListValue

    /// How many calls of `init(from:)` and containers this one is in.
    private let depth: Int

    /// Whether the value is that of an optional inside an optional, which is one mark further in.
    private var holdsOptional = false

    /// The value that a tree describes.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: PropertyListValue
    ) throws(DefaultsError) -> Value {
        do {
            return try PropertyListTreeDecoder(codingPath: [], value: tree, depth: 0).decode(whole: type)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: tree.kind.rawValue)
        }
    }

    fileprivate init(codingPath: [any CodingKey], value: PropertyListValue, depth: Int) {
        self.codingPath = codingPath
        self.value = value
        self.depth = depth
    }

    /// The decoder of the same value, one call further in.
    fileprivate var inner: PropertyListTreeDecoder {
        PropertyListTreeDecoder(
            codingPath: codingPath, value: holdsOptional ? value.withoutNilEscape : value, depth: depth + 1)
    }

    /// The decoder of what is in an optional, if that is one of the given type.
    fileprivate func unwrapped(for type: Any.Type) -> PropertyListTreeDecoder {
        guard value.isEscapedFromNil, type is any AnyOptional.Type else { return self }
        return PropertyListTreeDecoder(codingPath: codingPath, value: value.withoutNilEscape, depth: depth)
    }

    /// This decoder for a value of a type that may be an optional of an optional.
    private func prepared(for type: Any.Type) -> PropertyListTreeDecoder {
        guard value.isEscapedFromNil, let type = type as? any AnyOptional.Type, type.holdsOptional else { return self }
        var decoder = self
        decoder.holdsOptional = true
        return decoder
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard !value.isNilMarker, case .dictionary(let values) = value.withoutNilEscape else {
            throw mismatch([String: Any].self, DefaultsError.unreadable("a dictionary", from: value))
        }
        return KeyedDecodingContainer(KeyedTreeDecoder<Key>(codingPath: codingPath, values: values, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else {
            throw mismatch([Any].self, DefaultsError.unreadable("an array", from: value))
        }
        return UnkeyedTreeDecoder(codingPath: codingPath, values: values, depth: depth)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleTreeDecoder(decoder: self) }

    fileprivate func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
        guard depth < deepestPropertyList else {
            throw corrupted(DefaultsError(.unreadable, reason: DefaultsError.tooDeep.reason))
        }
        if type == Date.self, let date = try leaf(Date.self) as? Value { return date }
        if type == Data.self, let data = try leaf(Data.self) as? Value { return data }
        if type == URL.self, let url = try leaf(URL.self) as? Value { return url }
        // Foundation's own reads some numbers as others.
        if type == Decimal.self, let number = try leaf(Decimal.self) as? Value { return number }
        if type == [String].self, case .array(let values) = value, let texts = try texts(values) as? Value {
            return texts
        }
        do {
            return try HostileFoundationTypes.decode(type, from: self) ?? type.init(from: prepared(for: type))
        } catch {
            // A property-list encoder writes the text `$null` for nil; where it can be a text, it is one.
            if value.isForeignNil, let type = type as? any AnyOptional.Type, let value = type.nilValue as? Value {
                return value
            }
            if case .data = value { return try decodedFromOtherForms(type, after: error) }
            throw error
        }
    }

    /// Decodes data that is no value of the type by itself: the JSON that other libraries keep in data, for a whole
    /// collection or for each of its elements.
    private func decodedFromOtherForms<Value: Decodable>(_ type: Value.Type, after error: any Error) throws -> Value {
        do {
            return try value.inOtherForms(type, depth: depth, after: error)
        } catch let error as DefaultsError {
            let place = codingPath + error.codingPath.map(PlaceKey.init(stringValue:))
            throw DecodingError.dataCorrupted(DecodingError.Context(error, at: place))
        }
    }

    /// The most common array, in a fifth of the time that an array takes by itself.
    private func texts(_ values: [PropertyListValue]) throws -> [String] {
        try values.indices.map { try values[$0].leaf(String.self, at: codingPath + [PlaceKey(index: $0)]) }
    }

    func leaf<Value: DefaultsValue>(_ type: Value.Type) throws -> Value {
        try value.leaf(type, at: codingPath)
    }

    private func mismatch(_ type: Any.Type, _ error: DefaultsError) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(error, at: codingPath))
    }

    private func corrupted(_ error: DefaultsError) -> DecodingError {
        .dataCorrupted(DecodingError.Context(error, at: codingPath))
    }
}

extension PropertyListValue {
    fileprivate func leaf<Value: DefaultsValue>(
        _ type: Value.Type, at codingPath: @autoclosure () -> [any CodingKey]
    ) throws -> Value {
        do {
            return try Value._decode(self)
        } catch let error as DefaultsError {
            throw DecodingError.typeMismatch(type, DecodingError.Context(error, at: codingPath()))
        }
    }
}

extension DecodingError.Context {
    /// The error travels along, so that what is reported in the end says what was found and why it didn't do.
    init(_ error: DefaultsError, at codingPath: [any CodingKey]) {
        self.init(codingPath: codingPath, debugDescription: error.reason, underlyingError: error)
    }
}

// MARK: - Containers

struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let values: [String: PropertyListValue]
    let depth: Int

    var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(for: key).isNilMarker }

    // Numbers, truth values and texts are read where they are: a decoder for each takes most of the time of a read.
    func decode<Leaf: DefaultsValue & Decodable>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try leaf(type, forKey: key)
    }

    func leaf<Leaf: DefaultsValue>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try value(for: key).leaf(type, at: codingPath + [key])
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(for: key).decode(whole: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = values[key.stringValue], !value.isNilMarker else { return nil }
        return try decoder(for: key).unwrapped(for: type).decode(whole: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(for: PlaceKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

    private func decoder(for key: any CodingKey) throws -> PropertyListTreeDecoder {
        PropertyListTreeDecoder(codingPath: codingPath + [key], value: try value(for: key), depth: depth + 1)
    }

    private func value(for key: any CodingKey) throws -> PropertyListValue {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "The field is missing."))
        }
        return value
    }
}

struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let values: [PropertyListValue]
    let depth: Int
    var currentIndex = 0

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self).isNilMarker else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Leaf: DefaultsValue & Decodable>(_ type: Leaf.Type) throws -> Leaf { try leaf(type) }

    mutating func leaf<Leaf: DefaultsValue>(_ type: Leaf.Type) throws -> Leaf {
        let value = try current(type).leaf(type, at: path)
        currentIndex += 1
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder(type).decode(whole: type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder([String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private var path: [any CodingKey] { codingPath + [PlaceKey(index: currentIndex)] }

    private func decoder(_ type: Any.Type) throws -> PropertyListTreeDecoder {
        PropertyListTreeDecoder(codingPath: path, value: try current(type), depth: depth + 1)
    }

    private func current(_ type: Any.Type) throws -> PropertyListValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return values[currentIndex]
    }
}

struct SingleTreeDecoder: SingleValueDecodingContainer {
    let decoder: PropertyListTreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNilMarker }
    func decode<Leaf: DefaultsValue & Decodable>(_ type: Leaf.Type) throws -> Leaf { try decoder.leaf(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.inner.decode(whole: type) }
}
