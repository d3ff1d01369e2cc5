public import SafeDefaults

// The tree that Foundation's encoder creates differs from the library's own in two ways: nil is the string `$null`,
// which could also be a value, and a URL is a dictionary. So a setting has to choose this form explicitly.

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value as the property-list tree that Foundation's `PropertyListEncoder` creates.
    ///
    /// Use this codec if another program reads or writes such trees. The tree differs from the one that is stored
    /// without a codec: an encoded nil is the string `$null`, and a URL is a dictionary with the key `relative` and, if
    /// the URL has a base URL, the key `base`.
    ///
    /// The codec reads such trees, with every string `$null` as nil. It also reads the stored form that the type has
    /// without a codec.
    ///
    /// ```swift
    /// struct Trip: Codable { var stops: [String?] = [], map: URL? }
    ///
    /// struct TravelDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case trip, stops }
    ///
    ///     struct Settings {
    ///         let trip = Setting<Trip?>(.trip, stored: .foundationTree)    // {stops = (a, "$null");}
    ///         let stops = Setting<[String?]>(.stops, default: [], stored: .foundationTree)
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Important: In this form, nil can only be the string `$null`. If a value contains this string, the write fails.
    ///   The write also fails if a nil is inside an optional, such as `.some(nil)` of the type `Int??`.
    public static var foundationTree: DefaultsCodec {
        let isOptional = Value.self is any AnyOptional.Type
        return DefaultsCodec(
            encode: { value in
                isNil(value) ? nil : try PropertyListValue(tree: value, as: .foundation).withNullStrings(Value.self)
            },
            decode: { try $0.withNilMarkers.decodedTree(Value.self) },
            // If `Value` is an optional, nothing is stored for its own nil, so this string represents the nil of the
            // wrapped value.
            standsForNil: { $0.isNilMarker || !isOptional && $0 == .nullString },
            nilForm: isOptional ? .nilMarker : .nullString, nothing: .nullString)
    }
}

extension PropertyListValue {
    /// The string that Foundation's encoder writes in place of nil.
    static let nullString = PropertyListValue.string("$null")

    /// Returns this tree with each nil marker replaced by the string `$null`.
    fileprivate func withNullStrings(_ type: Any.Type) throws -> PropertyListValue {
        if isNilMarker { return .nullString }
        guard self != .nullString, !isEscapedFromNil else {
            throw DefaultsError.unstorable(type, because: "a part of it would be read as nil")
        }
        return try mapParts { try $0.withNullStrings(type) }
    }

    /// This tree with each string `$null` replaced by a nil marker.
    var withNilMarkers: PropertyListValue {
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
