// The tree that Foundation's encoder makes differs from the library's own in two places: nil is the text `$null`, which
// can't be told from a text that says so, and a URL is a dictionary. So a setting has to say that it has this form.

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// The property-list tree that Foundation's `PropertyListEncoder` makes.
    ///
    /// It differs from the tree that is stored without a codec: a nil that is encoded is the text `$null`, and a URL is
    /// a dictionary of `relative` and, if it has one, `base`. Say it where another program stores or reads such trees.
    ///
    /// Reads that tree, every text `$null` in it as nil, and what the type would be stored as without a codec.
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
    /// - Important: The form has one nil, and takes the text `$null` for it: a value that holds this text fails the
    ///   write, and so does one with a nil inside an optional, such as `.some(nil)` of an `Int??`.
    public static var foundationTree: DefaultsCodec {
        let isOptional = Value.self is any AnyOptional.Type
        return DefaultsCodec(
            encode: { value in
                isNil(value) ? nil : try TreeEncoder.foundationTree(value).withNullTexts(Value.self)
            },
            decode: { try TreeDecoder.decode(Value.self, from: $0.withNilMarkers) },
            // Of an optional's own nil nothing is stored, so that this text is the nil of what it wraps.
            standsForNil: { $0.isNilMarker || !isOptional && $0 == .nullText },
            nilForm: isOptional ? .nilMarker : .nullText, nothing: .nullText)
    }
}

extension PropertyListValue {
    /// What Foundation's encoder writes for nil.
    fileprivate static let nullText = PropertyListValue.string("$null")

    /// This tree with the text `$null` in place of each marker for nil.
    fileprivate func withNullTexts(_ type: Any.Type) throws -> PropertyListValue {
        if isNilMarker { return .nullText }
        guard self != .nullText, !isEscapedFromNil else {
            throw DefaultsError.unstorable(type, because: "a part of it would be read as nil")
        }
        return try mapParts { try $0.withNullTexts(type) }
    }

    /// This tree with a marker for nil in place of each text `$null`.
    fileprivate var withNilMarkers: PropertyListValue {
        self == .nullText ? .nilMarker : mapParts(\.withNilMarkers)
    }

    private func mapParts(_ convert: (PropertyListValue) throws -> PropertyListValue) rethrows -> PropertyListValue {
        switch self {
        case .array(let values): .array(try values.map(convert))
        case .dictionary(let values): .dictionary(try values.mapValues(convert))
        default: self
        }
    }
}
