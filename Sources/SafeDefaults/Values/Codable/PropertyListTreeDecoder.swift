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
            let decoder = PropertyListTreeDecoder(codingPath: [], value: tree, depth: 0)
            guard case .data = tree else { return try decoder.decode(whole: type) }
            return try decoder.decodeData(type)
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

    /// Decodes data: as itself, if the type can, or else as the JSON that other libraries keep in it.
    private func decodeData<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try decode(whole: type)
        } catch {
            return try value.inOtherForms(
                type, after: .converting(error, as: .unreadable, expected: type, found: value.kind.rawValue))
        }
    }

    fileprivate func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
        guard depth < deepestPropertyList else {
            throw corrupted(DefaultsError(.unreadable, reason: DefaultsError.tooDeep.reason))
        }
        if type == Date.self, let date = try leaf(Date.self) as? Value { return date }
        if type == Data.self, let data = try leaf(Data.self) as? Value { return data }
        if type == URL.self, let url = try leaf(URL.self) as? Value { return url }
        // Foundation's own reads some numbers as others.
        if type == Decimal.self, let number = try leaf(Decimal.self) as? Value { return number }
        // Foundation's own traps on hostile ranges.
        if type == IndexSet.self, let indexes = try leaf(IndexSet.self) as? Value { return indexes }
        do {
            return try type.init(from: prepared(for: type))
        } catch {
            // A property-list encoder writes the text `$null` for nil; where it can be a text, it is one.
            if value.isForeignNil, let type = type as? any AnyOptional.Type, let value = type.nilValue as? Value {
                return value
            }
            throw error
        }
    }

    fileprivate func leaf<Value: DefaultsValue>(_ type: Value.Type) throws -> Value {
        do {
            return try Value._decode(value)
        } catch let error as DefaultsError {
            throw mismatch(type, error)
        }
    }

    private func mismatch(_ type: Any.Type, _ error: DefaultsError) -> DecodingError {
        .typeMismatch(type, context(error))
    }

    private func corrupted(_ error: DefaultsError) -> DecodingError { .dataCorrupted(context(error)) }

    private func context(_ error: DefaultsError) -> DecodingError.Context {
        // The error travels along, so that what is reported in the end says what was found and why it didn't do.
        DecodingError.Context(codingPath: codingPath, debugDescription: error.reason, underlyingError: error)
    }
}

// MARK: - Containers

private struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let values: [String: PropertyListValue]
    let depth: Int

    var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(for: key).isNilMarker }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(for: key).decode(whole: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = values[key.stringValue], !value.isNilMarker else { return nil }
        return try decoder(for: key).unwrapped(for: type).decode(whole: type)
    }

    // NB: of these the protocols have defaults that throw, which are taken before what is generic.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(for: key).leaf(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(for: key).leaf(type) }

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

private struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let values: [PropertyListValue]
    let depth: Int
    var currentIndex = 0

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self).value.isNilMarker else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try current(type).decode(whole: type)
        currentIndex += 1
        return value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let value = try current(type).leaf(type)
        currentIndex += 1
        return value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let value = try current(type).leaf(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try current([String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try current([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try current((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private func current(_ type: Any.Type) throws -> PropertyListTreeDecoder {
        let path = codingPath + [PlaceKey(index: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return PropertyListTreeDecoder(codingPath: path, value: values[currentIndex], depth: depth + 1)
    }
}

private struct SingleTreeDecoder: SingleValueDecodingContainer {
    let decoder: PropertyListTreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNilMarker }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.leaf(type) }
    func decode(_ type: String.Type) throws -> String { try decoder.leaf(type) }
    func decode(_ type: Double.Type) throws -> Double { try decoder.leaf(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.leaf(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.leaf(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.leaf(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.leaf(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.leaf(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.leaf(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.leaf(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.leaf(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.leaf(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.leaf(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.leaf(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.leaf(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.leaf(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.inner.decode(whole: type) }
}
