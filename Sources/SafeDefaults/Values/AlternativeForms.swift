import Foundation

// Other libraries store JSON in data, and keyed archives of property-list objects. No type uses these forms itself. So
// if a type can't read a stored value in its own form, the library tries these forms as well. It doesn't read JSON that
// is only a number or a Boolean, because bytes such as `34 32` may mean anything.

extension PropertyListValue {
    /// Returns the value that this data contains as JSON or as a keyed archive.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - depth: The number of levels that enclose the data. The levels of JSON are added to it.
    ///   - error: The error that the type's own form caused. By default, the error for a value of the wrong kind.
    /// - Throws: `error` if this is neither JSON nor a keyed archive, or another error if the JSON can't be read as the
    ///   type.
    @usableFromInline
    func alternativeForm<Value>(of type: Value.Type, depth: Int = 0, after error: (any Error)? = nil) throws -> Value {
        // In two steps, because a cast of a missing value to an optional type would succeed.
        guard let untyped = try untypedAlternativeForm(of: type, depth: depth), let value = untyped as? Value else {
            throw error ?? DefaultsError.unreadable(type, from: self)
        }
        return value
    }

    /// Returns the value of a type that this data contains as JSON or as a keyed archive; nil if it contains neither.
    private func untypedAlternativeForm(of type: Any.Type, depth: Int) throws -> Any? {
        guard case .data(let data) = self else { return nil }
        if data.isBinaryList {
            // No library stores an archive of data that is itself an archive or JSON.
            guard depth == 0, let type = type as? any DefaultsValue.Type, let tree = KeyedArchive(data)?.propertyList,
                tree.kind != .data
            else { return nil }
            return try type._decode(tree)
        }
        guard data.mayBeJSON, let type = type as? any Decodable.Type else { return nil }
        return try JSONReader.decode(type, from: data, depth: depth)
    }

    /// Whether other libraries store this value in place of nil: the string `$null`, or data that contains JSON's
    /// `null`.
    var isForeignNil: Bool {
        self == .string("$null") || self == .data(Data("null".utf8))
    }
}

extension Data {
    /// Whether this data starts like a JSON object, array or string.
    var mayBeJSON: Bool {
        guard let first = first(where: { !" \n\r\t".utf8.contains($0) }) else { return false }
        return "{[\"".utf8.contains(first)
    }
}
