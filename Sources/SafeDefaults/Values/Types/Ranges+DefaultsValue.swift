// A range is stored as an array of its bounds, as the standard library's Codable conformances store it. Stored bounds
// are checked before a range is created, because the standard library traps if they are in the wrong order.

// MARK: - Range

extension Range: DefaultsValue where Bound: DefaultsValue {
    /// An array of the lower bound and the upper bound.
    ///
    /// The upper bound isn't part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(lowerBound, upperBound, of: Self.self) }
    }

    /// Reads an array of two bounds.
    ///
    /// The lower bound must not be above the upper bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(uncheckedBounds: try BoundsCheck.readable(bounds, of: Self.self))
    }
}

// MARK: - ClosedRange

extension ClosedRange: DefaultsValue where Bound: DefaultsValue {
    /// An array of the lower bound and the upper bound.
    ///
    /// The upper bound is part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(lowerBound, upperBound, of: Self.self) }
    }

    /// Reads an array of two bounds.
    ///
    /// The lower bound must not be above the upper bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(uncheckedBounds: try BoundsCheck.readable(bounds, of: Self.self))
    }
}

// MARK: - Checks

/// Checks bounds before they are stored and after they are read.
private enum BoundsCheck {
    static func storable<Bound: Comparable>(_ lower: Bound, _ upper: Bound, of type: Any.Type) throws -> [Bound] {
        // A bound without an order, such as a NaN, isn't even at or below itself.
        if lower <= upper { return [lower, upper] }
        throw DefaultsError.unstorable(type, because: "its \(flaw)")
    }

    static func readable<Bound: Comparable>(_ bounds: [Bound], of type: Any.Type) throws -> (Bound, Bound) {
        try bounds.check(count: 2, of: type)
        if bounds[0] <= bounds[1] { return (bounds[0], bounds[1]) }
        throw DefaultsError.unreadable(type, from: [], because: "whose \(flaw)")
    }

    private static let flaw = "lower bound is not at or below its upper bound"
}
