import Foundation

/// Decodes `Codable` values from a ``PropertyListValue`` or from JSON.
struct TreeDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let tree: DecodingTree

    /// The number of containers and calls of `init(from:)` that enclose this decoder.
    private let depth: Int

    /// Whether the tree is the escaped content of an optional of an optional.
    private var holdsOptional = false

    /// Decodes a value from a property list.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: PropertyListValue
    ) throws(DefaultsError) -> Value {
        do {
            return try TreeDecoder(codingPath: [], tree: .propertyList(tree), depth: 0).decode(whole: type)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: tree.kind.rawValue)
        }
    }

    /// Decodes a value from JSON that is enclosed by `depth` levels of another value.
    static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONTree, depth: Int) throws -> Value {
        try TreeDecoder(codingPath: [], tree: .json(json), depth: depth).decode(whole: type)
    }

    fileprivate init(codingPath: [any CodingKey], tree: DecodingTree, depth: Int) {
        self.codingPath = codingPath
        self.tree = tree
        self.depth = depth
    }

    /// The decoder for the value in a single-value container: for the same place, but one call deeper.
    fileprivate var inner: TreeDecoder {
        TreeDecoder(codingPath: codingPath, tree: holdsOptional ? tree.withoutNilEscape : tree, depth: depth + 1)
    }

    /// Returns the decoder for the content of an optional, without its escape, if the type is an optional.
    ///
    /// Otherwise returns this decoder.
    fileprivate func unwrapped(for type: Any.Type) -> TreeDecoder {
        guard tree.isEscapedFromNil, type is any AnyOptional.Type else { return self }
        return TreeDecoder(codingPath: codingPath, tree: tree.withoutNilEscape, depth: depth)
    }

    /// Returns this decoder, prepared for a value whose type may be an optional of an optional.
    private func prepared(for type: Any.Type) -> TreeDecoder {
        guard tree.isEscapedFromNil, let type = type as? any AnyOptional.Type, type.holdsOptional else { return self }
        var decoder = self
        decoder.holdsOptional = true
        return decoder
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = tree.members else { throw tree.mismatch([String: Any].self, at: codingPath) }
        return KeyedDecodingContainer(KeyedTreeDecoder<Key>(codingPath: codingPath, members: members, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = tree.elements else { throw tree.mismatch([Any].self, at: codingPath) }
        return UnkeyedTreeDecoder(codingPath: codingPath, elements: elements, depth: depth)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleTreeDecoder(decoder: self) }

    fileprivate func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
        guard depth < deepestPropertyList else {
            let error = DefaultsError(.unreadable, reason: DefaultsError.tooDeep.reason)
            throw DecodingError.dataCorrupted(DecodingError.Context(error, at: codingPath))
        }
        if let value = try tree.native(type, at: codingPath) { return value }
        do {
            return try HostileFoundationTypes.decode(type, from: self) ?? type.init(from: prepared(for: type))
        } catch {
            guard case .propertyList(let stored) = tree else { throw error }
            // `PropertyListEncoder` writes the string `$null` in place of nil. If the type can read the string, it is a
            // string.
            if stored.isForeignNil, let type = type as? any AnyOptional.Type, let value = type.nilValue as? Value {
                return value
            }
            if case .data = stored { return try decodeAlternativeForm(type, of: stored, after: error) }
            throw error
        }
    }

    /// Decodes data that isn't a value of the type itself, but contains one in an alternative form.
    ///
    /// Other libraries store JSON in data, for a whole collection or for each of its elements.
    private func decodeAlternativeForm<Value: Decodable>(
        _ type: Value.Type, of stored: PropertyListValue, after error: any Error
    ) throws -> Value {
        do {
            return try stored.alternativeForm(of: type, depth: depth, after: error)
        } catch let error as DefaultsError {
            if codingPath.isEmpty { throw error }
            let path = codingPath + error.codingPath.map(PathKey.init(stringValue:))
            throw DecodingError.dataCorrupted(DecodingError.Context(error, at: path))
        }
    }
}

// MARK: - Containers

struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let members: DecodingTree.Members
    let depth: Int

    var allKeys: [Key] { members.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(for: key).isNil }

    // Numbers, Booleans and strings are read directly, because creating a decoder for each would take most of the time.
    func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try leaf(type, forKey: key)
    }

    func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try value(for: key).leaf(type, at: codingPath + [key])
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(for: key).decode(whole: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = members[key.stringValue], !value.isNil else { return nil }
        return try decoder(of: value, at: key).unwrapped(for: type).decode(whole: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try superDecoder(at: PathKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

    private func superDecoder(at key: any CodingKey) throws -> any Decoder {
        // If a superclass encoded nothing, JSON has no entry for it.
        if case .json = members { return decoder(of: members[key.stringValue] ?? .json(.null), at: key) }
        return try decoder(for: key)
    }

    private func decoder(for key: any CodingKey) throws -> TreeDecoder { decoder(of: try value(for: key), at: key) }

    private func decoder(of value: DecodingTree, at key: any CodingKey) -> TreeDecoder {
        TreeDecoder(codingPath: codingPath + [key], tree: value, depth: depth + 1)
    }

    private func value(for key: any CodingKey) throws -> DecodingTree {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "The field is missing."))
        }
        return value
    }
}

struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let elements: DecodingTree.Elements
    let depth: Int
    var currentIndex = 0

    var count: Int? { elements.indices.count }
    var isAtEnd: Bool { currentIndex >= elements.indices.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self).isNil else { return false }
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
        try next(type) { try $0.decode(whole: type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next([String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }

    /// Reads the current element and, if that succeeds, moves on to the next one.
    private mutating func next<Result>(_ type: Any.Type, _ read: (TreeDecoder) throws -> Result) throws -> Result {
        let result = try read(TreeDecoder(codingPath: path, tree: try current(type), depth: depth + 1))
        currentIndex += 1
        return result
    }

    // NB: these are never inlined, so that there isn't a copy of them for each type of element.

    @inline(never)
    private var path: [any CodingKey] { codingPath + [PathKey(index: currentIndex)] }

    @inline(never)
    private func current(_ type: Any.Type) throws -> DecodingTree {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return elements[currentIndex]
    }
}

struct SingleTreeDecoder: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.tree.isNil }
    func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf { try leaf(type) }
    func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf { try decoder.tree.leaf(type, at: codingPath) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.inner.decode(whole: type) }
}
