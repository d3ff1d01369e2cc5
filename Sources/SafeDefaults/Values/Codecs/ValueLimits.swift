/// A range of the values that a setting allows: `0...10`, `0...` or `...10`.
///
/// It always contains its bounds, so that a value outside of it has a nearest value inside.
public protocol ValueRange<Bound>: RangeExpression {}

extension ClosedRange: ValueRange {}
extension PartialRangeFrom: ValueRange {}
extension PartialRangeThrough: ValueRange {}

extension ValueRange {
    /// The lowest and the highest allowed value, each nil if there is none.
    fileprivate var bounds: (lowest: Bound?, highest: Bound?) {
        switch self {
        case let range as ClosedRange<Bound>: (range.lowerBound, range.upperBound)
        case let range as PartialRangeFrom<Bound>: (range.lowerBound, nil)
        case let range as PartialRangeThrough<Bound>: (nil, range.upperBound)
        default: (nil, nil)
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

// MARK: - Limits

/// The values that a setting allows.
package struct ValueLimits<Value>: Sendable {
    /// Returns the reason why a value isn't allowed, as a clause that doesn't contain the value; nil if it is allowed.
    package let reasonToRefuse: @Sendable (Value) -> String?

    /// Returns the value that is used in place of a value that isn't allowed, or nil if there is none.
    let nearest: @Sendable (Value) -> Value?

    /// A description of the range, such as `from 0 to 10`, for the description of the strings that stand for values.
    package let range: String?

    /// Returns the lowest and the highest allowed value, each nil if there is none.
    package var bounds: @Sendable () -> (lowest: Value?, highest: Value?) = { (nil, nil) }
}

extension ValueLimits {
    /// All values.
    static var all: ValueLimits { ValueLimits(reasonToRefuse: { _ in nil }, nearest: { _ in nil }, range: nil) }

    /// Returns the values of these limits for which a closure returns true.
    func and(_ isAllowed: @escaping @Sendable (Value) -> Bool) -> ValueLimits {
        ValueLimits(
            reasonToRefuse: { value in
                reasonToRefuse(value) ?? (isAllowed(value) ? nil : "the setting's declaration doesn't allow it")
            },
            nearest: { nearest($0).flatMap { isAllowed($0) ? $0 : nil } }, range: range, bounds: bounds)
    }

    /// The values in a range.
    init(_ range: some ValueRange<Value> & Sendable, outside policy: RangePolicy) where Value: _SendableMetatype {
        // Unsafe: the bounds belong to a range that is `Sendable`.
        nonisolated(unsafe) let bounds = range.bounds
        let text =
            switch bounds {
            case (let lowest?, let highest?): "from \(lowest) to \(highest)"
            case (let lowest?, nil): "at least \(lowest)"
            case (nil, let highest?): "at most \(highest)"
            case (nil, nil): "in the range"
            }
        self.init(
            reasonToRefuse: { range.contains($0) ? nil : "it isn't \(text)" },
            nearest: { value in
                // A NaN is neither less nor greater than the bounds, and no value is the nearest to it.
                let (lowest, highest) = policy == .clamping ? bounds : (nil, nil)
                if let lowest, value < lowest { return lowest }
                if let highest, value > highest { return highest }
                return nil
            }, range: text, bounds: { bounds })
    }

    /// The same limits for an optional's values, which may also be nil.
    var optional: ValueLimits<Value?> {
        ValueLimits<Value?>(
            reasonToRefuse: { $0.flatMap(reasonToRefuse) },
            nearest: { $0.flatMap(nearest).map(Optional.some) }, range: range,
            bounds: { (bounds().lowest.map(Optional.some), bounds().highest.map(Optional.some)) })
    }

    /// Returns a value if it is allowed, or the nearest allowed value if the limits provide one.
    ///
    /// - Throws: A ``DefaultsError`` of the kind ``DefaultsError/Kind/notAllowed`` if the value is refused.
    func admitted(_ value: Value) throws -> Value {
        guard let reason = reasonToRefuse(value) else { return value }
        guard let nearest = nearest(value) else { throw DefaultsError(.notAllowed, reason: reason) }
        return nearest
    }
}

extension DefaultsCodec {
    /// Returns a codec like this one that stores and reads only the values that the limits admit.
    func limited(to limits: ValueLimits<Value>?) -> DefaultsCodec {
        guard let limits else { return self }
        var limited = self
        limited.encode = { [encode] in try encode(limits.admitted($0)) }
        limited.decode = { [decode] in try limits.admitted(decode($0)) }
        return limited
    }
}
