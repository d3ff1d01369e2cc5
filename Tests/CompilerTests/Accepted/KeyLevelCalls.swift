// Access by key: every getter and writer, and the overload that each value takes.

import Foundation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }
private struct Both: Codable, DefaultsValue { var count = 0 }
private struct Own: DefaultsValue {
    var defaultsRepresentation: Int { 1 }
    init() {}
    init(defaultsRepresentation: Int) {}
}

private struct CallDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case a, b }
    var store: DefaultsStore = .standard
}

// MARK: - Getters

private func getters(_ domain: CallDefaults) {
    let _: String? = domain.string(forKey: .a)
    let _: Int? = domain.integer(forKey: .a)
    let _: Bool? = domain.bool(forKey: .a)
    let _: Double? = domain.double(forKey: .a)
    let _: Float? = domain.float(forKey: .a)
    let _: Data? = domain.data(forKey: .a)
    let _: Date? = domain.date(forKey: .a)
    let _: URL? = domain.url(forKey: .a)
    let _: [Any]? = domain.array(forKey: .a)
    let _: [String]? = domain.stringArray(forKey: .a)
    let _: [String: Any]? = domain.dictionary(forKey: .a)
    let _: Any? = domain.object(forKey: .a)
    let _: [Double]? = domain.array(forKey: .a) as? [Double]
    let _: Int = domain.integer(forKey: .a) ?? 3
    let _: Bool = domain.contains(.a)
    let _: ValueOrigin = domain.store.origin(of: CallDefaults.Keys.a)
    if let text = domain.string(forKey: .a) { domain.set(text, forKey: .b) }
}

private func values(_ domain: CallDefaults) throws {
    let _: Int? = domain.value(Int.self, forKey: .a)
    let _: Int = domain.value(Int.self, forKey: .a) ?? 3
    let _ = domain.value(Tint.self, forKey: .a)
    let _ = domain.value(UInt8.self, forKey: .a)
    let _ = domain.value([String: [Tint]].self, forKey: .a)
    let _ = domain.value(Both.self, forKey: .a)
    let _ = domain.value(Own.self, forKey: .a)
    let _ = domain.value(PropertyListValue.self, forKey: .a)
    let _: Tint? = try domain.read(Tint.self, forKey: .a)
    let _: Both? = try domain.read(Both.self, forKey: .a)
}

// MARK: - Writers

private func writers(_ domain: CallDefaults) {
    domain.set(1, forKey: .a)
    domain.set(1.5, forKey: .a)
    domain.set(true, forKey: .a)
    domain.set("x", forKey: .a)
    domain.set(UInt64.max, forKey: .a)
    domain.set(Float(1), forKey: .a)
    domain.set(Data(), forKey: .a)
    domain.set(Date(), forKey: .a)
    domain.set(URL(fileURLWithPath: "/"), forKey: .a)
    domain.set(UUID(), forKey: .a)
    domain.set(Tint.dark, forKey: .a)
    domain.set(Both(), forKey: .a)
    domain.set(Own(), forKey: .a)
    domain.set(PropertyListValue.integer(1), forKey: .a)
    domain.set(["a": 1, "b": ["x"]] as PropertyListValue, forKey: .a)
}

private func collections(_ domain: CallDefaults) {
    domain.set([], forKey: .a)
    domain.set([:], forKey: .a)
    domain.set([1, 2], forKey: .a)
    domain.set([1, 2.5], forKey: .a)
    domain.set([[1], [2, 3]], forKey: .a)
    domain.set([[["x"]]], forKey: .a)
    domain.set([Int](), forKey: .a)
    domain.set([1, nil], forKey: .a)
    domain.set([1, "x"], forKey: .a)
    domain.set([1, "x", Tint.dark, Date()], forKey: .a)
    domain.set([[1], ["x"]], forKey: .a)
    domain.set(["a": 1], forKey: .a)
    domain.set(["a": [1]], forKey: .a)
    domain.set(["a": 1, "b": "x"], forKey: .a)
    domain.set(["a": Tint.dark, "b": Both()], forKey: .a)
    domain.set([Both()], forKey: .a)
    domain.set([String: [Tint]](), forKey: .a)
    let mixed: [any DefaultsValue] = [1, "x"]
    domain.set(mixed, forKey: .a)
    let named: [String: any DefaultsValue] = ["a": 1, "b": "x"]
    domain.set(named, forKey: .a)
}

private func nothing(_ domain: CallDefaults) {
    domain.set(nil, forKey: .a)
    domain.set(nil as URL?, forKey: .a)
    domain.set(nil as Both?, forKey: .a)
    domain.set(nil as [Int]?, forKey: .a)
    domain.set(Optional<Int>.none, forKey: .a)
    domain.set(URL(string: "https://example.com"), forKey: .a)
    let maybe: String? = nil
    domain.set(maybe, forKey: .a)
    let twice: Int?? = .some(nil)
    domain.set(twice, forKey: .a)
    domain.removeObject(forKey: .a)
}

private func untyped(_ domain: CallDefaults) throws {
    let value: any DefaultsValue = 1
    domain.set(value, forKey: .a)
    let maybe: (any DefaultsValue)? = nil
    domain.set(maybe, forKey: .a)
    let parsed: [String: Any] = ["volume": 0.5, "muted": false]
    domain.setObject(parsed, forKey: .a)
    domain.setObject(parsed["volume"], forKey: .a)
    domain.setObject(nil, forKey: .a)
    domain.setObject([1, ["x", Tint.dark]] as [Any], forKey: .a)
    try domain.writeObject(parsed, forKey: .a)
}

private func throwing(_ domain: CallDefaults) throws(DefaultsError) {
    try domain.write(1, forKey: .a)
    try domain.write(Tint.dark, forKey: .a)
    try domain.write(Both(), forKey: .a)
    try domain.write([Both()], forKey: .a)
    try domain.writeObject(nil, forKey: .a)
    try domain.write(nil as URL?, forKey: .a)
    let value: any DefaultsValue = 1
    try domain.writeObject(value, forKey: .a)
}

private func generic<Value: DefaultsValue>(_ domain: CallDefaults, _ value: Value, _ maybe: Value?) -> Value? {
    domain.set(value, forKey: .a)
    domain.set(maybe, forKey: .a)
    domain.set([value], forKey: .a)
    domain.set(["a": maybe], forKey: .a)
    return domain.value(Value.self, forKey: .a)
}

nonisolated private func genericCodable<Value: Codable & Sendable>(_ domain: CallDefaults, _ value: Value) -> Value? {
    domain.set(value, forKey: .a)
    domain.set([value], forKey: .a)
    return domain.value(Value.self, forKey: .a)
}
