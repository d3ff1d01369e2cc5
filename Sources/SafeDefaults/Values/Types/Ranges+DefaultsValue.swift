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

// MARK: - Partial ranges

extension PartialRangeFrom: DefaultsValue where Bound: DefaultsValue {
    /// An array that contains only the lower bound.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(lowerBound, of: Self.self) }
    }

    /// Reads an array of one bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(try BoundsCheck.readableBound(bounds, of: Self.self))
    }
}

extension PartialRangeUpTo: DefaultsValue where Bound: DefaultsValue {
    /// An array that contains only the upper bound, which isn't part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(upperBound, of: Self.self) }
    }

    /// Reads an array of one bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(try BoundsCheck.readableBound(bounds, of: Self.self))
    }
}

extension PartialRangeThrough: DefaultsValue where Bound: DefaultsValue {
    /// An array that contains only the upper bound, which is part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(upperBound, of: Self.self) }
    }

    /// Reads an array of one bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(try BoundsCheck.readableBound(bounds, of: Self.self))
    }
}

// MARK: - Checks

/// Checks bounds before they are stored and after they are read.
private enum BoundsCheck {
    static func storable<Bound: Comparable>(_ lower: Bound, _ upper: Bound, of type: Any.Type) throws -> [Bound] {
        guard lower <= upper else {
            throw DefaultsError.unstorable(type, because: "its lower bound is not at or below its upper bound")
        }
        return [lower, upper]
    }

    static func storable<Bound: Comparable>(_ bound: Bound, of type: Any.Type) throws -> [Bound] {
        guard bound <= bound else { throw DefaultsError.unstorable(type, because: "its bound has no order") }
        return [bound]
    }

    static func readable<Bound: Comparable>(
        _ bounds: [Bound], of type: Any.Type
    ) throws -> (lower: Bound, upper: Bound) {
        guard bounds.count == 2 else { throw unreadable(type, because: "that has not two bounds") }
        guard bounds[0] <= bounds[1] else {
            throw unreadable(type, because: "whose lower bound is not at or below its upper bound")
        }
        return (bounds[0], bounds[1])
    }

    static func readableBound<Bound: Comparable>(_ bounds: [Bound], of type: Any.Type) throws -> Bound {
        guard bounds.count == 1 else { throw unreadable(type, because: "that has not one bound") }
        guard bounds[0] <= bounds[0] else { throw unreadable(type, because: "whose bound has no order") }
        return bounds[0]
    }

    private static func unreadable(_ type: Any.Type, because reason: String) -> DefaultsError {
        DefaultsError.unreadable(type, from: [], because: reason)
    }
}
