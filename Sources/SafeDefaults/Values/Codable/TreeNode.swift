/// A place in a tree that is being encoded.
///
/// All containers that encode at the same place share one node.
final class TreeNode {
    enum Content {
        case nothing
        case value(PropertyListValue)
        case array([TreeNode])
        case dictionary([String: TreeNode])
        case refused(DefaultsError)
    }

    private(set) var content = Content.nothing

    /// The number of times that the content must be escaped, so that an optional of an optional isn't mistaken for nil.
    private var escapes = 0

    /// Sets the content, or makes the encoding fail if the content is already set.
    func put(_ value: consuming Content) {
        guard case .nothing = content else { return refuse(.encodedTwice) }
        content = value
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func put(_ leaf: some TreeLeaf, as form: TreeEncoder.Form, depth: Int) throws {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        put(.value(form == .json ? leaf.json : try leaf._encode() ?? .nilMarker))
    }

    func putNil() { put(.value(.nilMarker)) }

    func becomeDictionary(minimumCapacity: Int) {
        switch content {
        case .nothing: content = .dictionary(Dictionary(minimumCapacity: minimumCapacity))
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

    /// Sorts the entries of an array in the order of all stored values.
    ///
    /// Each entry consists of `parts` elements.
    func sort(entriesOf parts: Int, depth: Int) throws {
        guard case .array(let nodes) = content, nodes.count > parts, nodes.count.isMultiple(of: parts) else { return }
        let trees = try nodes.map { try $0.tree(depth: depth + 1) ?? .dictionary([:]) }
        let starts = stride(from: 0, to: trees.count, by: parts).sortedBySharedCode {
            trees[$0..<$0 + parts].lexicographicallyPrecedes(trees[$1..<$1 + parts]) { $0.precedes($1) }
        }
        content = .array(starts.flatMap { nodes[$0..<$0 + parts] })
    }

    /// Makes the encoding fail later.
    ///
    /// Callers use this in methods that the `Codable` protocols don't allow to throw.
    func refuse(_ error: DefaultsError) {
        if case .refused = content { return }
        content = .refused(error)
    }

    func append() -> TreeNode {
        let node = TreeNode()
        guard case .array(var nodes) = content else { return node }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    func child(_ key: any CodingKey) -> TreeNode {
        let node = TreeNode()
        guard case .dictionary(var nodes) = content else { return node }
        content = .nothing
        nodes[key.stringValue] = node
        content = .dictionary(nodes)
        return node
    }

    /// Returns the existing child for a key, or a new one.
    ///
    /// Nested containers for the same key share a child.
    func sharedChild(_ key: any CodingKey) -> TreeNode {
        guard case .dictionary(let nodes) = content, let node = nodes[key.stringValue] else { return child(key) }
        return node
    }

    /// Whether the content is the nil marker, or a dictionary that must be escaped.
    var looksLikeNil: Bool {
        switch content {
        case .value(let value): value.looksLikeNil
        case .dictionary(let nodes): nodes.count == 1 && (nodes.keys.contains("$nil") || nodes.keys.contains("$some"))
        default: false
        }
    }

    /// Escapes the content once more.
    ///
    /// It looks like nil, but is the value of an enclosing optional.
    func escapeOnceMore() { escapes += 1 }

    /// Returns the content as a property list, or `nil` if nothing was encoded.
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

    /// Writes the content as JSON, with the keys sorted by their bytes.
    ///
    /// Returns false if nothing was encoded.
    func write(to writer: inout JSONWriter, depth: Int) throws -> Bool {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        switch content {
        case .nothing: return false
        case .refused(let error): throw error
        case .value(let leaf): writer.write(json: leaf)
        case .array(let nodes):
            try writer.write(array: nodes) { writer, node in
                try node.writeAnything(to: &writer, depth: depth + 1)
            }
        case .dictionary(let nodes):
            // Not by `inByteOrder`, with which writing JSON took a third longer.
            let members = nodes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            try writer.write(members: members) { writer, node in
                try node.writeAnything(to: &writer, depth: depth + 1)
            }
        }
        return true
    }

    private func writeAnything(to writer: inout JSONWriter, depth: Int) throws {
        if try !write(to: &writer, depth: depth) { writer.write(plain: "{}") }
    }
}
