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
        guard let adding, let missing = (error as? DefaultsError)?.content.missingField else { throw error }
        let other = fallback()
        guard let more = adding(missing, stored, other) else { throw error }
        do {
            return try decode(more)
        } catch {
            // Another field may be missing.
            return try valueFilled(more, after: error, from: { other })
        }
    }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// Adds a missing field to a stored tree.
    package static var addingToTree: Adding {
        { path, stored, other in
            stored.adding(path, fromTree: { try encodeTree(other) }, orJSON: { try TreeEncoder.json(other) })
        }
    }
}

// MARK: - Adding a field

extension PropertyListValue {
    /// Returns this stored form with one more field, or nil if that isn't possible.
    ///
    /// - Parameters:
    ///   - path: The names of the dictionaries that enclose the field, and its own name.
    ///   - tree: Returns the tree of the value that has the field.
    ///   - json: Returns the JSON of that value, for a stored form that is JSON.
    func adding(
        _ path: [String], fromTree tree: () throws -> PropertyListValue?, orJSON json: () throws -> [UInt8]?
    ) -> PropertyListValue? {
        do {
            switch self {
            case .string(let string): return try string.adding(path, from: json()).map { .string($0) }
            case .data(let data):
                let string = String(decoding: data, as: UTF8.self)
                return try string.adding(path, from: json()).map { .data(Data($0.utf8)) }
            default: return try tree().flatMap { adding(path[...], from: $0) }
            }
        } catch {
            // The default can't be encoded, or the data isn't JSON. The caller throws its own error of the stored form.
            return nil
        }
    }
}

extension String {
    /// Returns this JSON with one more member in one of its objects, or nil if that isn't possible.
    fileprivate func adding(_ path: [String], from json: [UInt8]?) throws -> String? {
        guard let json else { return nil }
        let other = try JSONReader.read(String(decoding: json, as: UTF8.self))
        guard let more = try JSONReader.read(self).adding(path[...], from: other) else { return nil }
        var writer = JSONWriter()
        writer.write(json: more)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension PropertyListValue {
    /// Returns this tree with the part that it lacks at a path, or nil if the other tree doesn't have it either.
    fileprivate func adding(_ path: ArraySlice<String>, from other: PropertyListValue) -> PropertyListValue? {
        guard let name = path.first, case .dictionary(var parts) = self, case .dictionary(let others) = other,
            let donor = others[name], !donor.isNilMarker
        else { return nil }
        let own = parts[name].flatMap { $0.isNilMarker ? nil : $0 }
        let isLast = path.count == 1 && own == nil
        guard let part = isLast ? donor : own?.adding(path.dropFirst(), from: donor) else { return nil }
        parts[name] = part
        return .dictionary(parts)
    }
}
