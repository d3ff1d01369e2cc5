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
