// The system's types that can be stored, most of them Codable as well: no use is ambiguous, and no literal gets
// another type because they can be stored.

import Foundation
import SafeDefaults

private struct ManyDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let whole = Setting(.one, default: 1)
        let real = Setting(.one, default: 0.5)
        let text = Setting(.one, default: "a")
        let list = Setting(.one, default: [1])
        let reals = Setting(.one, default: [0.5])
        let range = Setting(.one, default: 1..<5)
        let closed = Setting(.one, default: 0...0.5)
        let words = Setting<Set<String>>(.one, default: ["a"])
        let optionalWords = Setting<Set<String?>?>(.one)
        let bytes = Setting<[UInt8]>(.one, default: [1, 2])
        let decimal = Setting<Decimal>(.one, default: 0.5)
        let width = Setting<CGFloat?>(.one)
        let point = Setting(.one, default: CGPoint.zero)
        let frame = Setting<[String: CGRect]>(.one, default: [:])
        let character = Setting<Character>(.one, default: "a")
        let substring = Setting<Substring>(.one, default: "a")
        let locale = Setting(.one, default: Locale(identifier: "de"))
        let zone = Setting<TimeZone?>(.one)
        let indexes = Setting(.one, default: IndexSet())
        let byNumber = Setting<[Int: [UUID: [Bool: [Character: Int]]]]>(.one, default: [:])
        let bySite = Setting<[URL: Set<Int>]?>(.one)
    }
    static let settings = Settings()
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManyDefaults.Settings {
    fileprivate var delay: ManyDefaults.Setting<Duration> { .init(.one, default: Duration.seconds(1)) }
}

private func types(of domain: ManyDefaults) {
    let _: Int = domain.whole
    let _: Double = domain.real
    let _: String = domain.text
    let _: [Int] = domain.list
    let _: [Double] = domain.reals
    let _: Range<Int> = domain.range
    let _: ClosedRange<Double> = domain.closed
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
    try domain.write(IndexSet([1]), forKey: .one)
    try domain.write([TimeZone.current: 1].keys.map { $0 }, forKey: .one)
    let _: Set<Int>? = domain.value(Set<Int>.self, forKey: .one)
    let _: CGPoint? = domain.value(CGPoint.self, forKey: .one)
    let _: [Int: Decimal]? = domain.value([Int: Decimal].self, forKey: .one)
    let _ = domain.value(ClosedRange<Date>.self, forKey: .one)
    let _ = try domain.read([Locale?].self, forKey: .one)
}
