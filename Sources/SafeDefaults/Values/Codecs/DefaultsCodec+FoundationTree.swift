// The tree that Foundation's encoder makes differs from the library's own in two ways: nil is the string `$null`, which
// can't be told from the same string as a value, and a URL is a dictionary. So a setting has to name this form.

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// The property-list tree that Foundation's `PropertyListEncoder` makes.
    ///
    /// It differs from the tree that is stored without a codec: an encoded nil is the string `$null`, and a URL is a
    /// dictionary of `relative` and, if it has one, `base`. Use it if another program stores or reads such trees.
    ///
    /// Reads that tree, with every string `$null` as nil, and the form that the type has without a codec.
    ///
    /// ```swift
    /// struct Trip: Codable { var stops: [String?] = [], map: URL? }
    ///
    /// struct TravelDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case trip, stops }
    ///     static let trip = Setting<Trip?>(.trip, stored: .foundationTree)    // {stops = (a, "$null");}
    ///     static let stops = Setting<[String?]>(.stops, default: [], stored: .foundationTree)
    /// }
    /// ```
    ///
    /// - Important: The form has only one nil, the string `$null`: a value that contains this string fails the write,
    ///   and so does a value with a nil inside an optional, such as `.some(nil)` of an `Int??`.
    public static var foundationTree: DefaultsCodec {
        let isOptional = Value.self is any AnyOptional.Type
        return DefaultsCodec(
            encode: { value in
                isNil(value) ? nil : try TreeEncoder.foundationTree(value).withNullStrings(Value.self)
            },
            decode: { try TreeDecoder.decode(Value.self, from: $0.withNilMarkers) },
            // Nothing is stored for an optional's own nil, so this string is the nil of the wrapped value.
            standsForNil: { $0.isNilMarker || !isOptional && $0 == .nullString },
            nilForm: isOptional ? .nilMarker : .nullString, nothing: .nullString)
    }
}

extension PropertyListValue {
    /// The string that Foundation's encoder writes for nil.
    fileprivate static let nullString = PropertyListValue.string("$null")

    /// Returns this tree with the string `$null` in place of each nil marker.
    fileprivate func withNullStrings(_ type: Any.Type) throws -> PropertyListValue {
        if isNilMarker { return .nullString }
        guard self != .nullString, !isEscapedFromNil else {
            throw DefaultsError.unstorable(type, because: "a part of it would be read as nil")
        }
        return try mapParts { try $0.withNullStrings(type) }
    }

    /// This tree with a nil marker in place of each string `$null`.
    fileprivate var withNilMarkers: PropertyListValue {
        self == .nullString ? .nilMarker : mapParts(\.withNilMarkers)
    }

    private func mapParts(_ convert: (PropertyListValue) throws -> PropertyListValue) rethrows -> PropertyListValue {
        switch self {
        case .array(let values): .array(try values.map(convert))
        case .dictionary(let values): .dictionary(try values.mapValues(convert))
        default: self
        }
    }
}
