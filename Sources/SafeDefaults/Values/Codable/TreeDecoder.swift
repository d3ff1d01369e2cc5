import Foundation

extension PropertyListValue {
    /// Returns the `Codable` value of a tree.
    ///
    /// It is read exactly. If that isn't possible, its parts are converted.
    package func decodedTree<Value: Decodable>(_ type: Value.Type) throws(DefaultsError) -> Value {
        if let value = try? TreeDecoder.decode(type, from: self, .exact) { return value }
        do {
            return try TreeDecoder.decode(type, from: self, .converting)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: kind.rawValue)
        }
    }
}

/// Decodes `Codable` values from a ``PropertyListValue`` or from JSON.
struct TreeDecoder: Decoder {
    /// How values that have no parts are read.
    enum Reading {
        /// Each type reads only its own stored form.
        ///
        /// A type may find out what is stored by trying one type after another. It must not read the string `12` as a
        /// number.
        case exact

        /// Values are converted as in any other read.
        case converting

        /// JSON is read as by Foundation's `JSONDecoder`; see ``JSONReader``.
        case json
    }

    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let tree: PropertyListValue
    fileprivate let reading: Reading

    /// The number of containers and calls of `init(from:)` that enclose this decoder.
    private let depth: Int

    /// Whether the tree is the escaped content of an optional of an optional.
    private var holdsOptional = false

    /// Decodes a value in one way of reading.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: PropertyListValue, _ reading: Reading
    ) throws -> Value {
        try TreeDecoder(codingPath: [], tree: tree, reading: reading, depth: 0).decode(whole: type)
    }

    /// Returns the decoder for a part of this decoder's value.
    @inline(never)
    fileprivate func inside(_ key: any CodingKey, _ part: PropertyListValue) -> TreeDecoder {
        TreeDecoder(codingPath: codingPath + [key], tree: part, reading: reading, depth: depth + 1)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = tree.jsonMembers else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(KeyedTreeDecoder<Key>(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = tree else { throw mismatch([Any].self) }
        return UnkeyedTreeDecoder(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
        guard depth < deepestPropertyList else {
            let error = DefaultsError(.unreadable, reason: DefaultsError.tooDeep.reason)
            throw DecodingError.dataCorrupted(DecodingError.Context(error, at: codingPath))
        }
        if let value = try native(type) ?? HostileFoundationTypes.decode(type, from: self) { return value }
        var decoder = self
        decoder.holdsOptional = tree.isEscapedFromNil && (type as? any AnyOptional.Type)?.holdsOptional ?? false
        return try type.init(from: decoder)
    }
}

// MARK: - Values that have no parts, or are read here

extension TreeDecoder {
    /// Reads this decoder's value, which has no parts.
    fileprivate func leaf<Leaf: TreeLeaf>(_ type: Leaf.Type) throws -> Leaf {
        try leaf(type, of: tree, at: codingPath)
    }

    /// Reads a part of this decoder's value, without a decoder for it, which would take most of the time.
    fileprivate func leaf<Leaf: TreeLeaf>(
        _ type: Leaf.Type, of value: PropertyListValue, at codingPath: @autoclosure () -> [any CodingKey]
    ) throws -> Leaf {
        var problem: (any Error)?
        do {
            if reading == .json {
                if let leaf = Leaf.fromJSON(value) { return leaf }
            } else if reading == .exact ? value.kind == Leaf.kind : !value.isNilMarker {
                return try Leaf._decode(value)
            }
        } catch {
            problem = error
        }
        throw mismatch(type, of: value, because: problem, at: codingPath())
    }

    /// Reads a value if its type needs special treatment, or returns `nil` if it doesn't.
    ///
    /// These are the types for which the tree's form differs from what the type's `init(from:)` expects, and one type
    /// that is faster to read here.
    fileprivate func native<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if type == Date.self { return try leaf(Date.self) as? Value }
        if type == Data.self { return try leaf(Data.self) as? Value }
        if type == URL.self { return try leaf(URL.self) as? Value }
        // `Decimal`'s own `init(from:)` reads some numbers as other numbers.
        if type == Decimal.self { return try leaf(Decimal.self) as? Value }
        if type == PropertyListValue.self, reading != .json, !tree.isNilMarker {
            return tree.withoutNilEscape as? Value
        }
        // This array type is the most common one. Reading it here takes a fifth of the time of its own `init(from:)`.
        if type == [String].self, case .array(let elements) = tree {
            return try elements.enumerated().map { index, element in
                try leaf(String.self, of: element, at: codingPath + [PathKey(intValue: index)])
            } as? Value
        }
        return nil
    }

    /// Returns the error for this decoder's value, which can't be read as a type.
    fileprivate func mismatch(_ type: Any.Type) -> any Error { mismatch(type, of: tree, at: codingPath) }

    /// Returns the error for a value that can't be read as a type.
    ///
    /// It is never inlined, so that there isn't a copy of it for each type.
    ///
    /// - Parameter problem: What the type has thrown; nil if it doesn't read such a value.
    @inline(never)
    private func mismatch(
        _ type: Any.Type, of value: PropertyListValue, because problem: (any Error)? = nil,
        at codingPath: [any CodingKey]
    ) -> any Error {
        if problem == nil, value.isNilMarker {
            return DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: "The value is null."))
        }
        let form = "in JSON that is none of this type"
        let error =
            problem
            ?? (reading == .json
                ? DefaultsError(.unreadable, reason: "found \(value.jsonNameWithArticle) \(form)")
                : DefaultsError.unreadable(type, from: value))
        guard let error = error as? DefaultsError else { return error }
        return DecodingError.typeMismatch(type, DecodingError.Context(error, at: codingPath))
    }
}

// MARK: - Containers

struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder
    let members: [String: PropertyListValue]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(for: key).isNilMarker }

    func decode<Leaf: TreeLeaf>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
        try decoder.leaf(type, of: value(for: key), at: codingPath + [key])
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try inside(key).decode(whole: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = members[key.stringValue], !value.isNilMarker else { return nil }
        let isOptionals = value.isEscapedFromNil && type is any AnyOptional.Type
        return try decoder.inside(key, isOptionals ? value.withoutNilEscape : value).decode(whole: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try inside(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inside(key).unkeyedContainer()
    }

    // If a superclass encoded nothing, the JSON of Foundation's encoder has no entry for it.

    func superDecoder() -> any Decoder { decoder.inside(PathKey.super, members["super"] ?? .nilMarker) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder.inside(key, members[key.stringValue] ?? .nilMarker) }

    private func inside(_ key: any CodingKey) throws -> TreeDecoder { decoder.inside(key, try value(for: key)) }

    private func value(for key: any CodingKey) throws -> PropertyListValue {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "The field is missing."))
        }
        return value
    }
}

struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    let elements: [PropertyListValue]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self).isNilMarker else { return false }
        currentIndex += 1
        return true
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func decode<Leaf: TreeLeaf>(_ type: Leaf.Type) throws -> Leaf {
        let value = try decoder.leaf(type, of: current(type), at: path)
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
        let result = try read(decoder.inside(PathKey(intValue: currentIndex), try current(type)))
        currentIndex += 1
        return result
    }

    // NB: these are never inlined, so that there isn't a copy of them for each type of element.

    @inline(never)
    private var path: [any CodingKey] { codingPath + [PathKey(intValue: currentIndex)] }

    @inline(never)
    private func current(_ type: Any.Type) throws -> PropertyListValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return elements[currentIndex]
    }
}

extension TreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { tree.isNilMarker }

    @_semantics("optimize.sil.specialize.generic.never")
    func decode<Leaf: TreeLeaf>(_ type: Leaf.Type) throws -> Leaf { try leaf(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // The decoder for the same place, but one call deeper.
        let tree = holdsOptional ? tree.withoutNilEscape : tree
        let inner = TreeDecoder(codingPath: codingPath, tree: tree, reading: reading, depth: depth + 1)
        return try inner.decode(whole: type)
    }
}
