import Foundation

// MARK: - Array

extension Array: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements.
    public var defaultsRepresentation: PropertyListValue {
        get throws { .array(try convertingEach { try $0._encode() ?? .nilMarker }) }
    }

    /// Reads every element.
    ///
    /// If one of them can't be read, the whole array is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        try self.init(decoding: stored, Element._decode)
    }
}

extension Array {
    /// Throws an error if this isn't the number of elements in which a type is stored.
    func check(count expected: Int, of type: Any.Type) throws {
        guard count == expected else {
            throw DefaultsError.unreadable(type, from: [], because: "of \(count) elements in place of \(expected)")
        }
    }

    /// Creates an array from one of the elements' stored forms.
    init(decoding stored: PropertyListValue, _ decode: (PropertyListValue) throws -> Element) throws {
        guard case .array(let values) = stored else { throw DefaultsError.unreadable(Self.self, from: stored) }
        self = try values.convertingEach(decode)
    }

    /// Returns each element converted, or throws an error that tells the index of the element that can't be.
    @_semantics("optimize.sil.specialize.generic.never")
    package func convertingEach<Result>(_ convert: (Element) throws -> Result) throws -> [Result] {
        // This loop uses indices, because an iterator creates an `Element?` for each element, and generic code has to
        // look up the metadata of that type.
        var results: [Result] = []
        results.reserveCapacity(count)
        // An element that can't be converted is the one after the results.
        try DefaultsError.locating("[\(results.count)]") {
            for index in indices { results.append(try convert(self[index])) }
        }
        return results
    }
}

// The standard library's other collections are stored as arrays.

// MARK: - Set

extension Set: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements.
    ///
    /// It is sorted, so that an unchanged set is stored as the same bytes.
    ///
    /// This throws an error if two elements have the same stored form, because one of them would be lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try encoded { try $0._encode() ?? .nilMarker } }
    }

    /// Reads an array of elements in any order.
    ///
    /// If one of them can't be read, the whole set is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self.init(try Array(decoding: stored, Element._decode))
    }
}

extension Set {
    /// Returns a sorted array of the elements' stored forms.
    ///
    /// - Throws: An error if an element can't be encoded, or if two elements have the same stored form.
    func encoded(_ encode: (Element) throws -> PropertyListValue) throws -> PropertyListValue {
        let values = try map(encode).sortedBySharedCode { $0.precedes($1) }
        guard zip(values, values.dropFirst()).allSatisfy({ $0 != $1 }) else {
            throw DefaultsError.unstorable(Self.self, because: "two of its elements are stored as the same value")
        }
        return .array(values)
    }
}

// MARK: - Optionals

extension Optional: DefaultsValue where Wrapped: DefaultsValue {
    /// The stored form of the wrapped value, or the nil marker if there is no value.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try _encode() ?? .nilMarker }
    }

    /// Reads the nil marker as nil, and any other stored value as the wrapped type.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Self._decode(stored)
    }

    /// Reads the nil marker as nil, and any other stored value as the wrapped type.
    public static func _decode(_ stored: PropertyListValue) throws -> Wrapped? {
        stored.isNilMarker ? .none : try Wrapped._decode(stored.withoutNilEscape)
    }

    /// Returns the stored form of the wrapped value, or `nil` if there is no value.
    ///
    /// Writing `nil` removes a stored setting.
    public func _encode() throws -> PropertyListValue? {
        guard case .some(let wrapped) = self else { return nil }
        return (try wrapped._encode() ?? .nilMarker).escapedFromNil
    }
}

/// An optional of any type, used by code whose generic type may be an optional.
package protocol AnyOptional {
    var isNil: Bool { get }
    static var nilValue: Self { get }

    /// Whether the wrapped type is an optional.
    static var holdsOptional: Bool { get }

    /// The wrapped type.
    static var wrappedType: Any.Type { get }
}

extension Optional: AnyOptional {
    package var isNil: Bool { self == nil }
    package static var nilValue: Wrapped? { nil }
    package static var holdsOptional: Bool { Wrapped.self is any AnyOptional.Type }
    package static var wrappedType: Any.Type { Wrapped.self }
}

// MARK: - Dictionaries

extension Dictionary: DefaultsValue where Key: DefaultsDictionaryKey, Value: DefaultsValue {
    /// A dictionary of the stored forms of the values, under the strings of their keys.
    ///
    /// This throws an error if two keys have the same string, because one of the entries would be lost.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try encoded { try $0._encode() ?? .nilMarker } }
    }

    /// Reads every entry.
    ///
    /// If a key or a value can't be read, the whole dictionary is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        try self.init(decoding: stored, Value._decode)
    }
}

extension Dictionary where Key: DefaultsDictionaryKey {
    /// Returns a dictionary of the values' stored forms, under the strings of their keys.
    ///
    /// - Throws: An error if a value can't be encoded, or if two keys have the same string.
    @_semantics("optimize.sil.specialize.generic.never")
    func encoded(_ encode: (Value) throws -> PropertyListValue) throws -> PropertyListValue {
        var values: [String: PropertyListValue] = [:]
        values.reserveCapacity(count)
        for (key, value) in self {
            let name = key.defaultsKey
            let stored = try DefaultsError.locating(name) { try encode(value) }
            guard values.updateValue(stored, forKey: name) == nil else {
                throw DefaultsError.unstorable(Self.self, because: "two of its keys have the same string")
            }
        }
        return .dictionary(values)
    }

    /// Creates a dictionary from one of the values' stored forms.
    init(decoding stored: PropertyListValue, _ decode: (PropertyListValue) throws -> Value) throws {
        guard case .dictionary(let values) = stored else { throw DefaultsError.unreadable(Self.self, from: stored) }
        self.init(minimumCapacity: values.count)
        for (name, value) in values {
            guard let key = Key(defaultsKey: name) else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "with a key that is no \(Key.self)")
            }
            let element = try DefaultsError.locating(name) { try decode(value) }
            guard updateValue(element, forKey: key) == nil else {
                throw DefaultsError.unreadable(Self.self, from: stored, because: "in which two keys mean the same")
            }
        }
    }
}

// MARK: - Ranges

// A range is stored as an array of its bounds, as the standard library's Codable conformances store it. Stored bounds
// are checked before a range is created, because the standard library traps if they are in the wrong order.

// MARK: - Range

extension Range: DefaultsValue where Bound: DefaultsValue {
    /// An array of the lower bound and the upper bound.
    ///
    /// The upper bound isn't part of the range.
    public var defaultsRepresentation: [Bound] { [lowerBound, upperBound] }

    /// Reads an array of two bounds.
    ///
    /// The lower bound must not be above the upper bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(uncheckedBounds: try bounds.bounds(of: Self.self))
    }
}

// MARK: - ClosedRange

extension ClosedRange: DefaultsValue where Bound: DefaultsValue {
    /// An array of the lower bound and the upper bound.
    ///
    /// The upper bound is part of the range.
    public var defaultsRepresentation: [Bound] { [lowerBound, upperBound] }

    /// Reads an array of two bounds.
    ///
    /// The lower bound must not be above the upper bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(uncheckedBounds: try bounds.bounds(of: Self.self))
    }
}

// MARK: - Checks

extension Array where Element: Comparable {
    /// Returns the array's elements as the bounds of a range.
    fileprivate func bounds(of type: Any.Type) throws -> (Element, Element) {
        try check(count: 2, of: type)
        // A bound without an order, such as a NaN, isn't even at or below itself.
        if self[0] <= self[1] { return (self[0], self[1]) }
        throw DefaultsError.unreadable(
            type, from: [], because: "whose lower bound is not at or below its upper bound")
    }
}
