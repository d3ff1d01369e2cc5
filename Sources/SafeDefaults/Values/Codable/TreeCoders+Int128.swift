// A property list has no integers of 128 bits, so they are strings there. In JSON they are numbers.
//
// The containers encode other scalars with generic methods. For these two types, the standard library has default
// implementations, which throw an error, and which the compiler would prefer to the generic methods. So the containers
// need methods for these types too.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyedTreeEncoder {
    mutating func encode(_ value: Int128, forKey key: Key) throws { try encoder.put(value, on: node.child(key)) }

    mutating func encode(_ value: UInt128, forKey key: Key) throws { try encoder.put(value, on: node.child(key)) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UnkeyedTreeEncoder {
    mutating func encode(_ value: Int128) throws { try encoder.put(value, on: node.append()) }

    mutating func encode(_ value: UInt128) throws { try encoder.put(value, on: node.append()) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SingleTreeEncoder {
    mutating func encode(_ value: Int128) throws { try encoder.put(value) }
    mutating func encode(_ value: UInt128) throws { try encoder.put(value) }
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
