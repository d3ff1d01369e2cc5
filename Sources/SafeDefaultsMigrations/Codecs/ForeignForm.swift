import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// Reads values in the forms in which other libraries store them.
enum ForeignForm {
    /// Returns a value that is stored in its type's own form, or in one of another library.
    static func value<Value>(_ type: Value.Type, in stored: PropertyListValue) throws -> Value {
        do {
            guard let value = try ownForm(type, in: stored) as? Value else {
                throw DefaultsError.unreadable(type, from: stored)
            }
            return value
        } catch {
            return try value(type, in: stored, after: error)
        }
    }

    /// Returns a value that isn't stored in its type's own form.
    ///
    /// - Throws: `error`, the error of the attempt to read the own form, if no other form fits; or the error of a part.
    static func value<Value>(_ type: Value.Type, in stored: PropertyListValue, after error: any Error) throws -> Value {
        // In two steps, because a cast of a missing value to an optional type would succeed.
        guard let found = try foreignForm(type, in: stored), let value = found as? Value else { throw error }
        return value
    }

    private static func ownForm(_ type: Any.Type, in stored: PropertyListValue) throws -> Any {
        switch type {
        case let type as any DefaultsValue.Type: try type._decode(stored)
        case let type as any Decodable.Type: try stored.decodedTree(type)
        default: throw DefaultsError.unreadable(type, from: stored)
        }
    }

    /// Returns a value in a foreign form, or nil if none fits.
    private static func foreignForm(_ type: Any.Type, in stored: PropertyListValue) throws -> Any? {
        if let type = type as? any ForeignParts.Type, let value = try type.init(foreign: stored) { return value }
        if let type = encodedOtherwise(type) { return try encodedForm(type, in: stored) }
        if case .data(let data) = stored, let value = try content(of: data, as: type) { return value }
        if let type = type as? any DefaultsValue.Type, let value = try represented(type, in: stored) { return value }
        let tree = stored.withNilMarkers
        return tree == stored ? nil : try ownForm(type, in: tree)
    }

    /// Returns the value that data contains as JSON or as a keyed archive, or nil if it contains neither.
    private static func content(of data: Data, as type: Any.Type) throws -> Any? {
        if data.isBinaryList {
            // No library stores an archive of data that is itself an archive or JSON.
            guard let type = type as? any DefaultsValue.Type, let tree = KeyedArchive(data)?.propertyList,
                tree.kind != .data
            else { return nil }
            return try type._decode(tree)
        }
        // JSON that is only a number or a Boolean isn't read, because bytes such as `34 32` may mean anything. Nor is a
        // string of JSON read as a string, or as a number, which `"NaN"` would be.
        let plain: [Any.Type] = [String.self, Double.self, Float.self, Decimal.self, Date.self]
        guard data.mayBeJSON, !plain.contains(where: { $0 == type }), let type = type as? any Decodable.Type else {
            return nil
        }
        return try JSONReader.decode(type, from: .data(data))
    }

    /// Returns the value that a foreign form of the type's representation stands for, or nil if the type has none.
    private static func represented<Value: DefaultsValue>(
        _ type: Value.Type, in stored: PropertyListValue
    ) throws -> Value? {
        guard Value.DefaultsRepresentation.self != PropertyListValue.self else { return nil }
        return try Value(defaultsRepresentation: value(Value.DefaultsRepresentation.self, in: stored))
    }
}

// MARK: - Types whose own form is a string, but which are encoded in another form

extension ForeignForm {
    /// Returns a type if it is that of locales, time zones or durations.
    private static func encodedOtherwise(_ type: Any.Type) -> (any (DefaultsValue & Decodable).Type)? {
        if type == Locale.self { return Locale.self }
        if type == TimeZone.self { return TimeZone.self }
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), type == Duration.self else { return nil }
        return Duration.self
    }

    /// Returns a value that `Codable` has encoded as a tree or as JSON in data, or nil if the stored value has another
    /// form.
    private static func encodedForm<Value: DefaultsValue & Decodable>(
        _ type: Value.Type, in stored: PropertyListValue
    ) throws -> Value? {
        switch stored {
        case .data(let data):
            let json = String(data: data, encoding: .utf8).flatMap(PropertyListValue.init(json:))
            return try json.flatMap { try encodedForm(type, in: $0) }
        case .dictionary(let fields):
            // NB: Foundation accepts a known identifier even if a NUL and other characters follow it. The own form
            // doesn't.
            guard let name = fields["identifier"], name.kind == .string else { return nil }
            _ = try type._decode(name)
        case .array(let parts):
            guard parts.count == 2, parts.allSatisfy({ $0.kind == .integer }) else { return nil }
        default: return nil
        }
        let value = try stored.decodedTree(type)
        // This throws an error if a duration is longer than its own form can be.
        _ = try value._encode()
        return value
    }
}
