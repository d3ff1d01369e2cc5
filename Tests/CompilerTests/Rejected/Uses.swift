// Uses of keys and settings that can't work: the sentence that each meets.

import Foundation
import SafeDefaults

private struct Opaque {}
private enum Tint: String, DefaultsValue { case light, dark }

private struct Size: Codable { var width = 1 }

private struct Login: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts, tint, url, names, size }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let tint = Setting(.tint, default: Tint.light)
        let url = Setting<URL?>(.url)
        let names = Setting<[String]>(.names, default: [])
        let size = Setting(.size, default: Size())
    }
    static let settings = Settings()
}

private struct Other: SafeDefaults {
    enum Keys: String, DefaultsKey { case elsewhere }
    struct Settings { let elsewhere = Setting(.elsewhere, default: 0) }
    static let settings = Settings()
}

private func keys(_ login: Login, _ other: Other) {
    login.set(1, forKey: .zzz)
    // expected-error@-1 {{type 'Login.Keys' has no member 'zzz'}}
    // Row 4: a key of another domain.
    login.set(1, forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
    login.set(1, forKey: "attempts")
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Login.Keys'}}
}

private func settings(_ login: Login, _ other: Other) throws {
    login.attempts = "three"
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
    login.unknown = 1
    // expected-error@-1 {{cannot assign value of type 'Int' to type 'NoSettingOfThisName<Login>'}}
    login[Other.elsewhere] = 1
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Other, Int>' to expected argument type 'DomainSetting<Login, Int>'}}
    login.update(\.unknown) { $0 = 1 }
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'unknown'}}
    // Row 12: a value of another type.
    try login.write("x", to: \.attempts)
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Int'}}
}

private func clashingNames(_ login: Login) {
    login.url = URL(fileURLWithPath: "/")
    // expected-error@-1 {{cannot assign to value: 'url' is a method}}
    if let url = login.url { print(url) }
    // expected-error@-1 {{initializer for conditional binding must have Optional type, not '@Sendable (Login.Keys, StaticString, UInt) -> URL?'}}
    login.values = ["a"]
    // expected-error@-1 {{cannot assign to value: 'values' is a method}}
    // expected-error@-2 {{cannot assign value of type '[String]' to type '@Sendable () -> SettingValues<[Login.Keys : PropertyListValue]>'}}
}

private func values(_ login: Login, anything: Any, codable: any Codable) {
    login.set(Opaque(), forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored: conform it to DefaultsValue or Codable; for a value of type Any, write setObject(_:forKey:), which checks it at run time}}
    login.set(anything, forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    login.set(codable, forKey: .attempts)
    // expected-error@-1 {{type 'any Decodable & Encodable' does not conform to the 'SendableMetatype' protocol}}
    login.set(["a": 1, "b": [1, "x"]], forKey: .attempts)
    // expected-error@-1 {{values of this type can't be stored}}
    let _ = login.value(Opaque.self, forKey: .attempts)
    // expected-error@-1 {{instance method 'value(_:forKey:fileID:line:)' requires that 'Opaque' conform to 'DefaultsValue'}}
    let _ = login.value(forKey: .attempts)
    // expected-error@-1 {{missing argument for parameter #1 in call}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    if login.integer(forKey: .attempts) > 3 {}
    // expected-error@-1 {{value of optional type 'Int?' must be unwrapped to a value of type 'Int'}}
}

private func domainsAndObjects(_ login: Login) {
    Login.attempts = 3
    // expected-error@-1 {{instance member 'attempts' cannot be used on type 'Login'; did you mean to use a value of this type instead?}}
    login.update(\Login.attempts) { $0 += 1 }
    // expected-error@-1 {{cannot convert key path root type 'Login' to contextual type 'Login.Settings'}}
    login.update(Login.attempts) { $0 += 1 }
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, Int>' to expected argument type 'KeyPath<Login.Settings, DomainSetting<Login, Int>>'}}
    let _ = Login(store: .inMemory())
    // expected-error@-1 {{to choose the store, declare it in the domain: var store: DefaultsStore = .standard; if the domain is public, declare public init(store: DefaultsStore = .standard), too}}
}

private func keys(_ login: Login) {
    let _ = login[.attempts]
    // expected-error@-1 {{name the setting by its key path, with a backslash: [}}
    login.update(.attempts) { $0 += 1 }
    // expected-error@-1 {{type 'KeyPath<Login.Settings, DomainSetting<Login, Int>>' has no member 'attempts'}}
}

extension Login {
    fileprivate func count() -> Int { attempts }
    // expected-error@-1 {{cannot find 'attempts' in scope}}
}

private func misspelled(_ login: Login) {
    let _ = login.lookup(\.atempts)
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    login[\.atempts] = 1
    // expected-error@-1 {{missing argument label 'keyPath:' in subscript}}
    // expected-error@-2 {{cannot assign value of type 'Int' to subscript of type 'NoSettingOfThisName<Login>'}}
    login.update(\.atempts) { $0 += 1 }
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    guard let names = login.namse else { return }
    // expected-error@-1 {{the domain has no setting of this name}}
    // expected-error@-2 {{initializer for conditional binding must have Optional type, not 'NoSettingOfThisName<Login>'}}
}

private func drafts(_ login: Login) {
    login.edit { $0.unknown = 1 }
    // expected-error@-1 {{value of type 'DomainDraft<Login>' has no dynamic member 'unknown' using key path from root type 'Login.Settings'}}
    login.edit { $0.set(Opaque(), forKey: .tint) }
    // expected-error@-1 {{instance method 'set(_:forKey:)' requires that 'Opaque' conform to 'DefaultsValue'}}
}

private func opaque(_ domain: some SafeDefaults) {
    let _ = domain.attempts
    // expected-error@-1 {{the domain has no setting of this name}}
}

private func existential(_ domain: any SafeDefaults) {
    domain.set(1, forKey: .attempts)
    // expected-error@-1 {{member 'set' cannot be used on value of type 'any SafeDefaults'; consider using a generic constraint instead}}
    // expected-error@-2 {{cannot call value of non-function type 'NoSettingOfThisName<any SafeDefaults>'}}
    // expected-error@-3 {{cannot infer contextual base in reference to member 'attempts'}}
}
