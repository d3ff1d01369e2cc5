// Access by key: every getter and writer, and the overload that each value takes.

import Foundation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }
private struct Both: Codable, DefaultsValue { var count = 0 }

private struct CallDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case a, b }
    var store: DefaultsStore = .standard
}

// MARK: - Getters

private func getters(_ domain: CallDefaults) {
    let _: String? = domain.string(forKey: .a)
    let _: Int? = domain.integer(forKey: .a)
    let _: Date? = domain.date(forKey: .a)
    let _: URL? = domain.url(forKey: .a)
    let _: [String]? = domain.stringArray(forKey: .a)
    let _: [String: Any]? = domain.dictionary(forKey: .a)
    let _: Any? = domain.object(forKey: .a)
    let _: Bool = domain.contains(.a)
    let _: ValueOrigin = domain.store.origin(of: CallDefaults.Keys.a)
}

private func values(_ domain: CallDefaults) throws {
    let _: Int? = domain.value(Int.self, forKey: .a)
    let _ = domain.value([String: [Tint]].self, forKey: .a)
    let _: Tint? = try domain.read(Tint.self, forKey: .a)
}

// MARK: - Writers

private func writers(_ domain: CallDefaults) {
    domain.set(1, forKey: .a)
    domain.set("x", forKey: .a)
    domain.set(URL(fileURLWithPath: "/"), forKey: .a)
    domain.set(Tint.dark, forKey: .a)
    domain.set(Both(), forKey: .a)
    domain.set(["a": 1, "b": ["x"]] as PropertyListValue, forKey: .a)
}

private func collections(_ domain: CallDefaults) {
    domain.set([], forKey: .a)
    domain.set([:], forKey: .a)
    domain.set([1, nil], forKey: .a)
    domain.set([1, "x"], forKey: .a)
    domain.set([1, "x", Tint.dark, Date()], forKey: .a)
    domain.set(["a": Tint.dark, "b": Both()], forKey: .a)
    let mixed: [any DefaultsValue] = [1, "x"]
    domain.set(mixed, forKey: .a)
    let named: [String: any DefaultsValue] = ["a": 1, "b": "x"]
    domain.set(named, forKey: .a)
}

private func nothing(_ domain: CallDefaults) {
    domain.set(nil, forKey: .a)
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
    domain.setObject(nil, forKey: .a)
    try domain.writeObject(parsed, forKey: .a)
}

private func throwing(_ domain: CallDefaults) throws(DefaultsError) {
    try domain.write(1, forKey: .a)
    try domain.write(Both(), forKey: .a)
    try domain.writeObject(nil, forKey: .a)
    let value: any DefaultsValue = 1
    try domain.writeObject(value, forKey: .a)
}

private func generic<Value: DefaultsValue>(_ domain: CallDefaults, _ value: Value, _ maybe: Value?) -> Value? {
    domain.set(value, forKey: .a)
    domain.set(maybe, forKey: .a)
    return domain.value(Value.self, forKey: .a)
}

nonisolated private func genericCodable<Value: Codable & Sendable>(_ domain: CallDefaults, _ value: Value) -> Value? {
    domain.set(value, forKey: .a)
    domain.set([value], forKey: .a)
    return domain.value(Value.self, forKey: .a)
}
