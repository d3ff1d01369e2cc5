import Foundation

/// A codec that defines how the values of a setting are stored.
///
/// Pass it to a setting as the `stored:` argument. It replaces the stored form of the values' type. The type then needs
/// only the conformances that the codec requires.
///
/// ```swift
/// struct Person: Codable, DefaultsValue { var name = "", age = 0 }
///
/// struct TeamDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey { case captain, members, colour }
///
///     struct Settings {
///         let captain = Setting<Person?>(.captain, stored: .json)          // {"age":3,"name":"Tom"}, as a string
///         let members = Setting<[Person]>(.members, default: [], stored: .jsonData)
///         let colour = Setting(
///             .colour, default: 0xFF0000,
///             stored: .custom(
///                 encode: { String($0, radix: 16) }, decode: { (string: String) in Int(string, radix: 16) ?? 0 }))
///     }
///     static let settings = Settings()
/// }
/// ```
///
/// All codecs have this in common:
///
/// - Writing `nil` removes the stored value.
/// - If a value can't be encoded, the stored value is kept.
/// - If a stored value can't be decoded, it is unreadable, and is kept.
///
/// - Important: The conversions run on the thread that reads or writes.
public struct DefaultsCodec<Value>: Sendable {
    /// Returns the stored form of a value, or `nil` if nothing is stored for the value.
    package var encode: @Sendable (Value) throws -> PropertyListValue?

    /// Creates a value from its stored form.
    package var decode: @Sendable (PropertyListValue) throws -> Value

    /// Returns whether a stored value represents the nil of an optional.
    package let standsForNil: @Sendable (PropertyListValue) -> Bool

    /// The stored form of nil in a codec of an optional of these values, where nil must be stored.
    private let nilForm: PropertyListValue

    /// The stored form of a value for which `encode` returns `nil`, where something must be stored.
    package let nothing: PropertyListValue

    /// Whether values have the stored form of their type, so that the form can be told without a value.
    package let isTypesOwn: Bool

    /// The name of the stored form, such as `json`; empty if values are written in the form of their type.
    ///
    /// The audit records it.
    package let name: String

    /// Returns a stored form with the field that is missing at a path, or nil if that isn't possible.
    ///
    /// The field is taken from another value. A codec whose stored form is a tree or JSON always returns nil.
    let ownAdding: Adding

    package typealias Adding =
        @Sendable (_ path: [String], _ stored: PropertyListValue, _ other: Value) throws -> PropertyListValue?

    /// Creates a codec.
    ///
    /// - Parameter name: The name of the stored form. It is that of the caller, such as `custom(encode:decode:)`, of
    ///   which the arguments are left out.
    package init(
        name: String = #function, encode: @escaping @Sendable (Value) throws -> PropertyListValue?,
        decode: @escaping @Sendable (PropertyListValue) throws -> Value,
        standsForNil: @escaping @Sendable (PropertyListValue) -> Bool = { $0.isNilMarker },
        nilForm: PropertyListValue = .nilMarker, nothing: PropertyListValue = .nilMarker, isTypesOwn: Bool = false,
        adding: @escaping Adding = { _, _, _ in nil }
    ) {
        self.name = name
        self.encode = encode
        self.decode = decode
        self.standsForNil = standsForNil
        self.nilForm = nilForm
        self.nothing = nothing
        self.isTypesOwn = isTypesOwn
        ownAdding = adding
    }
}

// MARK: - The stored forms that types have without a codec

extension DefaultsCodec where Value: DefaultsValue {
    /// The codec that uses the type's own conversion.
    package static var native: DefaultsCodec {
        DefaultsCodec(name: "", encode: { try $0._encode() }, decode: { try Value._decode($0) }, isTypesOwn: true)
    }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// The codec that stores a `Codable` type as a property-list tree.
    package static var tree: DefaultsCodec {
        DefaultsCodec(name: "", encode: encodeTree, decode: { try $0.decodedTree(Value.self) }, isTypesOwn: true)
    }

    /// Returns the tree of a value, or `nil` if the value is an optional that is nil.
    package static func encodeTree(_ value: Value) throws -> PropertyListValue? {
        // The type is asked first, because a cast copies the whole structure.
        if Value.self is any AnyOptional.Type, isNil(value) { return nil }
        return try PropertyListValue(tree: value)
    }
}

extension DefaultsCodec {
    /// Returns whether a value is nil.
    ///
    /// `Value` may be an optional even though it isn't declared as one here.
    package static func isNil(_ value: Value) -> Bool { (value as? any AnyOptional)?.isNil ?? false }
}

// MARK: - Custom codecs

extension DefaultsCodec {
    /// Returns a codec that stores values as values of another type.
    ///
    /// The codec converts the values of one setting, as a conformance to ``DefaultsValue`` converts all values of a
    /// type. If `encode` throws an error, the write fails. If `decode` throws an error, the stored value is unreadable.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) },
    ///     decode: { (string: String) in Int(string, radix: 16) ?? 0 })
    /// ```
    ///
    /// If a value is `nil`, it isn't passed to `encode`, and nothing is stored.
    ///
    /// - Parameters:
    ///   - encode: A closure that converts a value to the value to store.
    ///   - decode: A closure that converts a stored value back.
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
    /// A codec for optionals of this codec's values.
    ///
    /// The codec stores a value in the same form as this codec, and stores nothing if the value is `nil`. An optional
    /// setting without a default takes the wrapped type's codec directly.
    ///
    /// ```swift
    /// let hexadecimal = DefaultsCodec<Int>.custom(
    ///     encode: { String($0, radix: 16) }, decode: { (string: String) in Int(string, radix: 16) ?? 0 })
    /// let optional: DefaultsCodec<Int?> = hexadecimal.optional
    /// ```
    public var optional: DefaultsCodec<Value?> {
        DefaultsCodec<Value?>(
            name: name, encode: { value in try value.map { (try encode($0) ?? nothing).escapedFromNil } },
            decode: { standsForNil($0) ? .none : try decode($0.withoutNilEscape) }, nothing: nilForm,
            adding: { path, stored, other in try other.flatMap { try ownAdding(path, stored, $0) } })
    }

    /// A codec that stores an array, with each element encoded by this codec.
    ///
    /// In contrast, ``json`` stores a whole array as one string. If this codec stores nothing for an element, such as
    /// nil, the array contains the marker that <doc:StoredForms#Nil> describes.
    ///
    /// ```swift
    /// let words = DefaultsCodec<Int>.custom(
    ///     encode: { String($0) }, decode: { (string: String) in Int(string) ?? 0 })
    /// let list: DefaultsCodec<[Int]> = words.array    // ("1", "2")
    /// ```
    public var array: DefaultsCodec<[Value]> {
        DefaultsCodec<[Value]>(
            name: "\(name).array",
            encode: { values in .array(try values.convertingEach { try encode($0) ?? nothing }) },
            decode: { try Array(decoding: $0, decode) })
    }

    /// Returns a codec like this one, except that it stores a form of nil where this codec stores nothing.
    func rememberingNil<Wrapped>() -> DefaultsCodec where Value == Wrapped? {
        DefaultsCodec(
            name: name, encode: { try encode($0) ?? nothing },
            decode: { standsForNil($0) ? .none : try decode($0) }, nothing: nothing, adding: ownAdding)
    }
}

// MARK: - Sets and dictionaries

extension DefaultsCodec where Value: Hashable & _SendableMetatype {
    /// A codec that stores a set as a sorted array, with each element encoded by this codec.
    ///
    /// If two elements have the same stored form, the write fails, so that neither is lost.
    ///
    /// ```swift
    /// struct Tag: Codable, Hashable, DefaultsValue { var name = "" }
    /// let tags: DefaultsCodec<Set<Tag>> = DefaultsCodec<Tag>.json.set    // ("{\"name\":\"a\"}", "{\"name\":\"b\"}")
    /// ```
    public var set: DefaultsCodec<Set<Value>> {
        DefaultsCodec<Set<Value>>(
            name: "\(name).set", encode: { values in try values.encoded { try encode($0) ?? nothing } },
            decode: { Set(try Array(decoding: $0, decode)) })
    }
}

extension DefaultsCodec {
    /// Returns a codec that stores a dictionary under its keys' strings, with each value encoded by this codec.
    ///
    /// If two keys have the same string, the write fails, so that neither entry is lost.
    ///
    /// ```swift
    /// let names: DefaultsCodec<[Int: String]> = DefaultsCodec<String>.json.dictionary(keyedBy: Int.self)
    /// // {1 = "\"one\"";}
    /// ```
    ///
    /// - Parameter type: The type of the keys, which is `String` by default.
    /// - Returns: The codec.
    public func dictionary<Key: DefaultsDictionaryKey>(
        keyedBy type: Key.Type = String.self
    ) -> DefaultsCodec<[Key: Value]> {
        DefaultsCodec<[Key: Value]>(
            name: "\(name).dictionary", encode: { entries in try entries.encoded { try encode($0) ?? nothing } },
            decode: { try Dictionary(decoding: $0, decode) })
    }
}
