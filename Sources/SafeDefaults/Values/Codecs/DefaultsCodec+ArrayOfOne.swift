// Some libraries store an optional as an array: `[x]` for x, `[]` for nil. That can't be told from other arrays, so a
// setting has to name this form.

extension DefaultsCodec {
    /// The codec of an array of one element, which is this codec's form of the value.
    ///
    /// Of an optional, nil is the empty array where it has to be stored.
    ///
    /// Each call adds one level of arrays, so that optionals of optionals have this form too:
    ///
    /// ```swift
    /// let one: DefaultsCodec<Int> = .arrayOfOne                           // (3)
    /// let list: DefaultsCodec<[Int?]> = one.optional.array                // ((3), ())
    /// let nested: DefaultsCodec<Int??> = one.optional.arrayOfOne.optional // ((3)), (()) for the inner nil
    /// ```
    ///
    /// Reads an array of one value, and the form of this codec alone; any other array is unreadable.
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

    /// Returns this form of a codec whose values may be optionals: the array stands for the outer optional, and nothing
    /// is stored for its nil.
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
    /// An array whose one element is the value; the empty array for an optional's nil, where that has to be stored.
    ///
    /// Some libraries store an optional in this form. Give it to a setting of the optional type: the empty array is
    /// read as `nil`. Writing `nil` removes the stored value, or with `rememberingNil` stores the empty array.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes, seconds }
    ///     static let minutes = Setting<Int?>(.minutes, stored: .arrayOfOne)    // (25)
    ///     static let seconds = Setting<Int?>(.seconds, default: 30, stored: .arrayOfOne, rememberingNil: true)
    /// }
    /// ```
    ///
    /// Reads an array of one value, and the form that the type has without a codec, so that a setting can change to
    /// this form; any other array is unreadable.
    public static var arrayOfOne: DefaultsCodec { arrayOfOne(native) }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// An array whose one element is the value, for a `Codable` type; the empty array for an optional's nil, where that
    /// has to be stored.
    ///
    /// The value in it is stored as a tree; a type that is a ``DefaultsValue`` as well is stored as that.
    @_disfavoredOverload
    public static var arrayOfOne: DefaultsCodec { arrayOfOne(tree) }
}
