extension Optional: DefaultsValue where Wrapped: DefaultsValue {
    /// What the wrapped value is stored as, or the marker for nil.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try _encode() ?? .nilMarker }
    }

    /// Reads the marker for nil as nil, all else as the wrapped type.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Self._decode(stored)
    }

    /// Reads the marker for nil as nil, all else as the wrapped type; what that can't read, but other libraries write for
    /// nil, is nil too.
    public static func _decode(_ stored: PropertyListValue) throws -> Wrapped? {
        if stored.isNilMarker { return .none }
        do {
            return try Wrapped._decode(stored.withoutNilEscape)
        } catch {
            // Only what means nothing to the wrapped type can be another library's nil.
            if stored.isForeignNil { return .none }
            throw error
        }
    }

    /// Nothing for nil, which removes a setting; what the wrapped value is stored as otherwise.
    public func _encode() throws -> PropertyListValue? {
        guard case .some(let wrapped) = self else { return nil }
        return (try wrapped._encode() ?? .nilMarker).escapedFromNil
    }
}

/// What lets a value of an unconstrained type be asked whether it is nil.
protocol AnyOptional {
    var isNil: Bool { get }

    /// Whether it is an optional inside an optional, and only the inner one is nil.
    var wrapsNil: Bool { get }
    static var nilValue: Self { get }

    /// Whether what it holds, if it holds anything, is an optional.
    static var holdsOptional: Bool { get }

    /// The type of what it holds.
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
