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
        let bounds = try BoundsCheck.readable(bounds, count: 2, of: Self.self)
        self.init(uncheckedBounds: (bounds[0], bounds[1]))
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
        let bounds = try BoundsCheck.readable(bounds, count: 2, of: Self.self)
        self.init(uncheckedBounds: (bounds[0], bounds[1]))
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
        self.init(try BoundsCheck.readable(bounds, count: 1, of: Self.self)[0])
    }
}

extension PartialRangeUpTo: DefaultsValue where Bound: DefaultsValue {
    /// An array that contains only the upper bound, which isn't part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(upperBound, of: Self.self) }
    }

    /// Reads an array of one bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(try BoundsCheck.readable(bounds, count: 1, of: Self.self)[0])
    }
}

extension PartialRangeThrough: DefaultsValue where Bound: DefaultsValue {
    /// An array that contains only the upper bound, which is part of the range.
    public var defaultsRepresentation: [Bound] {
        get throws { try BoundsCheck.storable(upperBound, of: Self.self) }
    }

    /// Reads an array of one bound.
    public init(defaultsRepresentation bounds: [Bound]) throws {
        self.init(try BoundsCheck.readable(bounds, count: 1, of: Self.self)[0])
    }
}

// MARK: - Checks

/// Checks bounds before they are stored and after they are read.
private enum BoundsCheck {
    static func storable<Bound: Comparable>(_ bounds: Bound..., of type: Any.Type) throws -> [Bound] {
        if let flaw = flaw(in: bounds) { throw DefaultsError.unstorable(type, because: "its \(flaw)") }
        return bounds
    }

    static func readable<Bound: Comparable>(_ bounds: [Bound], count: Int, of type: Any.Type) throws -> [Bound] {
        try bounds.check(count: count, of: type)
        if let flaw = flaw(in: bounds) { throw DefaultsError.unreadable(type, from: [], because: "whose \(flaw)") }
        return bounds
    }

    /// Returns what is wrong with one bound or two, as a clause without its first word; nil if nothing is.
    private static func flaw<Bound: Comparable>(in bounds: [Bound]) -> String? {
        // A bound without an order, such as a NaN, isn't even at or below itself.
        if let first = bounds.first, let last = bounds.last, first <= last { return nil }
        return bounds.count == 1 ? "bound has no order" : "lower bound is not at or below its upper bound"
    }
}
