import Foundation

extension JSONReader {
    /// Returns the value that JSON in a string describes.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - string: The JSON.
    ///   - found: The kind of stored value that contains it, for errors.
    ///   - depth: How many levels deep that is in another value.
    /// - Throws: The error of a string that is no JSON, is nested too deep, or describes no such value.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from string: String, found: PropertyListValue.Kind, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        do {
            return try TreeDecoder.decode(type, from: read(string), depth: depth)
        } catch let flaw as Flaw {
            throw flaw.error(of: type, found: found)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: found.rawValue)
        }
    }

    /// Returns the value that JSON in data describes, which has to be in UTF-8.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        guard let string = String(data: data, encoding: .utf8) else { throw Flaw.noJSON.error(of: type, found: .data) }
        return try decode(type, from: string, found: .data, depth: depth)
    }
}

extension JSONReader.Flaw {
    /// Returns the error of a read that met the flaw.
    func error(of type: Any.Type, found kind: PropertyListValue.Kind) -> DefaultsError {
        let reason =
            switch self {
            case .noJSON: "found \(kind.nameWithArticle) that holds no JSON"
            case .tooDeep: "found JSON that is nested more than \(deepestPropertyList) levels deep"
            }
        return DefaultsError(
            .unreadable, expected: String(describing: type), found: kind.rawValue, reason: reason)
    }
}
