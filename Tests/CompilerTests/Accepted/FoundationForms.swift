// The system's types that can be stored, most of them Codable as well: no use is ambiguous, and no literal gets
// another type because they can be stored.

import Foundation
import SafeDefaults

private struct ManyDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    static let whole = Setting(.one, default: 1)
    static let real = Setting(.one, default: 0.5)
    static let text = Setting(.one, default: "a")
    static let list = Setting(.one, default: [1])
    static let reals = Setting(.one, default: [0.5])
    static let range = Setting(.one, default: 1..<5)
    static let closed = Setting(.one, default: 0...0.5)
    static let from = Setting(.one, default: 5...)
    static let upTo = Setting(.one, default: ..<0.5)
    static let through = Setting<PartialRangeThrough<String>?>(.one)
    static let words = Setting<Set<String>>(.one, default: ["a"])
    static let optionalWords = Setting<Set<String?>?>(.one)
    static let slice = Setting<ArraySlice<Date>>(.one, default: [])
    static let contiguous = Setting<ContiguousArray<URL?>?>(.one)
    static let bytes = Setting<[UInt8]>(.one, default: [1, 2])
    static let decimal = Setting<Decimal>(.one, default: 0.5)
    static let width = Setting<CGFloat?>(.one)
    static let point = Setting(.one, default: CGPoint.zero)
    static let frame = Setting<[String: CGRect]>(.one, default: [:])
    static let character = Setting<Character>(.one, default: "a")
    static let scalar = Setting<Unicode.Scalar?>(.one)
    static let substring = Setting<Substring>(.one, default: "a")
    static let locale = Setting(.one, default: Locale(identifier: "de"))
    static let zone = Setting<TimeZone?>(.one)
    static let calendar = Setting<Calendar.Identifier>(.one, default: .gregorian)
    static let indexes = Setting(.one, default: IndexSet())
    static let byNumber = Setting<[Int: [UUID: [Bool: [Character: Int]]]]>(.one, default: [:])
    static let bySite = Setting<[URL: Set<Int>]?>(.one)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManyDefaults {
    fileprivate static let delay = Setting(.one, default: Duration.seconds(1))
    fileprivate static let wide = Setting<Int128?>(.one)
    fileprivate static let wider = Setting<[UInt128: Int128]>(.one, default: [:])
}

private func types(of domain: ManyDefaults) {
    let _: Int = domain.whole
    let _: Double = domain.real
    let _: String = domain.text
    let _: [Int] = domain.list
    let _: [Double] = domain.reals
    let _: Range<Int> = domain.range
    let _: ClosedRange<Double> = domain.closed
    let _: PartialRangeFrom<Int> = domain.from
    let _: PartialRangeUpTo<Double> = domain.upTo
    let _: PartialRangeThrough<String>? = domain.through
    domain.words.insert("b")
    domain.frame["main", default: .zero].size.width += 1
    domain.byNumber[1, default: [:]][UUID(), default: [:]][true] = ["a": 1]
}

private func calls(of domain: ManyDefaults) throws {
    domain.set(1.5 as CGFloat, forKey: .one)
    domain.set(CGRect.zero, forKey: .one)
    domain.set([CGPoint.zero], forKey: .one)
    domain.set(Locale.current, forKey: .one)
    domain.set(Decimal(1), forKey: .one)
    domain.set(["a": Decimal(1)], forKey: .one)
    domain.set(1..<5, forKey: .one)
    domain.set(0.5..., forKey: .one)
    domain.set([1, 2] as Set, forKey: .one)
    domain.set([[1: "a"], [2: "b"]], forKey: .one)
    domain.set("abc".dropFirst(), forKey: .one)
    domain.set([1, 2, 3].dropFirst(), forKey: .one)
    try domain.write(IndexSet([1]), forKey: .one)
    try domain.write([TimeZone.current: 1].keys.map { $0 }, forKey: .one)
    let _: Set<Int>? = domain.value(Set<Int>.self, forKey: .one)
    let _: CGPoint? = domain.value(forKey: .one)
    let _: [Int: Decimal]? = domain.value(forKey: .one)
    let _ = domain.lookup(ClosedRange<Date>.self, forKey: .one)
    let _ = try domain.read([Locale?].self, forKey: .one)
}
