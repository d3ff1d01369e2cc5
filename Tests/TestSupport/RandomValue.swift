import ContractCases
import Foundation
import SafeDefaults

/// A type of which random values can be made.
protocol RandomValue {
    static func random(_ source: inout RandomSource) -> Self

    /// Whether another value is this one to the last bit, where `==` is more lenient or more strict.
    func isSame(as other: Self) -> Bool
}

extension RandomValue where Self: Equatable {
    func isSame(as other: Self) -> Bool { self == other }
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

extension Int: RandomValue {}
extension Int8: RandomValue {}
extension Int32: RandomValue {}
extension Int64: RandomValue {}
extension UInt8: RandomValue {}
extension UInt16: RandomValue {}
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

    func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern || isNaN && other.isNaN }
}

extension Float: RandomValue {
    static func random(_ source: inout RandomSource) -> Float {
        let value =
            Bool.random(using: &source) ? Float(Double.random(&source)) : Float(bitPattern: UInt32.random(&source))
        return source.isLossless || value != 0 ? value : 0
    }

    func isSame(as other: Float) -> Bool { bitPattern == other.bitPattern || isNaN && other.isNaN }
}

extension UInt32: RandomValue {}

extension CGFloat: RandomValue {
    static func random(_ source: inout RandomSource) -> CGFloat { CGFloat(Double.random(&source)) }

    func isSame(as other: CGFloat) -> Bool { Double(self).isSame(as: Double(other)) }
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

    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
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

extension URL: RandomValue {
    static func random(_ source: inout RandomSource) -> URL {
        let parts =
            source.pick(["https://", "http://tom:x@", "ftp://"]) + source.pick(["a.example", "[::1]:80", "1.2.3.4"])
        let rest = source.pick(["", "/", "/a/b", "/%20?q=%F0%9F%99%82", "/a?b#c", "#", "?=&"])
        let others = ["mailto:a@b.example", "file:///tmp/a%20b", "a/b?c", "data:,x", "urn:x:y", "../up"]
        return URL(string: Bool.random(using: &source) ? parts + rest : source.pick(others))
            ?? URL(fileURLWithPath: "/")
    }
}

extension UUID: RandomValue {
    static func random(_ source: inout RandomSource) -> UUID {
        let (high, low) = (source.next(), source.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension Locale: RandomValue {
    static func random(_ source: inout RandomSource) -> Locale {
        Locale(identifier: source.pick(["de_DE", "en", "zh-Hans", "C", "en_US_POSIX"]))
    }
}

extension TimeZone: RandomValue {
    static func random(_ source: inout RandomSource) -> TimeZone {
        TimeZone(identifier: source.pick(["UTC", "Europe/Berlin", "Asia/Kolkata", "GMT+0330"])) ?? .current
    }
}

extension Character: RandomValue {
    static func random(_ source: inout RandomSource) -> Character {
        source.pick(["a", "é", "e\u{301}", "🧑‍🚀", "\n", "$"])
    }

    func isSame(as other: Character) -> Bool { utf8.elementsEqual(other.utf8) }
}
