import Foundation

extension JSONReader {
    /// The value that JSON in a text describes.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - text: The JSON.
    ///   - found: The kind of stored value that held it, for errors.
    ///   - depth: How many levels deep that is in another value.
    /// - Throws: The error of text that is no JSON, is nested too deep, or describes no such value.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from text: String, found: PropertyListValue.Kind, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        do {
            return try TreeDecoder.decode(type, from: read(text), depth: depth)
        } catch let flaw as Flaw {
            throw flaw.error(of: type, found: found)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: found.rawValue)
        }
    }

    /// The value that JSON in data describes; it has to be in UTF-8.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        guard let text = String(data: data, encoding: .utf8) else { throw Flaw.noJSON.error(of: type, found: .data) }
        return try decode(type, from: text, found: .data, depth: depth)
    }
}

extension JSONReader.Flaw {
    /// What a read reports.
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
