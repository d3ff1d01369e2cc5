import Foundation

/// The format in which `Codable` values are encoded.
package enum TreeForm {
    case propertyList, json

    /// The same as ``propertyList``, except that a URL encodes itself with `encode(to:)`, as in Foundation's encoders.
    case foundation
}

extension PropertyListValue {
    /// Creates the tree of a `Codable` value, or its JSON in the form that ``JSONReader`` returns.
    @_semantics("optimize.sil.specialize.generic.never")
    package init(tree value: some Encodable, as form: TreeForm = .propertyList) throws(DefaultsError) {
        do {
            let node = TreeNode()
            try TreeEncoder(codingPath: [], node: node, form: form, depth: 0).encode(whole: value)
            if case .nothing = node.content {
                throw DefaultsError.unstorable(type(of: value), because: "it encoded nothing")
            }
            self = try node.tree(depth: 0)
        } catch {
            throw DefaultsError.converting(error, as: .unstorable, expected: type(of: value))
        }
    }
}

/// Encodes `Codable` values as a ``PropertyListValue`` or as JSON.
///
/// In a property list, structs become dictionaries, and a URL becomes its absolute string. Numbers, dates and data keep
/// their kinds. A nil is omitted if the type's `encode(to:)` omits it. JSON is encoded as by Foundation's
/// `JSONEncoder`.
struct TreeEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let node: TreeNode
    fileprivate let form: TreeForm

    /// The number of containers and calls of `encode(to:)` that enclose this encoder.
    fileprivate let depth: Int

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A structure has some fields, and making room one by one would take a tenth of the encoding's time.
        // A value may have many parts, and a store in memory keeps their room.
        node.putDictionary(minimumCapacity: depth == 0 ? 6 : 0)
        return KeyedEncodingContainer(KeyedTreeEncoder<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.put(.array)
        return UnkeyedTreeEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate func encode(whole value: some Encodable) throws {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        do {
            if try putNative(value) { return }
            try value.encode(to: self)
            // The casts take time, so they are made only if the result looks like nil, or is an array.
            if looksLikeNil(node), let optional = value as? any AnyOptional, !optional.isNil,
                type(of: optional).holdsOptional
            {
                node.escapes += 1
            }
            if case .array = node.content, let collection = value as? any UnorderedCollection {
                try node.sort(entries: collection.count, depth: depth)
            }
        } catch var error as DefaultsError where error.codingPath.isEmpty {
            error.content.codingPath = codingPath.map(\.step)
            throw error
        }
    }

    /// Encodes a value if its type needs special treatment, and returns whether it did.
    ///
    /// These are the types for which the tree's form differs from what the type's `encode(to:)` writes, and one type
    /// that is faster to encode here.
    ///
    /// Types are compared before values are cast, because each cast costs a lookup.
    @_semantics("optimize.sil.specialize.generic.never")
    private func putNative<Value: Encodable>(_ value: Value) throws -> Bool {
        let type = Value.self
        if type == Date.self, let date = value as? Date {
            try node.put(date, as: form)
        } else if type == Data.self, let data = value as? Data {
            try node.put(data, as: form)
        } else if type == URL.self, let url = value as? URL {
            if form == .foundation { return false }
            node.put(.value(form == .json ? url.json : .string(try url.readableString)))
        } else if type == [String].self, let strings = value as? [String] {
            // This array type is the most common one. Encoding it here takes a fifth of the time of its own
            // `encode(to:)`.
            node.put(.value(.array(strings.map(PropertyListValue.string))))
        } else if type == CharacterSet.self {
            throw DefaultsError.unstorable(type, because: "it is \(HostileFoundationTypes.refusedCharacters)")
        } else if form == .json, type == Decimal.self, let decimal = value as? Decimal {
            node.put(.value(decimal.json))
        } else if form != .json, type == PropertyListValue.self, let tree = value as? PropertyListValue {
            node.put(.value(tree.escapedFromNil))
        } else {
            return false
        }
        return true
    }

    /// Returns the encoder for a place in this encoder's container.
    ///
    /// If that place is too deep, the encoding fails later, and everything encoded there is dropped at once. Otherwise
    /// a long chain of containers would overflow the stack when it is deallocated.
    @inline(never)
    fileprivate func inside(_ key: any CodingKey, on child: TreeNode) -> TreeEncoder {
        guard depth < deepestPropertyList else {
            node.put(.refused(.tooDeep))
            return TreeEncoder(codingPath: codingPath, node: TreeNode(), form: form, depth: depth)
        }
        return TreeEncoder(codingPath: codingPath + [key], node: child, form: form, depth: depth + 1)
    }

    /// Whether the value of an enclosing optional could be mistaken for nil.
    ///
    /// JSON has only one null, and nothing is escaped there.
    fileprivate func looksLikeNil(_ node: TreeNode) -> Bool { form != .json && node.looksLikeNil }
}

// MARK: - Containers

struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var node: TreeNode { encoder.node }

    mutating func encodeNil(forKey key: Key) { node.child(key).putNil() }

    mutating func encode<Leaf: TreeLeaf>(_ value: Leaf, forKey key: Key) throws {
        try node.child(key).put(value, as: encoder.form)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try encoder.inside(key, on: node.child(key)).encode(whole: value)
    }

    /// Encodes nothing if the value is nil, as containers do by default.
    ///
    /// If the value is an optional that contains nil, it is escaped.
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        let child = node.child(key)
        try encoder.inside(key, on: child).encode(whole: value)
        if encoder.looksLikeNil(child), Value.self is any AnyOptional.Type { child.escapes += 1 }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.inside(key, on: node.sharedChild(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.inside(key, on: node.sharedChild(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.inside(PathKey.super, on: node.child(PathKey.super)) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.inside(key, on: node.child(key)) }
}

struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var node: TreeNode { encoder.node }

    var count: Int { node.elements.count }

    mutating func encodeNil() { node.append().putNil() }

    mutating func encode<Leaf: TreeLeaf>(_ value: Leaf) throws {
        try node.append().put(value, as: encoder.form)
    }

    mutating func encode(_ value: some Encodable) throws { try next().encode(whole: value) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private func next() -> TreeEncoder { encoder.inside(PathKey(intValue: count), on: node.append()) }
}

extension TreeEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.putNil() }

    func encode<Leaf: TreeLeaf>(_ value: Leaf) throws { try node.put(value, as: form) }

    func encode(_ value: some Encodable) throws {
        // The encoder for the same place, but one call deeper.
        try TreeEncoder(codingPath: codingPath, node: node, form: form, depth: depth + 1).encode(whole: value)
    }
}

// MARK: - Unordered collections

/// A collection without an order of its own.
///
/// Each process would encode the elements in a different order, so an unchanged set would change the file. To prevent
/// this, the tree encoder sorts what the collection's `encode(to:)` has written.
protocol UnorderedCollection: Collection {}

extension Set: UnorderedCollection {}

/// If the keys are neither strings nor integers, `Codable` encodes an array of alternating keys and values.
extension Dictionary: UnorderedCollection {}
