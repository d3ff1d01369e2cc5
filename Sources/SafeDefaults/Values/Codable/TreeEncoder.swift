import Foundation

/// Encodes Codable values straight into a ``PropertyListValue``: structs become dictionaries, numbers, dates and data
/// stay native, a URL becomes its absolute string, and nil is left out where the type leaves it out.
///
/// Or into JSON, in the form that Foundation's `JSONEncoder` gives it.
struct TreeEncoder: Encoder {
    /// What the tree is for.
    enum Form {
        case propertyList, json

        /// As ``propertyList``, but a URL has the form that its own code gives it: that of Foundation's encoders.
        case foundation
    }

    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let node: TreeNode
    private let form: Form

    /// How many calls of `encode(to:)` and containers this one is in.
    private let depth: Int

    /// The tree that describes a value.
    static func encode(_ value: some Encodable) throws(DefaultsError) -> PropertyListValue {
        try encode(value, as: .propertyList) { try $0.tree(depth: 0) }
    }

    /// The tree that describes a value, its URLs in the form that Foundation's encoders give them.
    static func foundationTree(_ value: some Encodable) throws(DefaultsError) -> PropertyListValue {
        try encode(value, as: .foundation) { try $0.tree(depth: 0) }
    }

    /// The JSON that describes a value, in UTF-8.
    static func json(_ value: some Encodable) throws(DefaultsError) -> [UInt8] {
        try encode(value, as: .json) { node in
            var writer = JSONWriter()
            return try node.write(to: &writer, depth: 0) ? writer.bytes : nil
        }
    }

    private static func encode<Result>(
        _ value: some Encodable, as form: Form, finish: (TreeNode) throws -> Result?
    ) throws(DefaultsError) -> Result {
        let result: Result?
        do {
            let encoder = TreeEncoder(codingPath: [], node: TreeNode(), depth: 0, form: form)
            try encoder.encode(whole: value)
            result = try finish(encoder.node)
        } catch {
            throw DefaultsError.converting(error, as: .unstorable, expected: type(of: value))
        }
        guard let result else { throw DefaultsError.unstorable(type(of: value), because: "it encoded nothing") }
        return result
    }

    /// Throws for a value that is too deep to be encoded, by this encoder or another one; other flaws are not its concern.
    static func refuseTooDeep(_ value: some Encodable) throws(DefaultsError) {
        do throws(DefaultsError) {
            _ = try encode(value)
        } catch {
            if error.reason == DefaultsError.tooDeep.reason { throw error }
        }
    }

    fileprivate init(codingPath: [any CodingKey], node: TreeNode, depth: Int, form: Form) {
        self.codingPath = codingPath
        self.node = node
        self.depth = depth
        self.form = form
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(
            KeyedTreeEncoder<Key>(codingPath: codingPath, node: node, depth: depth, form: form))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedTreeEncoder(codingPath: codingPath, node: node, depth: depth, form: form)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleTreeEncoder(codingPath: codingPath, node: node, depth: depth, form: form)
    }

    fileprivate func encode(whole value: some Encodable) throws {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        do {
            if try putNative(value) { return }
            try value.encode(to: self)
            // Only what has become an array, or looks like nil, is asked, since asking takes time.
            if node.looksLikeNil, let optional = value as? any AnyOptional, !optional.isNil, optional.holdsOptional {
                node.escapeOnceMore()
            }
            if node.isArray, let type = type(of: value) as? any UnorderedCollection.Type {
                try node.sort(entriesOf: type.partsPerEntry, depth: depth)
            }
        } catch var error as DefaultsError where error.codingPath.isEmpty {
            error.codingPath = codingPath.map(\.step)
            throw error
        }
    }

    /// Puts a value that has another form here than its own code would give it; tells whether it is one.
    ///
    /// The types are compared first, because a cast to one of them takes a look-up.
    private func putNative<Value: Encodable>(_ value: Value) throws -> Bool {
        let type = Value.self
        if type == Date.self, let date = value as? Date {
            switch form {
            case .propertyList, .foundation: node.put(.value(try date.defaultsRepresentation))
            case .json: node.put(.json(date.timeIntervalSinceReferenceDate.json))
            }
        } else if type == Data.self, let data = value as? Data {
            switch form {
            case .propertyList, .foundation: node.put(.value(.data(data)))
            case .json: node.put(.json(.text(data.base64EncodedString())))
            }
        } else if type == URL.self, let url = value as? URL {
            switch form {
            case .propertyList: node.put(.value(.string(try url.readableText)))
            case .json: node.put(.json(.text(url.absoluteString)))
            case .foundation: return false
            }
        } else if type == [String].self, let texts = value as? [String] {
            // The most common array, in a fifth of the time that an array takes by itself.
            switch form {
            case .propertyList, .foundation: node.put(.value(.array(texts.map(PropertyListValue.string))))
            case .json: node.put(.json(.array(texts.map(JSONTree.text))))
            }
        } else if form == .json, type == Decimal.self, let decimal = value as? Decimal {
            node.put(.json(decimal.json))
        } else {
            return false
        }
        return true
    }
}

extension TreeEncoder {
    /// The encoder of one place in a container.
    ///
    /// Where the tree gets too deep, the container fails, and what is encoded from there on is dropped at once: a long
    /// chain of containers would overflow the stack when it is freed.
    fileprivate init(
        inside parent: TreeNode, of codingPath: [any CodingKey], at key: any CodingKey, on child: TreeNode, depth: Int,
        form: Form
    ) {
        if depth < deepestPropertyList {
            self.init(codingPath: codingPath + [key], node: child, depth: depth + 1, form: form)
        } else {
            parent.refuse(.tooDeep)
            self.init(codingPath: codingPath, node: TreeNode(), depth: depth, form: form)
        }
    }
}

// MARK: - Containers

struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    let node: TreeNode
    let depth: Int
    let form: TreeEncoder.Form

    mutating func encodeNil(forKey key: Key) {
        node.child(key).putNil(as: form)
    }

    mutating func encode<Leaf: JSONLeaf & Encodable>(_ value: Leaf, forKey key: Key) throws {
        try node.child(key).put(value, as: form, depth: depth + 1)
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

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(for: key, on: node.sharedChild(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(for: key, on: node.sharedChild(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(for: PathKey.super, on: node.child(PathKey.super)) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key, on: node.child(key)) }

    private func encoder(for key: any CodingKey, on child: TreeNode) -> TreeEncoder {
        TreeEncoder(inside: node, of: codingPath, at: key, on: child, depth: depth, form: form)
    }
}

struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    let node: TreeNode
    let depth: Int
    let form: TreeEncoder.Form

    var count: Int {
        guard case .array(let nodes) = node.content else { return 0 }
        return nodes.count
    }

    mutating func encodeNil() {
        node.append().putNil(as: form)
    }

    mutating func encode<Leaf: JSONLeaf & Encodable>(_ value: Leaf) throws {
        try node.append().put(value, as: form, depth: depth + 1)
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

    private func next() -> TreeEncoder {
        let key = PathKey(index: count)
        return TreeEncoder(
            inside: node, of: codingPath, at: key, on: node.append(), depth: depth, form: form)
    }
}

struct SingleTreeEncoder: SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    let node: TreeNode
    let depth: Int
    let form: TreeEncoder.Form

    mutating func encodeNil() { node.putNil(as: form) }

    mutating func encode<Leaf: JSONLeaf & Encodable>(_ value: Leaf) throws {
        try node.put(value, as: form, depth: depth)
    }

    mutating func encode(_ value: some Encodable) throws {
        try TreeEncoder(codingPath: codingPath, node: node, depth: depth + 1, form: form)
            .encode(whole: value)
    }
}
