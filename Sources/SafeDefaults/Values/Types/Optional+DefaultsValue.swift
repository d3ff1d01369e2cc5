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

    /// Whether a nested optional contains nil although it isn't nil itself.
    var wrapsNil: Bool { get }
    static var nilValue: Self { get }

    /// Whether the wrapped type is an optional.
    static var holdsOptional: Bool { get }

    /// The wrapped type.
    static var wrappedType: Any.Type { get }
}

extension Optional: AnyOptional {
    package var isNil: Bool { self == nil }

    package var wrapsNil: Bool {
        guard case .some(let wrapped) = self, let inner = wrapped as? any AnyOptional else { return false }
        return inner.isNil || inner.wrapsNil
    }
    package static var nilValue: Wrapped? { nil }
    package static var holdsOptional: Bool { Wrapped.self is any AnyOptional.Type }
    package static var wrappedType: Any.Type { Wrapped.self }
}
