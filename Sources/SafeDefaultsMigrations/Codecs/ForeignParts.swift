import Foundation
import SafeDefaults

/// A type whose parts may be stored in forms of other libraries, even if the whole isn't.
protocol ForeignParts {
    /// Creates a value whose parts are in any form, or returns nil if the stored value has no parts of this kind.
    init?(foreign stored: PropertyListValue) throws
}

extension Array: ForeignParts {
    init?(foreign stored: PropertyListValue) throws {
        guard case .array(let values) = stored else { return nil }
        self = try values.convertingEach { try ForeignForm.value(Element.self, in: $0) }
    }
}

extension Set: ForeignParts {
    init?(foreign stored: PropertyListValue) throws {
        guard let elements = try [Element](foreign: stored) else { return nil }
        self.init(elements)
    }
}

extension Optional: ForeignParts {
    init?(foreign stored: PropertyListValue) throws {
        do {
            self = stored.isNilMarker ? .none : try ForeignForm.value(Wrapped.self, in: stored.withoutNilEscape)
        } catch {
            // The wrapped type is tried first, because it may read a string that other libraries use for nil.
            guard stored.isForeignNil else { throw error }
            self = .none
        }
    }
}

extension Dictionary: ForeignParts {
    /// Creates a dictionary from one whose values are in any form, or from an array of keys and values in turn.
    ///
    /// `Codable` creates such an array for a dictionary whose keys can't be coding keys.
    init?(foreign stored: PropertyListValue) throws {
        self = [:]
        switch stored {
        case .dictionary(let values):
            guard let type = Key.self as? any DefaultsDictionaryKey.Type else { return nil }
            for (name, value) in values {
                try insert(value, under: type.init(defaultsKey: name), at: name, in: stored)
            }
        case .array(let values):
            guard Key.self != String.self, Key.self != Int.self, let type = Key.self as? any Decodable.Type else {
                return nil
            }
            guard values.count.isMultiple(of: 2) else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "with a key that has no value")
            }
            for index in stride(from: 0, to: values.count, by: 2) {
                let key = try DefaultsError.locating("[\(index)]") { try values[index].decodedTree(type) }
                try insert(values[index + 1], under: key, at: "[\(index + 1)]", in: stored)
            }
        default: return nil
        }
    }

    private mutating func insert(
        _ value: PropertyListValue, under key: Any?, at step: String, in stored: PropertyListValue
    ) throws {
        guard let key = key as? Key else {
            throw DefaultsError.unreadable(Self.self, from: stored, because: "with a key that is no \(Key.self)")
        }
        let value = try DefaultsError.locating(step) { try ForeignForm.value(Value.self, in: value) }
        guard updateValue(value, forKey: key) == nil else {
            throw DefaultsError.unreadable(Self.self, from: stored, because: "in which two keys mean the same")
        }
    }
}

// MARK: - Nil

extension PropertyListValue {
    /// Whether other libraries store this value in place of nil: the string `$null`, or data that contains JSON's
    /// `null`.
    var isForeignNil: Bool { self == .nullString || self == .data(Data("null".utf8)) }
}

extension Data {
    /// Whether this data starts like a JSON object, array or string.
    var mayBeJSON: Bool {
        guard let first = first(where: { !" \n\r\t".utf8.contains($0) }) else { return false }
        return "{[\"".utf8.contains(first)
    }
}
