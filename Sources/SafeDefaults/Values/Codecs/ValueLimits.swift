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

// MARK: - Limits

/// The values that a setting allows.
package struct ValueLimits<Value>: Sendable {
    /// Whether a value is allowed, and what is used in its place if it isn't.
    enum Answer {
        case allowed

        /// The value isn't allowed. This value is used in its place.
        case nearest(Value)

        /// The value isn't allowed. The reason is a clause that doesn't contain the value.
        case refused(String)

        /// The same answer for an optional.
        var optional: ValueLimits<Value?>.Answer {
            switch self {
            case .allowed: .allowed
            case .nearest(let value): .nearest(value)
            case .refused(let reason): .refused(reason)
            }
        }
    }

    let answer: @Sendable (Value) -> Answer

    /// A description of the range, such as `from 0 to 10`, for the description of the strings that stand for values.
    package var range: String?
}

extension ValueLimits {
    /// The values for which a closure returns true.
    init(_ isAllowed: @escaping @Sendable (Value) -> Bool) {
        self.init { isAllowed($0) ? .allowed : .refused("the setting's declaration doesn't allow it") }
    }

    /// The values in a range.
    init(_ range: some ValueRange<Value> & Sendable, outside policy: RangePolicy) where Value: _SendableMetatype {
        let text = range.text
        self.init(
            answer: { value in
                let (lowest, highest) = range._bounds
                if let lowest, value < lowest {
                    return policy == .clamping ? .nearest(lowest) : .refused("it isn't \(text)")
                }
                if let highest, value > highest {
                    return policy == .clamping ? .nearest(highest) : .refused("it isn't \(text)")
                }
                // A NaN is neither less nor greater than the bounds, and no value is the nearest to it.
                return range.contains(value) ? .allowed : .refused("it isn't \(text)")
            }, range: text)
    }

    /// The same limits for an optional's values, which may also be nil.
    var optional: ValueLimits<Value?> {
        ValueLimits<Value?>(answer: { value in value.map { answer($0).optional } ?? .allowed }, range: range)
    }
}

extension ValueLimits {
    /// Returns the reason why a value isn't allowed, as a clause that doesn't contain the value; nil if it is allowed.
    package func reasonToRefuse(_ value: Value) -> String? {
        switch answer(value) {
        case .allowed: nil
        case .nearest: "it isn't \(range ?? "in the range")"
        case .refused(let reason): reason
        }
    }

    /// Returns a value if it is allowed, or the nearest allowed value if the limits provide one.
    ///
    /// - Throws: A ``DefaultsError`` of the kind ``DefaultsError/Kind/notAllowed`` if the value is refused.
    func admitted(_ value: Value) throws -> Value {
        switch answer(value) {
        case .allowed: return value
        case .nearest(let value): return value
        case .refused(let reason): throw DefaultsError(.notAllowed, reason: reason)
        }
    }
}

extension DefaultsCodec {
    /// Returns a codec like this one that stores and reads only the values that the limits admit.
    func limited(to limits: ValueLimits<Value>?) -> DefaultsCodec {
        guard let limits else { return self }
        var limited = self
        limited.encode = { [encode] in try encode(limits.admitted($0)) }
        limited.decode = { [decode] in try limits.admitted(decode($0)) }
        limited.exactType = nil
        return limited
    }
}
