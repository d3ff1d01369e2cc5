public import SafeDefaults

// Some libraries store an optional as an array: `[x]` for x, and `[]` for nil. The library can't distinguish such an
// array from any other, so a setting has to choose this form explicitly.

extension DefaultsCodec {
    /// A codec that stores a value as an array of one element, with the element encoded by this codec.
    ///
    /// In a codec of an optional, the empty array represents nil where nil must be stored.
    ///
    /// Each use adds one level of arrays, so that nested optionals can be stored in this form too:
    ///
    /// ```swift
    /// let one: DefaultsCodec<Int> = .arrayOfOne                           // (3)
    /// let list: DefaultsCodec<[Int?]> = one.optional.array                // ((3), ())
    /// let nested: DefaultsCodec<Int??> = one.optional.arrayOfOne.optional // ((3)), (()) for the inner nil
    /// ```
    ///
    /// The new codec reads an array of one element, and also a value in this codec's own form. Any other array is
    /// unreadable.
    public var arrayOfOne: DefaultsCodec {
        DefaultsCodec(
            encode: { .array([try encode($0) ?? nothing]) },
            decode: { stored in
                guard case .array(let values) = stored else { return try decode(stored) }
                guard values.count == 1 else {
                    throw DefaultsError.unreadable(
                        Value.self, from: stored, because: "that holds \(values.count) values in place of one")
                }
                return try DefaultsError.locating("[0]") { try decode(values[0]) }
            },
            standsForNil: { $0 == .array([]) || standsForNil($0) }, nilForm: .array([]))
    }

    /// Returns a codec that stores values as arrays of one element.
    ///
    /// If the values are optionals, an array represents the outer optional, and nothing is stored if the outer optional
    /// is nil.
    private static func arrayOfOne(_ codec: DefaultsCodec) -> DefaultsCodec {
        guard Value.self is any AnyOptional.Type else { return codec.arrayOfOne }
        return DefaultsCodec(
            encode: { isNil($0) ? nil : try codec.arrayOfOne.encode($0) },
            decode: { stored in
                guard stored == .array([]), let type = Value.self as? any AnyOptional.Type,
                    let none = type.nilValue as? Value
                else { return try codec.arrayOfOne.decode(stored) }
                return none
            }, nothing: .array([]))
    }
}

extension DefaultsCodec where Value: DefaultsValue {
    /// A codec that stores a value as an array of one element.
    ///
    /// Some libraries store an optional in this form. Use the codec for a setting of the optional type. The empty array
    /// is read as `nil`. Writing `nil` removes the stored value, or stores the empty array if the setting is declared
    /// with `rememberingNil()`.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes, seconds }
    ///
    ///     struct Settings {
    ///         let minutes = Setting<Int?>(.minutes, stored: .arrayOfOne)    // (25)
    ///         let seconds = Setting<Int?>(.seconds, default: 30, stored: .arrayOfOne).rememberingNil()
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// The codec reads an array of one element. It also reads the stored form that the type has without a codec, so
    /// that an existing setting can switch to this codec. Any other array is unreadable.
    public static var arrayOfOne: DefaultsCodec { arrayOfOne(native) }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value of a `Codable` type as an array of one element.
    ///
    /// The element is a property-list tree. If the type also conforms to ``DefaultsValue``, the element has the form
    /// that this conformance defines. In a codec of an optional, the empty array represents nil where nil must be
    /// stored.
    @_disfavoredOverload
    public static var arrayOfOne: DefaultsCodec { arrayOfOne(tree) }
}
