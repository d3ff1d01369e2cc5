import Foundation

// A `Codable` type gains a field, and a value stored by the version before has none. Without this, the value could not
// be read, and the next assignment to a part of it would replace the whole of it by the default. So the missing field
// is taken from the setting's default, at the same place.
//
// Only what a decoder has asked for and not found, or found null, is filled in, one field after another. What is there
// but can't be read stays unreadable. A field that may be nil is nil if it is missing. The elements of an array have no
// counterpart in the default, so a field that is missing there stays missing.

extension DefaultsCodec {
    /// Returns the value of a stored form whose missing fields are taken from another value.
    ///
    /// - Parameters:
    ///   - stored: The stored form.
    ///   - error: The error of the attempt to decode it.
    ///   - fallback: Returns the value that has the fields: the setting's default.
    /// - Throws: `error` if it isn't about a missing field, or if the other value doesn't have the field; or the error
    ///   of what can't be read besides.
    @inline(never)
    func valueFilled(
        _ stored: PropertyListValue, after error: any Error, from fallback: () -> Value
    ) throws -> Value {
        guard let missing = (error as? DefaultsError)?.content.missingField else { throw error }
        let other = fallback()
        guard let more = adding(missing, to: stored, from: other) else { throw error }
        do {
            return try decode(more)
        } catch {
            // Another field may be missing.
            return try valueFilled(more, after: error, from: { other })
        }
    }

    /// Returns a stored form with the field that is missing at a path, or nil if that isn't possible.
    private func adding(_ path: [String], to stored: PropertyListValue, from other: Value) -> PropertyListValue? {
        do {
            if let more = try ownAdding(path, stored, other) { return more }
            let (form, value) = (try encode(other), other as? any Encodable)
            guard let json = stored.jsonString else {
                let tree = form?.kind == .dictionary ? form : try value.map { try PropertyListValue(tree: $0) }
                return tree.flatMap { stored.adding(path, from: $0) }
            }
            let coded =
                try form?.jsonString.map { try JSONReader.read($0) }
                ?? value.map { try PropertyListValue(tree: $0, as: .json) }
            guard let coded, let more = try JSONReader.read(json).adding(path, from: coded) else { return nil }
            let bytes = JSONWriter.bytes(more)
            return stored.kind == .data ? .data(Data(bytes)) : .string(String(decoding: bytes, as: UTF8.self))
        } catch {
            // The default can't be encoded, or the string isn't JSON. The caller throws its own error of the stored
            // form.
            return nil
        }
    }
}

extension PropertyListValue {
    /// Returns this tree with the part that it lacks at a path, or nil if the other tree doesn't have it either.
    package func adding(_ path: [String], from other: PropertyListValue) -> PropertyListValue? {
        guard let name = path.first, case .dictionary(var parts) = self, case .dictionary(let others) = other,
            let donor = others[name], !donor.isNilMarker
        else { return nil }
        let own = parts[name].flatMap { $0.isNilMarker ? nil : $0 }
        let isLast = path.count == 1 && own == nil
        guard let part = isLast ? donor : own?.adding(Array(path.dropFirst()), from: donor) else { return nil }
        parts[name] = part
        return .dictionary(parts)
    }
}
