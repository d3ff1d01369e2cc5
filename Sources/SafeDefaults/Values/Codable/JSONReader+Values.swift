import Foundation

extension JSONReader {
    /// Decodes a value from a string of JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - string: The JSON.
    ///   - found: The kind of the stored value that contains the JSON, for errors.
    ///   - depth: The number of levels that enclose the JSON.
    /// - Throws: An error if the string isn't JSON, is nested too deeply, or can't be decoded as the type.
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

    /// Decodes a value from data that contains JSON in UTF-8.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        guard let string = String(data: data, encoding: .utf8) else { throw Flaw.noJSON.error(of: type, found: .data) }
        return try decode(type, from: string, found: .data, depth: depth)
    }
}

extension JSONReader.Flaw {
    /// Returns the error to report for this flaw.
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
