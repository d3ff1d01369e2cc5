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
    // Row 4: a key of another domain.
    login.set(1, forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
    login.set(1, forKey: Other.Keys.elsewhere)
    // expected-error@-1 {{cannot convert value of type 'Other.Keys' to expected argument type 'Login.Keys'}}
    login.set(1, forKey: "attempts")
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Login.Keys'}}
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
    // Row 12: a value of another type.
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

private func clashingNamesOfValues(_ login: Login) {
    let _ = login.url?.path
    // expected-error@-1 {{static member 'url' cannot be used on instance of type 'Login'}}
    // expected-error@-2 {{cannot use optional chaining on non-optional value of type 'Login.Setting<URL?>' (aka 'DomainSetting<Login, Optional<URL>>')}}
    // expected-error@-3 {{value of type 'Login.Setting<URL?>' (aka 'DomainSetting<Login, Optional<URL>>') has no member 'path'}}
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

private func domainsAndObjects(_ login: Login) {
    Login.attempts = 3
    // expected-error@-1 {{cannot assign to property: 'attempts' is a 'let' constant}}
    // expected-error@-2 {{cannot assign value of type 'Int' to type 'Login.Setting<Int>' (aka 'DomainSetting<Login, Int>')}}
    let _: Int = Login.attempts
    // expected-error@-1 {{cannot convert value of type 'Login.Setting<Int>' (aka 'DomainSetting<Login, Int>') to specified type 'Int'}}
    login.update(\Login.attempts) { $0 += 1 }
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    login.reset(\Login.attempts)
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    let _ = login.contains(\Login.attempts)
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    let _ = login.lookup(\Login.attempts)
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    let _ = login.observe(\Login.attempts) { _ in }
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    let _ = login.values(of: \Login.attempts)
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    let _ = login.changes(of: \Login.attempts)
    // expected-error@-1 {{a setting is a static property of its domain: write}}
    login.update(Login.attempts) { $0 += 1 }
    // expected-error@-1 {{cannot convert value of type 'Login.Setting<Int>' (aka 'DomainSetting<Login, Int>') to expected argument type 'KeyPath<Login.Type, DomainSetting<Login, Int>>'}}
    login.update { $0.attempts += 1 }
    // expected-error@-1 {{update changes one setting: write}}
    let _ = Login(store: .inMemory())
    // expected-error@-1 {{argument passed to call that takes no arguments}}
    // expected-error@-2 {{cannot infer contextual base in reference to member 'inMemory'}}
}

private func misspelled(_ login: Login) {
    guard let names = login.namse else { return }
    // expected-error@-1 {{failed to produce diagnostic for expression; please submit a bug report}}
    login.reste(\.attempts)
    // expected-error@-1 {{instance member 'reste' cannot be used on type 'Login'}}
    // expected-error@-2 {{type 'Login' has no member 'reste'}}
    // expected-error@-3 {{generic parameter 'Value' could not be inferred}}
    // expected-error@-4 {{cannot infer key path type from context; consider explicitly specifying a root type}}
}

private func drafts(_ login: Login) {
    login.edit { $0.unknown = 1 }
    // expected-error@-1 {{instance member 'unknown' cannot be used on type 'Login'}}
    // expected-error@-2 {{type 'Login' has no member 'unknown'}}
    login.edit { $0.set(Opaque(), forKey: .tint) }
    // expected-error@-1 {{instance method 'set(_:forKey:)' requires that 'Opaque' conform to 'DefaultsValue'}}
    login.edit { $0.attempts = "three" }
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
}

private func opaque(_ domain: some SafeDefaults) {
    let _ = domain.attempts
    // expected-error@-1 {{failed to produce diagnostic for expression; please submit a bug report}}
}

private func existential(_ domain: any SafeDefaults) {
    domain.set(1, forKey: .attempts)
    // expected-error@-1 {{member 'set' cannot be used on value of type 'any SafeDefaults'; consider using a generic constraint instead}}
    // expected-error@-2 {{type 'any DefaultsKey' has no member 'attempts'}}
}

private func settingOfAnExistential(_ domain: any SafeDefaults) {
    domain.attempts = 1
    // expected-error@-1 {{member 'attempts' cannot be used on value of type 'any SafeDefaults'; consider using a generic constraint instead}}
    // expected-error@-2 {{instance member 'attempts' cannot be used on type 'any SafeDefaults'}}
    // expected-error@-3 {{type 'any SafeDefaults' has no member 'attempts'}}
}

private struct NotStatic: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts }
    let attempts = Setting(.attempts, default: 0)

    func count() -> Int { attempts }
    // expected-error@-1 {{cannot convert return expression of type 'NotStatic.Setting<Int>' (aka 'DomainSetting<NotStatic, Int>') to return type 'Int'}}
}
