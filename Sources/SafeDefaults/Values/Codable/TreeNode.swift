/// A place in a tree that is being encoded.
///
/// All containers that encode at the same place share one node.
final class TreeNode {
    enum Content {
        case nothing, array, dictionary
        case value(PropertyListValue)

        /// The encoding fails later, because the method that found this error isn't allowed to throw it.
        case refused(DefaultsError)
    }

    private(set) var content = Content.nothing

    /// The nodes of an array's elements.
    private(set) var elements: [TreeNode] = []

    /// The nodes of a dictionary's values.
    private var members: [String: TreeNode] = [:]

    /// The number of times that the content must be escaped, so that an optional of an optional isn't mistaken for nil.
    var escapes = 0

    /// Sets the content, or makes the encoding fail if there is already another content.
    ///
    /// An array stays an array, and a dictionary a dictionary, because several containers may share the place.
    func put(_ content: consuming Content) {
        switch (self.content, content) {
        case (.nothing, let content): self.content = content
        case (.array, .array), (.dictionary, .dictionary), (.refused, _): return
        case (_, .refused(let error)): self.content = .refused(error)
        default: self.content = .refused(.encodedTwice)
        }
    }

    /// Sets a value that has no parts as the content.
    @_semantics("optimize.sil.specialize.generic.never")
    func put(_ leaf: some TreeLeaf, as form: TreeForm) throws {
        put(.value(form == .json ? leaf.json : try leaf._encode() ?? .nilMarker))
    }

    func putNil() { put(.value(.nilMarker)) }

    /// Becomes a dictionary with room for some members.
    func putDictionary(minimumCapacity: Int) {
        put(.dictionary)
        if minimumCapacity > 0, members.isEmpty { members.reserveCapacity(minimumCapacity) }
    }

    /// Sorts the entries of an array, which have the same number of elements, in the order of all stored values.
    func sort(entries: Int, depth: Int) throws {
        guard case .array = content, entries > 1, elements.count.isMultiple(of: entries) else { return }
        let parts = elements.count / entries
        let trees = try elements.map { try $0.tree(depth: depth + 1) }
        let starts = stride(from: 0, to: trees.count, by: parts).sortedBySharedCode {
            trees[$0..<$0 + parts].lexicographicallyPrecedes(trees[$1..<$1 + parts]) { $0.precedes($1) }
        }
        elements = starts.flatMap { elements[$0..<$0 + parts] }
    }

    func append() -> TreeNode {
        let node = TreeNode()
        elements.append(node)
        return node
    }

    func child(_ key: any CodingKey) -> TreeNode {
        let node = TreeNode()
        members[key.stringValue] = node
        return node
    }

    /// Returns the existing child for a key, or a new one.
    ///
    /// Nested containers for the same key share a child.
    func sharedChild(_ key: any CodingKey) -> TreeNode { members[key.stringValue] ?? child(key) }

    /// Whether the content is the nil marker, or a dictionary that must be escaped.
    var looksLikeNil: Bool {
        switch content {
        case .value(let value): value.looksLikeNil
        case .dictionary: members.count == 1 && (members.keys.contains("$nil") || members.keys.contains("$some"))
        default: false
        }
    }

    /// Returns the content as a property list, in which a part that encoded nothing is an empty dictionary.
    func tree(depth: Int) throws -> PropertyListValue {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        let tree: PropertyListValue
        switch content {
        case .nothing: tree = .dictionary([:])
        case .refused(let error): throw error
        case .value(let value): tree = value
        case .array: tree = .array(try elements.map { try $0.tree(depth: depth + 1) })
        case .dictionary: tree = .dictionary(try members.mapValues { try $0.tree(depth: depth + 1) }).escapedFromNil
        }
        return (0..<escapes).reduce(tree) { tree, _ in tree.escapedFromNil }
    }
}

/// A coding key of any name, or for an array index, where a type has no coding keys of its own.
package struct PathKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    static let `super` = PathKey(stringValue: "super")

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
