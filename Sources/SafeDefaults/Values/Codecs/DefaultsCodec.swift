/// How the values of one setting are stored, where that isn't left to their type.
///
/// A setting takes one as `stored:`. The type of its values then needs no conformance but what the codec itself asks for.
///
/// ```swift
/// struct Person: Codable { var name = "", age = 0 }
///
/// struct TeamDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey { case captain, members, colour }
///     static let captain = Setting<Person?>(.captain, stored: .json)          // {"age":3,"name":"Tom"}, as text
///     static let members = Setting<[Person]>(.members, default: [], stored: .propertyListData)
///     static let colour = Setting(
///         .colour, default: 0xFF0000,
///         stored: .custom(
///             encode: { String($0, radix: 16) }, decode: { (text: String) in Int(text, radix: 16) ?? 0 }))
/// }
/// ```
///
/// Whatever the codec, `nil` removes what is stored, a value that can't be encoded leaves what was stored, and a stored
/// value that can't be decoded is kept, and is unreadable.
///
/// - Important: The conversions are called on whatever thread reads or writes.
public struct DefaultsCodec<Value>: Sendable {
    /// What to store; nil for nothing.
    let encode: @Sendable (Value) throws -> PropertyListValue?

    /// Reads what is stored.
    let decode: @Sendable (PropertyListValue) throws -> Value

    /// Tells whether what is stored stands for the nil of an optional.
    var standsForNil: @Sendable (PropertyListValue) -> Bool = { $0.isNilMarker }

    /// What stands for the nil of an optional of these values, where something has to.
    var nilForm = PropertyListValue.nilMarker

    /// What stands for a value for which nothing is stored, where something has to.
    var nothing = PropertyListValue.nilMarker
}

// MARK: - What a type says itself

extension DefaultsCodec where Value: DefaultsValue {
    /// The type's own conversion.
    static var native: DefaultsCodec {
        DefaultsCodec(encode: { try $0._encode() }, decode: { try Value._decode($0) })
    }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// The property-list tree of a Codable type.
    static var tree: DefaultsCodec {
        DefaultsCodec(encode: encodeTree, decode: { try TreeDecoder.decode(Value.self, from: $0) })
    }

    /// The tree of a value, or nil, which stores nothing, for a value that is nil.
    static func encodeTree(_ value: Value) throws -> PropertyListValue? {
        if isNil(value) { return nil }
        return try TreeEncoder.encode(value)
    }
}

extension DefaultsCodec {
    /// Whether a value is nil: the type may be optional where the constraint of the caller could not see it.
    static func isNil(_ value: Value) -> Bool { (value as? any AnyOptional)?.isNil ?? false }
}

// MARK: - Your own

extension DefaultsCodec {
    /// Stores values as values of another type.
    ///
    /// For one setting what ``DefaultsValue`` is for a type. Both closures may throw: the write then fails, or what is
    /// stored is unreadable.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) },
    ///     decode: { (text: String) in Int(text, radix: 16) ?? 0 })
    /// ```
    ///
    /// A value that is `nil` is not given to `encode`; nothing is stored for it.
    ///
    /// - Parameters:
    ///   - encode: Makes what is stored.
    ///   - decode: Makes the value of what is stored.
    /// - Returns: The codec.
    public static func custom<Stored: DefaultsValue>(
        encode: @escaping @Sendable (Value) throws -> Stored, decode: @escaping @Sendable (Stored) throws -> Value
    ) -> DefaultsCodec {
        DefaultsCodec(
            encode: { isNil($0) ? nil : try encode($0)._encode() }, decode: { try decode(Stored._decode($0)) })
    }
}

// MARK: - Composition

extension DefaultsCodec {
    /// The codec of an optional: what this one stores for a value, and nothing for `nil`.
    ///
    /// A setting of an optional type without a default takes the codec of the wrapped type as it is.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) }, decode: { (text: String) in Int(text, radix: 16) ?? 0 })
    /// let optional: DefaultsCodec<Int?> = hexadecimal.optional
    /// ```
    public var optional: DefaultsCodec<Value?> {
        DefaultsCodec<Value?>(
            encode: { value in try value.map { (try encode($0) ?? nothing).escapedFromNil } },
            decode: { standsForNil($0) ? .none : try decode($0.withoutNilEscape) }, nothing: nilForm)
    }

    /// The codec of an array: an array of what this one stores for each element.
    ///
    /// Unlike ``json``, which stores a whole array as one text. An element for which this codec stores nothing is stored
    /// as the marker that <doc:StoredForms#Nothing-inside-something> describes.
    ///
    /// ```swift
    /// let words = DefaultsCodec<Int>.custom(
    ///     encode: { String($0) }, decode: { (text: String) in Int(text) ?? 0 })
    /// let list: DefaultsCodec<[Int]> = words.array    // ("1", "2")
    /// ```
    public var array: DefaultsCodec<[Value]> {
        DefaultsCodec<[Value]>(
            encode: { values in
                .array(
                    try values.enumerated().map { index, value in
                        try DefaultsError.locating("[\(index)]") { try encode(value) ?? nothing }
                    })
            },
            decode: { stored in
                guard case .array(let values) = stored else {
                    throw DefaultsError.unreadable([Value].self, from: stored)
                }
                return try values.enumerated().map { index, value in
                    try DefaultsError.locating("[\(index)]") { try decode(value) }
                }
            })
    }

    /// The same codec, which stores the marker for nil where this one stores nothing.
    func rememberingNil<Wrapped>() -> DefaultsCodec where Value == Wrapped? {
        DefaultsCodec(
            encode: { try encode($0) ?? nothing },
            decode: { standsForNil($0) ? .none : try decode($0) }, nothing: nothing)
    }
}
