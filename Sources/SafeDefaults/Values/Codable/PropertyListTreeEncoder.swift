import Foundation

/// Encodes Codable values straight into a ``PropertyListValue``: structs become dictionaries, numbers, dates and data
/// stay native, a URL becomes its absolute string, and nil is left out where the type leaves it out.
struct PropertyListTreeEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let node: Node

    /// How many calls of `encode(to:)` and containers this one is in.
    private let depth: Int

    /// The tree that describes a value.
    static func encode(_ value: some Encodable) throws(DefaultsError) -> PropertyListValue {
        let tree: PropertyListValue?
        do {
            let encoder = PropertyListTreeEncoder(codingPath: [], node: Node(), depth: 0)
            try encoder.encode(whole: value)
            tree = try encoder.node.tree(depth: 0)
        } catch {
            throw DefaultsError.converting(error, as: .unstorable, expected: type(of: value))
        }
        guard let tree else { throw DefaultsError.unstorable(type(of: value), because: "it encoded nothing") }
        return tree
    }

    /// Throws for a value that is too deep to be encoded, by this encoder or another one; other flaws are not its concern.
    static func refuseTooDeep(_ value: some Encodable) throws(DefaultsError) {
        do throws(DefaultsError) {
            _ = try encode(value)
        } catch {
            if error.reason == DefaultsError.tooDeep.reason { throw error }
        }
    }

    fileprivate init(codingPath: [any CodingKey], node: Node, depth: Int) {
        self.codingPath = codingPath
        self.node = node
        self.depth = depth
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(KeyedTreeEncoder<Key>(codingPath: codingPath, node: node, depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedTreeEncoder(codingPath: codingPath, node: node, depth: depth)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleTreeEncoder(codingPath: codingPath, node: node, depth: depth)
    }

    fileprivate func encode(whole value: some Encodable) throws {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        do {
            switch value {
            case let date as Date: node.put(try date.defaultsRepresentation)
            case let data as Data: node.put(.data(data))
            case let url as URL: node.put(.string(try url.readableText))
            default:
                try value.encode(to: self)
                // Only what has become an array, or looks like nil, is asked, since asking takes time.
                if node.looksLikeNil, let optional = value as? any AnyOptional, !optional.isNil, optional.holdsOptional
                {
                    node.escapeOnceMore()
                }
                if node.isArray, let type = type(of: value) as? any OrderlessCollection.Type {
                    try node.sort(entriesOf: type.partsPerEntry, depth: depth)
                }
            }
        } catch var error as DefaultsError where error.codingPath.isEmpty {
            error.codingPath = codingPath.map(\.step)
            throw error
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
        case refused(DefaultsError)
    }

    private(set) var content = Content.nothing

    /// How many optionals of optionals the content is in, all of which have to be told from nil.
    private var escapes = 0

    /// Takes the one value of this place.
    func put(_ value: PropertyListValue) {
        guard case .nothing = content else { return refuse(.encodedTwice) }
        content = .value(value)
    }

    func becomeDictionary() {
        switch content {
        case .nothing: content = .dictionary([:])
        case .dictionary: return
        default: refuse(.encodedTwice)
        }
    }

    func becomeArray() {
        switch content {
        case .nothing: content = .array([])
        case .array: return
        default: refuse(.encodedTwice)
        }
    }

    var isArray: Bool {
        guard case .array = content else { return false }
        return true
    }

    /// Puts the entries of an array, each of so many parts, into the one order of all stored values.
    func sort(entriesOf parts: Int, depth: Int) throws {
        guard case .array(let nodes) = content, nodes.count > parts, nodes.count.isMultiple(of: parts) else { return }
        let trees = try nodes.map { try $0.tree(depth: depth + 1) ?? .dictionary([:]) }
        let entries = stride(from: 0, to: trees.count, by: parts).map { trees[$0..<$0 + parts] }
        content = .value(
            .array(
                entries.sorted { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }.flatMap { $0 }))
    }

    /// Makes the encoding fail in the end, where the protocols of Codable leave no way to throw.
    func refuse(_ error: DefaultsError) {
        if case .refused = content { return }
        content = .refused(error)
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

    /// The child that a key has already, as two nested containers of one key share it; else a new one.
    func sharedChild(_ key: any CodingKey) -> Node {
        guard case .dictionary(let nodes) = content, let node = nodes[key.stringValue] else { return child(key) }
        return node
    }

    /// Whether the content is what stands for nil, or a dictionary that has to be told from that.
    var looksLikeNil: Bool {
        switch content {
        case .value(let value): value.looksLikeNil
        case .dictionary(let nodes): nodes.count == 1 && (nodes.keys.contains("$nil") || nodes.keys.contains("$some"))
        default: false
        }
    }

    /// Puts what looks like nil, and is the content of one more optional, under the mark of what is not nil.
    func escapeOnceMore() { escapes += 1 }

    /// What has been encoded, or nil for nothing at all.
    func tree(depth: Int) throws -> PropertyListValue? {
        let tree = try plainTree(depth: depth)
        return (0..<escapes).reduce(tree) { tree, _ in tree?.escapedFromNil }
    }

    private func plainTree(depth: Int) throws -> PropertyListValue? {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        switch content {
        case .nothing: return nil
        case .refused(let error): throw error
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

extension PropertyListTreeEncoder {
    /// The encoder of one place in a container.
    ///
    /// Where the tree gets too deep, the container fails, and what is encoded from there on is dropped at once: a long
    /// chain of containers would overflow the stack when it is freed.
    fileprivate init(
        inside parent: Node, of codingPath: [any CodingKey], at key: any CodingKey, on child: Node, depth: Int
    ) {
        if depth < deepestPropertyList {
            self.init(codingPath: codingPath + [key], node: child, depth: depth + 1)
        } else {
            parent.refuse(.tooDeep)
            self.init(codingPath: codingPath, node: Node(), depth: depth)
        }
    }
}

// MARK: - Containers

private struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    let node: Node
    let depth: Int

    mutating func encodeNil(forKey key: Key) {
        node.child(key).put(.nilMarker)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try encoder(for: key, on: node.child(key)).encode(whole: value)
    }

    /// Leaves nil out, as a container does by itself, but tells a nil inside the value from that.
    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        let child = node.child(key)
        try encoder(for: key, on: child).encode(whole: value)
        if child.looksLikeNil, Value.self is any AnyOptional.Type { child.escapeOnceMore() }
    }

    // NB: of these the protocols have defaults that throw, which are taken before what is generic.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128, forKey key: Key) { node.child(key).put(value.defaultsRepresentation) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128, forKey key: Key) { node.child(key).put(value.defaultsRepresentation) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(for: key, on: node.sharedChild(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(for: key, on: node.sharedChild(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(for: PlaceKey.super, on: node.child(PlaceKey.super)) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key, on: node.child(key)) }

    private func encoder(for key: any CodingKey, on child: Node) -> PropertyListTreeEncoder {
        PropertyListTreeEncoder(inside: node, of: codingPath, at: key, on: child, depth: depth)
    }
}

private struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    let node: Node
    let depth: Int

    var count: Int {
        guard case .array(let nodes) = node.content else { return 0 }
        return nodes.count
    }

    mutating func encodeNil() {
        node.append().put(.nilMarker)
    }

    mutating func encode(_ value: some Encodable) throws {
        try next().encode(whole: value)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) { node.append().put(value.defaultsRepresentation) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) { node.append().put(value.defaultsRepresentation) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private func next() -> PropertyListTreeEncoder {
        let key = PlaceKey(index: count)
        return PropertyListTreeEncoder(inside: node, of: codingPath, at: key, on: node.append(), depth: depth)
    }
}

private struct SingleTreeEncoder: SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    let node: Node
    let depth: Int

    mutating func encodeNil() { node.put(.nilMarker) }
    mutating func encode(_ value: Bool) { node.put(.boolean(value)) }
    mutating func encode(_ value: String) { node.put(.string(value)) }
    mutating func encode(_ value: Double) { node.put(.real(value)) }
    mutating func encode(_ value: Float) { node.put(.real(Double(value))) }
    mutating func encode(_ value: Int) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { node.put(.integer(value)) }
    mutating func encode(_ value: UInt) { node.put(.whole(UInt64(value))) }
    mutating func encode(_ value: UInt8) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { node.put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt64) { node.put(.whole(value)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) { node.put(value.defaultsRepresentation) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) { node.put(value.defaultsRepresentation) }

    mutating func encode(_ value: some Encodable) throws {
        try PropertyListTreeEncoder(codingPath: codingPath, node: node, depth: depth + 1).encode(whole: value)
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
