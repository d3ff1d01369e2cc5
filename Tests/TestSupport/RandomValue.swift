import Foundation
import SafeDefaults

/// A type of which random values can be made.
protocol RandomValue {
    static func random(_ source: inout RandomSource) -> Self
}

// MARK: - Numbers

extension RandomValue where Self: FixedWidthInteger {
    static func random(_ source: inout RandomSource) -> Self {
        switch Int.random(in: 0..<4, using: &source) {
        case 0: source.pick([.min, .max, 0, 1])
        case 1: Self.random(in: 0...100, using: &source)
        default: Self(truncatingIfNeeded: source.next()) >> Self.random(in: 0..<Self(bitWidth), using: &source)
        }
    }
}

extension Int64: RandomValue {}
extension UInt8: RandomValue {}
extension UInt64: RandomValue {}

extension Bool: RandomValue {
    static func random(_ source: inout RandomSource) -> Bool { .random(using: &source) }
}

extension Double: RandomValue {
    static func random(_ source: inout RandomSource) -> Double {
        switch Int.random(in: 0..<5, using: &source) {
        case 0: source.pick([0, 1, -1, 0.1, .infinity, -.infinity, .nan, .pi, source.isLossless ? -0.0 : 0])
        case 1: source.pick([.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne])
        case 2: Double(Int64.random(in: -1_000_000...1_000_000, using: &source)) / 100
        case 3: Double(Int64.random(&source))
        default: Double(bitPattern: source.next())
        }
    }
}

extension Decimal: RandomValue {
    static func random(_ source: inout RandomSource) -> Decimal {
        let digits = source.some(1...38) { "\(Int.random(in: 0...9, using: &$0))" }.joined()
        let sign = Bool.random(using: &source) ? "-" : ""
        return Decimal(string: "\(sign)\(digits)e\(Int.random(in: -127...89, using: &source))") ?? 0
    }
}

// MARK: - Text, bytes, points in time

extension String: RandomValue {
    static func random(_ source: inout RandomSource) -> String {
        let whole = [
            "", "Tom", "$null", "$nil", "$some", "null", "true", "42", "1.5", " x ", "{}", "[", "\"", "a.b", "@x",
        ]
        if Bool.random(using: &source) { return source.pick(whole) }
        return source.some(0...12) { source in
            let limits: [ClosedRange<UInt32>] = [0...0x7F, 0x20...0x7E, 0x80...0x2FF, 0x300...0x36F, 0...0x10FFFF]
            let number = UInt32.random(in: source.pick(limits), using: &source)
            return Unicode.Scalar(number).map { String(Character($0)) } ?? "\u{FFFD}"
        }.joined()
    }
}

extension Data: RandomValue {
    static func random(_ source: inout RandomSource) -> Data {
        let openings = [Data(), Data("bplist00".utf8), Data("{".utf8), Data("null".utf8)]
        return source.pick(openings) + source.some(0...20) { UInt8.random(&$0) }
    }
}

extension Date: RandomValue {
    static func random(_ source: inout RandomSource) -> Date {
        if Int.random(in: 0..<8, using: &source) == 0 { return source.pick([.distantPast, .distantFuture]) }
        let seconds = Double.random(in: -9e9...9e9, using: &source)
        return Date(timeIntervalSinceReferenceDate: source.isLossless ? seconds : seconds.rounded(.down))
    }
}
