import SafeDefaults

/// Values by stored name, as a snapshot and a difference are encoded.
///
/// They are a dictionary. A decoder for property lists takes the name `$null` for nil, so for such a coder a dictionary
/// with that name is an array of alternating names and values.
struct CodedValues: Codable {
    let values: [String: PropertyListValue]

    init(_ values: [String: PropertyListValue]) { self.values = values }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts: [PropertyListValue]
        do {
            values = try container.decode([String: PropertyListValue].self)
            return
        } catch let refusal {
            // If the content is no array either, the error says that it is no dictionary.
            do { parts = try container.decode([PropertyListValue].self) } catch { throw refusal }
        }
        guard case .dictionary(let values)? = ValueEscape.dictionary.value(of: .array(parts)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The array isn't one of names and values, with no name twice.")
        }
        self.values = values
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard encoder.keepsPropertyListKinds, values["$null"] != nil else { return try container.encode(values) }
        try container.encode(values.inAlphabeticalOrder().flatMap { [.string($0.key), $0.value] })
    }
}

/// Stored names, as a snapshot is encoded.
///
/// They are an array of strings, in which the name `$null` has the form of such a value, because a decoder for property
/// lists takes it for nil.
struct CodedNames: Codable {
    let names: [String]

    init(_ names: [String]) { self.names = names }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            names = try container.decode([String].self)
        } catch {
            names = try container.decode([PropertyListValue].self).map { value in
                guard case .string(let name) = value else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "A name is no string.")
                }
                return name
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(names.map(PropertyListValue.string))
    }
}
