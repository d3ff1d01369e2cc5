/// How the values of one setting become property-list values, and come back.
struct ValueCodec<Value>: Sendable {
    /// What to store; nil for nothing.
    let encode: @Sendable (Value) throws -> PropertyListValue?

    /// Reads what is stored.
    let decode: @Sendable (PropertyListValue) throws -> Value
}

extension ValueCodec where Value: DefaultsValue {
    /// The type's own conversion.
    static var native: ValueCodec {
        ValueCodec(encode: { try $0._encode() }, decode: { try Value._decode($0) })
    }
}

extension ValueCodec where Value: Codable & _SendableMetatype {
    /// The property-list tree of a Codable type.
    static var tree: ValueCodec {
        ValueCodec(encode: encodeTree, decode: { try PropertyListTreeDecoder.decode(Value.self, from: $0) })
    }

    /// The tree of a value, or nil, which stores nothing, for a value that is nil.
    static func encodeTree(_ value: Value) throws -> PropertyListValue? {
        // Value may be optional itself, where the constraint of the caller could not see it.
        if let optional = value as? any AnyOptional, optional.isNil { return nil }
        return try PropertyListTreeEncoder.encode(value)
    }
}
