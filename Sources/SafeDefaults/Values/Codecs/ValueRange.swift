/// A range of the values that a setting allows: `0...10`, `0...` or `...10`.
///
/// It always contains its bounds, so that a value outside of it has a nearest value inside.
public protocol ValueRange<Bound>: RangeExpression {
    /// The lowest and the highest allowed value, each `nil` if there is none.
    ///
    /// The library implements this property. Don't use it.
    var _bounds: (lowest: Bound?, highest: Bound?) { get }
}

extension ClosedRange: ValueRange {
    /// Both bounds.
    public var _bounds: (lowest: Bound?, highest: Bound?) { (lowerBound, upperBound) }
}

extension PartialRangeFrom: ValueRange {
    /// The lower bound.
    public var _bounds: (lowest: Bound?, highest: Bound?) { (lowerBound, nil) }
}

extension PartialRangeThrough: ValueRange {
    /// The upper bound.
    public var _bounds: (lowest: Bound?, highest: Bound?) { (nil, upperBound) }
}

extension ValueRange {
    /// The range in words, such as `from 0 to 10`.
    var text: String {
        switch _bounds {
        case (let lowest?, let highest?): "from \(lowest) to \(highest)"
        case (let lowest?, nil): "at least \(lowest)"
        case (nil, let highest?): "at most \(highest)"
        case (nil, nil): "in the range"
        }
    }
}

/// What a setting does with a value that isn't in its range.
public enum RangePolicy: Sendable, Hashable {
    /// The nearest value in the range is stored, or read, in its place.
    ///
    /// A read doesn't change what is stored. A value that has no nearest one, such as a NaN, is refused.
    case clamping

    /// The value is refused.
    ///
    /// A write fails, and the stored value is kept. A stored value outside of the range is read as the default. Each is
    /// reported as an issue whose error is of the kind ``DefaultsError/Kind/notAllowed``.
    case rejecting
}
