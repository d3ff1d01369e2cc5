import Foundation

/// Encodes Codable values straight into a ``PropertyListValue``: structs become dictionaries, numbers, dates and data
/// stay native, a URL becomes its absolute string, and nil is left out where the type leaves it out.
struct PropertyListTreeEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let node: Node

    /// The tree that describes a value.
    static func encode(_ value: some Encodable) throws -> PropertyListValue {
        let encoder = PropertyListTreeEncoder(codingPath: [], node: Node())
        try encoder.encode(whole: value)
        guard let tree = try encoder.node.tree(depth: 0) else {
            throw DefaultsError.unstorable(type(of: value), because: "it encoded nothing")
        }
        return tree
    }

    fileprivate init(codingPath: [any CodingKey], node: Node) {
        self.codingPath = codingPath
        self.node = node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(KeyedTreeEncoder<Key>(codingPath: codingPath, node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedTreeEncoder(codingPath: codingPath, node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleTreeEncoder(codingPath: codingPath, node: node)
    }

    fileprivate func encode(whole value: some Encodable) throws {
        guard codingPath.count < deepestPropertyList else { throw DefaultsError.tooDeep }
        switch value {
        case let date as Date: node.content = .value(try date.defaultsRepresentation)
        case let data as Data: node.content = .value(.data(data))
        case let url as URL: node.content = .value(.string(url.absoluteString))
        default: try value.encode(to: self)
        }
    }
}

// MARK: - The tree under construction

/// One place of the tree, shared by the containers that fill it.
private final class Node {
    enum Content {
        case nothing
        case value(PropertyListValue)
        case array([Node])
        case dictionary([String: Node])
    }

    var content = Content.nothing

    func becomeDictionary() {
        if case .dictionary = content { return }
        content = .dictionary([:])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func append() -> Node {
        let node = Node()
        guard case .array(var nodes) = content else { return node }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    func child(_ key: any CodingKey) -> Node {
        let node = Node()
        guard case .dictionary(var nodes) = content else { return node }
        content = .nothing
        nodes[key.stringValue] = node
        content = .dictionary(nodes)
        return node
    }

    /// What has been encoded, or nil for nothing at all.
    func tree(depth: Int) throws -> PropertyListValue? {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        switch content {
        case .nothing: return nil
        case .value(let value): return value
        case .array(let nodes):
            return .array(try nodes.map { try $0.tree(depth: depth + 1) ?? .dictionary([:]) })
        case .dictionary(let nodes):
            return PropertyListValue.dictionary(
                try nodes.mapValues { try $0.tree(depth: depth + 1) ?? .dictionary([:]) }
            ).escapedFromNil
        }
    }
}

// MARK: - Containers

private struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    let node: Node

    mutating func encodeNil(forKey key: Key) {
        node.child(key).content = .value(.nilMarker)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try encoder(for: key).encode(whole: value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(for: key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(for: key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(for: PlaceKey.super) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

    private func encoder(for key: any CodingKey) -> PropertyListTreeEncoder {
        PropertyListTreeEncoder(codingPath: codingPath + [key], node: node.child(key))
    }
}

private struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    let node: Node

    var count: Int {
        guard case .array(let nodes) = node.content else { return 0 }
        return nodes.count
    }

    mutating func encodeNil() {
        node.append().content = .value(.nilMarker)
    }

    mutating func encode(_ value: some Encodable) throws {
        try next().encode(whole: value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private func next() -> PropertyListTreeEncoder {
        PropertyListTreeEncoder(codingPath: codingPath + [PlaceKey(index: count)], node: node.append())
    }
}

private struct SingleTreeEncoder: SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    let node: Node

    mutating func encodeNil() { node.content = .value(.nilMarker) }
    mutating func encode(_ value: Bool) { node.content = .value(.boolean(value)) }
    mutating func encode(_ value: String) { node.content = .value(.string(value)) }
    mutating func encode(_ value: Double) { node.content = .value(.real(value)) }
    mutating func encode(_ value: Float) { node.content = .value(.real(Double(value))) }
    mutating func encode(_ value: Int) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { node.content = .value(.integer(value)) }
    mutating func encode(_ value: UInt) { node.content = .value(.whole(UInt64(value))) }
    mutating func encode(_ value: UInt8) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { node.content = .value(.integer(Int64(value))) }
    mutating func encode(_ value: UInt64) { node.content = .value(.whole(value)) }

    mutating func encode(_ value: some Encodable) throws {
        try PropertyListTreeEncoder(codingPath: codingPath, node: node).encode(whole: value)
    }
}

/// A key for places that have no key of the type's own: the index in an array, and a superclass.
struct PlaceKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let `super` = PlaceKey(stringValue: "super")

    init(index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init?(intValue: Int) { self.init(index: intValue) }
}
