/// A stored form for the values of one setting, instead of the form that their type has.
///
/// A setting takes one as `stored:`. The type of its values then needs no conformance except those that the codec
/// needs.
///
/// ```swift
/// struct Person: Codable { var name = "", age = 0 }
///
/// struct TeamDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey { case captain, members, colour }
///     static let captain = Setting<Person?>(.captain, stored: .json)          // {"age":3,"name":"Tom"}, as a string
///     static let members = Setting<[Person]>(.members, default: [], stored: .propertyListData)
///     static let colour = Setting(
///         .colour, default: 0xFF0000,
///         stored: .custom(
///             encode: { String($0, radix: 16) }, decode: { (string: String) in Int(string, radix: 16) ?? 0 }))
/// }
/// ```
///
/// With every codec, `nil` removes the stored value, a value that can't be encoded leaves the stored value as it is,
/// and a stored value that can't be decoded is unreadable, and kept.
///
/// - Important: The conversions are called on the thread that reads or writes.
public struct DefaultsCodec<Value>: Sendable {
    /// Returns the stored form; `nil` to store nothing.
    let encode: @Sendable (Value) throws -> PropertyListValue?

    /// Creates a value from its stored form.
    let decode: @Sendable (PropertyListValue) throws -> Value

    /// Returns whether a stored value stands for the nil of an optional.
    var standsForNil: @Sendable (PropertyListValue) -> Bool = { $0.isNilMarker }

    /// The stored form of the nil of an optional of these values, where nil can't be stored as nothing.
    var nilForm = PropertyListValue.nilMarker

    /// The stored form of a value that `encode` returns `nil` for, where that can't be stored as nothing.
    var nothing = PropertyListValue.nilMarker
}

// MARK: - The forms that types have

extension DefaultsCodec where Value: DefaultsValue {
    /// The codec of the type's own conversion.
    static var native: DefaultsCodec {
        DefaultsCodec(encode: { try $0._encode() }, decode: { try Value._decode($0) })
    }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// The codec of the property-list tree of a Codable type.
    static var tree: DefaultsCodec {
        DefaultsCodec(encode: encodeTree, decode: { try TreeDecoder.decode(Value.self, from: $0) })
    }

    /// Returns the tree of a value; `nil` for a value that is nil.
    static func encodeTree(_ value: Value) throws -> PropertyListValue? {
        if isNil(value) { return nil }
        return try TreeEncoder.encode(value)
    }
}

extension DefaultsCodec {
    /// Returns whether a value is nil; the type may be an optional although the caller is generic over it.
    static func isNil(_ value: Value) -> Bool { (value as? any AnyOptional)?.isNil ?? false }
}

// MARK: - Custom codecs

extension DefaultsCodec {
    /// Returns a codec that stores values as values of another type.
    ///
    /// It does for one setting what a conformance to ``DefaultsValue`` does for a type. If a closure throws, the write
    /// fails, or the stored value is unreadable.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) },
    ///     decode: { (string: String) in Int(string, radix: 16) ?? 0 })
    /// ```
    ///
    /// A value that is `nil` is not passed to `encode`; nothing is stored for it.
    ///
    /// - Parameters:
    ///   - encode: Converts a value to the value that is stored.
    ///   - decode: Converts a stored value back.
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
    /// The codec of an optional: this codec's form of a value, and nothing for `nil`.
    ///
    /// A setting of an optional type without a default takes the codec of the wrapped type as it is.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) }, decode: { (string: String) in Int(string, radix: 16) ?? 0 })
    /// let optional: DefaultsCodec<Int?> = hexadecimal.optional
    /// ```
    public var optional: DefaultsCodec<Value?> {
        DefaultsCodec<Value?>(
            encode: { value in try value.map { (try encode($0) ?? nothing).escapedFromNil } },
            decode: { standsForNil($0) ? .none : try decode($0.withoutNilEscape) }, nothing: nilForm)
    }

    /// The codec of an array: an array of this codec's forms of the elements.
    ///
    /// In contrast, ``json`` stores a whole array as one string. An element for which this codec stores nothing is
    /// stored as the marker that <doc:StoredForms#Nothing-inside-something> describes.
    ///
    /// ```swift
    /// let words = DefaultsCodec<Int>.custom(
    ///     encode: { String($0) }, decode: { (string: String) in Int(string) ?? 0 })
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

    /// Returns this codec, but with a form for nil where this one stores nothing.
    func rememberingNil<Wrapped>() -> DefaultsCodec where Value == Wrapped? {
        DefaultsCodec(
            encode: { try encode($0) ?? nothing },
            decode: { standsForNil($0) ? .none : try decode($0) }, nothing: nothing)
    }
}
