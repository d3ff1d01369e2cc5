import Foundation

/// Decodes Codable values from JSON: what Foundation's `JSONDecoder` reads, with the texts `NaN`, `Infinity` and
/// `-Infinity` for the numbers that JSON doesn't know.
struct JSONTreeDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let json: JSONTree

    /// How many calls of `init(from:)` and containers this one is in.
    private let depth: Int

    /// The value that JSON describes, which is so many levels deep in another value.
    static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONTree, depth: Int) throws -> Value {
        try JSONTreeDecoder(codingPath: [], json: json, depth: depth).decode(whole: type)
    }

    fileprivate init(codingPath: [any CodingKey], json: JSONTree, depth: Int) {
        self.codingPath = codingPath
        self.json = json
        self.depth = depth
    }

    /// The decoder of the same value, one call further in.
    fileprivate var inner: JSONTreeDecoder { JSONTreeDecoder(codingPath: codingPath, json: json, depth: depth + 1) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = json else { throw json.mismatch([String: Any].self, at: codingPath) }
        return KeyedDecodingContainer(KeyedJSONDecoder<Key>(codingPath: codingPath, object: object, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = json else { throw json.mismatch([Any].self, at: codingPath) }
        return UnkeyedJSONDecoder(codingPath: codingPath, values: values, depth: depth)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleJSONDecoder(decoder: self) }

    fileprivate func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
        guard depth < deepestPropertyList else {
            let error = DefaultsError(.unreadable, reason: DefaultsError.tooDeep.reason)
            throw DecodingError.dataCorrupted(DecodingError.Context(error, at: codingPath))
        }
        return try special(type) ?? type.init(from: self)
    }

    /// Reads a type that has another form in JSON than its own code would give it, or whose own code traps.
    private func special<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if type == Date.self {
            return try Date(timeIntervalSinceReferenceDate: json.leaf(Double.self, at: codingPath)) as? Value
        }
        if type == Data.self { return try converted(Data.self) { Data(base64Encoded: $0) } as? Value }
        if type == URL.self { return try converted(URL.self, by: URL.init(string:)) as? Value }
        if type == Decimal.self { return try json.leaf(Decimal.self, at: codingPath) as? Value }
        // The most common array, in a fifth of the time that an array takes by itself.
        if type == [String].self, case .array(let values) = json {
            return try values.indices.map {
                try values[$0].leaf(String.self, at: codingPath + [PlaceKey(index: $0)])
            } as? Value
        }
        return try HostileFoundationTypes.decode(type, from: self)
    }

    /// Converts a text.
    private func converted<Value>(_ type: Value.Type, by convert: (String) -> Value?) throws -> Value {
        guard let value = convert(try json.leaf(String.self, at: codingPath)) else {
            throw json.mismatch(type, at: codingPath)
        }
        return value
    }
}

extension JSONTree {
    fileprivate func leaf<Leaf: JSONLeaf>(
        _ type: Leaf.Type, at codingPath: @autoclosure () -> [any CodingKey]
    ) throws -> Leaf {
        guard let value = Leaf(json: self) else { throw mismatch(type, at: codingPath()) }
        return value
    }

    fileprivate func mismatch(_ type: Any.Type, at codingPath: [any CodingKey]) -> DecodingError {
        let error = DefaultsError(.unreadable, reason: "found \(nameWithArticle) in JSON that is none of this type")
        return .typeMismatch(type, DecodingError.Context(error, at: codingPath))
    }
}

// MARK: - Containers

struct KeyedJSONDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let object: JSONObject
    let depth: Int

    var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .null = try value(for: key) { true } else { false }
    }

    // Fields of these types are read where they are, without a decoder for each.
    func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try leaf(type, forKey: key)
    }

    func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try value(for: key).leaf(type, at: codingPath + [key])
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(for: key).decode(whole: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    // A superclass that encoded nothing has left nothing.
    func superDecoder() throws -> any Decoder { superDecoder(at: PlaceKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(at: key) }

    private func superDecoder(at key: any CodingKey) -> any Decoder {
        decoder(of: object[key.stringValue] ?? .null, at: key)
    }

    private func decoder(for key: Key) throws -> JSONTreeDecoder { decoder(of: try value(for: key), at: key) }

    private func decoder(of value: JSONTree, at key: any CodingKey) -> JSONTreeDecoder {
        JSONTreeDecoder(codingPath: codingPath + [key], json: value, depth: depth + 1)
    }

    private func value(for key: Key) throws -> JSONTree {
        guard let value = object[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "The field is missing."))
        }
        return value
    }
}

struct UnkeyedJSONDecoder: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let values: [JSONTree]
    let depth: Int
    var currentIndex = 0

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard case .null = try current(Any?.self) else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf { try leaf(type) }

    mutating func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
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

    private func decoder(_ type: Any.Type) throws -> JSONTreeDecoder {
        JSONTreeDecoder(codingPath: path, json: try current(type), depth: depth + 1)
    }

    private func current(_ type: Any.Type) throws -> JSONTree {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return values[currentIndex]
    }
}

struct SingleJSONDecoder: SingleValueDecodingContainer {
    let decoder: JSONTreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        if case .null = decoder.json { true } else { false }
    }

    func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf { try leaf(type) }

    func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf { try decoder.json.leaf(type, at: codingPath) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.inner.decode(whole: type) }
}
