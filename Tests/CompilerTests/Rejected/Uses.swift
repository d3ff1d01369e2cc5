// Uses of keys and settings that can't work: the sentence that each meets.

import Foundation
import SafeDefaults

private struct Opaque {}
private enum Tint: String, DefaultsValue { case light, dark }

private struct Login: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts, tint, url, names }
    static let attempts = Setting(.attempts, default: 0)
    static let tint = Setting(.tint, default: Tint.light)
    static let url = Setting<URL?>(.url)
    static let names = Setting<[String]>(.names, default: [])
}

private struct Other: SafeDefaults {
    enum Keys: String, DefaultsKey { case elsewhere }
    static let elsewhere = Setting(.elsewhere, default: 0)
}

private func keys(_ login: Login, _ other: Other) {
    login.set(1, forKey: .zzz)
    // expected-error@-1 {{type 'Login.Keys' has no member 'zzz'}}
    login.set(1, forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
    login.set(1, forKey: Other.Keys.elsewhere)
    // expected-error@-1 {{cannot convert value of type 'Other.Keys' to expected argument type 'Login.Keys'}}
    login.set(1, forKey: "attempts")
    // expected-error@-1 {{no exact matches in call to instance method 'set'}}
    let _ = login.integer(forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
    login.removeObject(forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
    let _ = login.contains(.elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
}

private func settings(_ login: Login, _ other: Other) throws {
    login.attempts = "three"
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
    login.attempts = nil
    // expected-error@-1 {{'nil' cannot be assigned to type 'Int'}}
    login.attempts = 1.5
    // expected-error@-1 {{cannot assign value of type 'Double' to type 'Int'}}
    login.tint = "dark"
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Tint'}}
    login.tint = .purple
    // expected-error@-1 {{type 'Tint' has no member 'purple'}}
    login.names = [1]
    // expected-error@-1 {{cannot convert value of type 'Int' to expected element type 'String'}}
    let _: String = login.attempts
    // expected-error@-1 {{cannot convert value of type 'Int' to specified type 'String'}}
    login.unknown = 1
    // expected-error@-1 {{instance member 'unknown' cannot be used on type 'Login'}}
    // expected-error@-2 {{type 'Login' has no member 'unknown'}}
    login.elsewhere = 1
    // expected-error@-1 {{instance member 'elsewhere' cannot be used on type 'Login'}}
    // expected-error@-2 {{type 'Login' has no member 'elsewhere'}}
    login[Other.elsewhere] = 1
    // expected-error@-1 {{cannot convert value of type 'Other.Setting<Int>' (aka 'DomainSetting<Other, Int>') to expected argument type 'DomainSetting<Login, Int>'}}
    login.update(\.attempts) { $0 = "x" }
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
    login.update(\.unknown) { $0 = 1 }
    // expected-error@-1 {{instance member 'unknown' cannot be used on type 'Login'}}
    // expected-error@-2 {{type 'Login' has no member 'unknown'}}
    try login.write("x", to: \.attempts)
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Int'}}
    try login.write(nil, to: \.attempts)
    // expected-error@-1 {{'nil' is not compatible with expected argument type 'Int'}}
    let _ = Login.attempts + 1
    // expected-error@-1 {{cannot convert value of type 'Login.Setting<Int>' (aka 'DomainSetting<Login, Int>') to expected argument type 'Int'}}
}

private func clashingNames(_ login: Login) {
    login.url = URL(fileURLWithPath: "/")
    // expected-error@-1 {{cannot assign to value: 'url' is a method}}
    // expected-error@-2 {{cannot assign value of type 'URL' to type '@Sendable (Login.Keys, StaticString, UInt) -> URL?'}}
    let _: URL? = login.url
    // expected-error@-1 {{cannot convert value of type '@Sendable (Login.Keys, StaticString, UInt) -> URL?' to specified type 'URL'}}
}

private func values(_ login: Login, anything: Any, numbers: [Any], codable: any Codable) {
    login.set(Opaque(), forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored: conform it to DefaultsValue or Codable; for a value of type Any, write setObject(_:forKey:), which checks it at run time}}
    login.set(Opaque?.none, forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set([Opaque()], forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(anything, forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(numbers, forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(["a": anything], forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(codable, forKey: .attempts)
    // expected-error@-1 {{type 'any Decodable & Encodable' does not conform to the 'SendableMetatype' protocol}}
    login.set([1, [1, "x"]], forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(["a": 1, "b": [1, "x"]], forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(NSObject(), forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    let _: Opaque? = login.value(forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored: conform it to DefaultsValue or Codable}}
    let _ = login.value(Opaque.self, forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored: conform it to DefaultsValue or Codable}}
    let _ = login.value(forKey: .attempts)
    // expected-error@-1 {{generic parameter 'Value' could not be inferred}}
    if login.integer(forKey: .attempts) > 3 {}
    // expected-error@-1 {{value of optional type 'Int?' must be unwrapped to a value of type 'Int'}}
}

private func existential(_ domain: any SafeDefaults) {
    domain.set(1, forKey: .attempts)
    // expected-error@-1 {{member 'set' cannot be used on value of type 'any SafeDefaults'; consider using a generic constraint instead}}
    // expected-error@-2 {{reference to member 'attempts' cannot be resolved without a contextual type}}
}
