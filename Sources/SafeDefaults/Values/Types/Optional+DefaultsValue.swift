extension Optional: DefaultsValue where Wrapped: DefaultsValue {
    /// The stored form of the wrapped value, or the nil marker.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try _encode() ?? .nilMarker }
    }

    /// Reads the nil marker as nil, and anything else as the wrapped type.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Self._decode(stored)
    }

    /// Reads the nil marker as nil, and anything else as the wrapped type; if that can't read it, and other libraries
    /// write it for nil, it is nil too.
    public static func _decode(_ stored: PropertyListValue) throws -> Wrapped? {
        if stored.isNilMarker { return .none }
        do {
            return try Wrapped._decode(stored.withoutNilEscape)
        } catch {
            // The wrapped type comes first: it may read the string that is another library's nil.
            if stored.isForeignNil { return .none }
            throw error
        }
    }

    /// Returns the stored form of the wrapped value; for nil, nothing, which removes a setting.
    public func _encode() throws -> PropertyListValue? {
        guard case .some(let wrapped) = self else { return nil }
        return (try wrapped._encode() ?? .nilMarker).escapedFromNil
    }
}

/// An optional of any type, for code that is generic over an unconstrained type.
protocol AnyOptional {
    var isNil: Bool { get }

    /// Whether this is an optional inside an optional, and only the inner one is nil.
    var wrapsNil: Bool { get }
    static var nilValue: Self { get }

    /// Whether the wrapped type is an optional.
    static var holdsOptional: Bool { get }

    /// The wrapped type.
    static var wrappedType: Any.Type { get }
}

extension AnyOptional {
    var holdsOptional: Bool { Self.holdsOptional }
}

extension Optional: AnyOptional {
    var isNil: Bool { self == nil }

    var wrapsNil: Bool {
        guard case .some(let wrapped) = self, let inner = wrapped as? any AnyOptional else { return false }
        return inner.isNil || inner.wrapsNil
    }
    static var nilValue: Wrapped? { nil }
    static var holdsOptional: Bool { Wrapped.self is any AnyOptional.Type }
    static var wrappedType: Any.Type { Wrapped.self }
}
