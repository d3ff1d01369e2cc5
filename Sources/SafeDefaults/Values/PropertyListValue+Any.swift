import Foundation

// Stored forms of values of the type `Any`, which come from plain setters, registrations and imports.

extension PropertyListValue {
    /// Creates the stored form of an object, as ``SafeDefaults/setObject(_:forKey:fileID:line:)`` stores it.
    ///
    /// The object must be a property-list object, a value of a type that conforms to ``DefaultsValue``, or an array or
    /// a dictionary of those. A codec uses this for a type that is made from objects:
    ///
    /// ```swift
    /// struct Filter: RawRepresentable { var rawValue: [String: Any] }
    ///
    /// let filters = DefaultsCodec<Filter>.custom(
    ///     encode: { try PropertyListValue(object: $0.rawValue) },
    ///     decode: { (stored: PropertyListValue) in
    ///         Filter(rawValue: stored.foundationObject as? [String: Any] ?? [:])
    ///     })
    /// ```
    ///
    /// - Parameter object: The object. It may be created and read on any thread.
    /// - Throws: A `DefaultsError` if the object is nil, or can't be stored.
    public init(object: Any) throws(DefaultsError) {
        do {
            guard let value = try Self.untyped(object, depth: 0) else {
                throw DefaultsError(.unstorable, reason: "it is nil")
            }
            self = value
        } catch {
            throw DefaultsError.converting(error, as: .unstorable, expected: type(of: object))
        }
    }

    /// Returns the stored form of a value, or `nil` if the value is an optional that is nil.
    ///
    /// The value may be a property-list object, a ``DefaultsValue``, or an array or dictionary of such values.
    ///
    /// - Parameters:
    ///   - object: The value.
    ///   - name: The stored name, for errors.
    /// - Throws: An error if the value can't be stored.
    static func untyped(_ object: Any, name: String) throws(DefaultsError) -> PropertyListValue? {
        do {
            return try untyped(object, depth: 0)
        } catch {
            throw DefaultsError.wrapping(error, as: .unstorable, storedName: name, expected: type(of: object))
        }
    }

    private static func untyped(_ object: Any, depth: Int) throws -> PropertyListValue? {
        guard depth < deepestPropertyList else { throw DefaultsError.tooDeep }
        switch object {
        case let value as any DefaultsValue: return try value._encode()
        case let value as any AnyOptional where value.isNil: return nil
        // NB: not to `[Any?]`, because a cast of an `Any` to `Any?` unwraps an optional inside the `Any`, so a nested
        // nil would become a plain nil.
        case let objects as [Any]:
            return .array(try objects.convertingEach { try untyped($0, depth: depth + 1) ?? .nilMarker })
        case let objects as [String: Any]:
            return try objects.encoded { try untyped($0, depth: depth + 1) ?? .nilMarker }
        // Foundation's setters also accept an `NSURL`.
        case let url as URL: return try url._encode()
        default: break
        }
        do throws(NonPropertyListObject) {
            return try PropertyListValue(foundationObject: object, depth: depth)
        } catch .object(let typeName) {
            throw DefaultsError(
                .unstorable,
                reason: "\(typeName) is no property-list type; conform it to DefaultsValue, or pass a "
                    + "property-list object")
        }
    }
}
