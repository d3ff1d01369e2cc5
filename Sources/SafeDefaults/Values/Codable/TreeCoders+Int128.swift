// Integers of 128 bits: text in a property list, which has no room for them, and numbers in JSON. The containers' other
// methods for scalars are generic, but the standard library has its own for these, which refuse, and would be preferred.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyedTreeEncoder {
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try node.child(key).put(value, as: form, depth: depth + 1)
    }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try node.child(key).put(value, as: form, depth: depth + 1)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UnkeyedTreeEncoder {
    mutating func encode(_ value: Int128) throws {
        try node.append().put(value, as: form, depth: depth + 1)
    }

    mutating func encode(_ value: UInt128) throws {
        try node.append().put(value, as: form, depth: depth + 1)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SingleTreeEncoder {
    mutating func encode(_ value: Int128) throws { try node.put(value, as: form, depth: depth) }
    mutating func encode(_ value: UInt128) throws { try node.put(value, as: form, depth: depth) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyedTreeDecoder {
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try leaf(type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try leaf(type, forKey: key) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UnkeyedTreeDecoder {
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SingleTreeDecoder {
    func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) }
}
