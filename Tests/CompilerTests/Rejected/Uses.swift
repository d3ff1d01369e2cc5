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
    // expected-error@-1 {{cannot assign value of type 'Int' to type 'NoSettingOfThisName<Login>'}}
    login.elsewhere = 1
    // expected-error@-1 {{cannot assign value of type 'Int' to type 'NoSettingOfThisName<Login>'}}
    login[Other.elsewhere] = 1
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Other, Int>' to expected argument type 'DomainSetting<Login, Int>'}}
    login.update(\.attempts) { $0 = "x" }
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
    login.update(\.attempts) { $0.negated() }
    // expected-error@-1 {{value of type 'Int' has no member 'negated'}}
    login.update(\.size) { $0.wdith += 1 }
    // expected-error@-1 {{value of type 'Size' has no member 'wdith'}}
    login.update(\.unknown) { $0 = 1 }
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'unknown'}}
    // Row 12: a value of another type.
    try login.write("x", to: \.attempts)
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Int'}}
    try login.write(nil, to: \.attempts)
    // expected-error@-1 {{'nil' is not compatible with expected argument type 'Int'}}
    let _ = Login.attempts + 1
    // expected-error@-1 {{instance member 'attempts' cannot be used on type 'Login'; did you mean to use a value of this type instead?}}
}

private func clashingNames(_ login: Login) {
    login.url = URL(fileURLWithPath: "/")
    // expected-error@-1 {{cannot assign to value: 'url' is a method}}
    login.url = nil
    // expected-error@-1 {{cannot assign to value: 'url' is a method}}
    // expected-error@-2 {{'nil' cannot be assigned to type '@Sendable (Login.Keys, StaticString, UInt) -> URL?'}}
    if let url = login.url { print(url) }
    // expected-error@-1 {{initializer for conditional binding must have Optional type, not '@Sendable (Login.Keys, StaticString, UInt) -> URL?'}}
    login.values = ["a"]
    // expected-error@-1 {{cannot assign to value: 'values' is a method}}
    // expected-error@-2 {{cannot assign value of type '[String]' to type '@Sendable () -> SettingValues<[Login.Keys : PropertyListValue]>'}}
}

/// The names that are taken, called with other labels.
private func callsOfClashingNames(_ login: Login) {
    let _ = login.url(.url)
    // expected-error@-1 {{missing argument label 'forKey:' in call}}
    let _ = login.url(forkey: .url)
    // expected-error@-1 {{incorrect argument label in call (have 'forkey:', expected 'forKey:')}}
    let _ = login.url(forKey: .elsewhere)
    // expected-error@-1 {{type 'Login.Keys' has no member 'elsewhere'}}
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
    let _: Int = Login.attempts
    // expected-error@-1 {{instance member 'attempts' cannot be used on type 'Login'; did you mean to use a value of this type instead?}}
    login.update(\Login.attempts) { $0 += 1 }
    // expected-error@-1 {{cannot convert key path root type 'Login' to contextual type 'Login.Settings'}}
    login.reset(\Login.attempts)
    // expected-error@-1 {{cannot convert key path root type 'Login' to contextual type 'Login.Settings'}}
    let _ = login.lookup(\Login.attempts)
    // expected-error@-1 {{cannot convert key path root type 'Login' to contextual type 'Login.Settings'}}
    let _ = login.values(of: \Login.attempts)
    // expected-error@-1 {{cannot convert key path root type 'Login' to contextual type 'Login.Settings'}}
    login.update(Login.attempts) { $0 += 1 }
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, Int>' to expected argument type 'KeyPath<Login.Settings, DomainSetting<Login, Int>>'}}
    login.update(Login.attempts) { $0 = 1 }
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, Int>' to expected argument type 'KeyPath<Login.Settings, DomainSetting<Login, Int>>'}}
    login.update(Login.names) { $0.append("a") }
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, [String]>' to expected argument type 'KeyPath<Login.Settings, DomainSetting<Login, Value>>'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    login.reset(Login.attempts)
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, Int>' to expected argument type 'KeyPath<Login.Settings, DomainSetting<Login, Value>>'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    login.update { $0.attempts += 1 }
    // expected-error@-1 {{missing argument for parameter #1 in call}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    let _ = Login(store: .inMemory())
    // expected-error@-1 {{to choose the store, declare it in the domain: var store: DefaultsStore = .standard; if the domain is public, declare public init(store: DefaultsStore = .standard), too}}
    let _ = Login(store: UserDefaults.standard)
    // expected-error@-1 {{cannot convert value of type 'UserDefaults' to expected argument type 'DefaultsStore'}}
}

private func keys(_ login: Login) {
    login.reset(.attempts)
    // expected-error@-1 {{type 'KeyPath<Login.Settings, DomainSetting<Login, Value>>' has no member 'attempts'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    let _ = login[.attempts]
    // expected-error@-1 {{name the setting by its key path, with a backslash: [}}
    login.update(.attempts) { $0 += 1 }
    // expected-error@-1 {{type 'KeyPath<Login.Settings, DomainSetting<Login, Int>>' has no member 'attempts'}}
    login.update(.names) { $0.append("a") }
    // expected-error@-1 {{type 'KeyPath<Login.Settings, DomainSetting<Login, Value>>' has no member 'names'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
}

extension Login {
    fileprivate func count() -> Int { attempts }
    // expected-error@-1 {{cannot find 'attempts' in scope}}
}

private func misspelled(_ login: Login) {
    let _ = login.lookup(\.atempts)
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    login.reset(\.atempts)
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    login[\.atempts] = 1
    // expected-error@-1 {{missing argument label 'keyPath:' in subscript}}
    // expected-error@-2 {{cannot assign value of type 'Int' to subscript of type 'NoSettingOfThisName<Login>'}}
    login.update(\.atempts) { $0 += 1 }
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    login.update(\.atempts) { $0.append("a") }
    // expected-error@-1 {{value of type 'Login.Settings' has no member 'atempts'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    guard let names = login.namse else { return }
    // expected-error@-1 {{the domain has no setting of this name}}
    // expected-error@-2 {{initializer for conditional binding must have Optional type, not 'NoSettingOfThisName<Login>'}}
    login.reste(\.attempts)
    // expected-error@-1 {{cannot call value of non-function type 'NoSettingOfThisName<Login>'}}
    // expected-error@-2 {{cannot infer key path type from context; consider explicitly specifying a root type}}
}

private func drafts(_ login: Login) {
    login.edit { $0.unknown = 1 }
    // expected-error@-1 {{value of type 'DomainDraft<Login>' has no dynamic member 'unknown' using key path from root type 'Login.Settings'}}
    login.edit { $0.set(Opaque(), forKey: .tint) }
    // expected-error@-1 {{instance method 'set(_:forKey:)' requires that 'Opaque' conform to 'DefaultsValue'}}
    login.edit { $0.attempts = "three" }
    // expected-error@-1 {{cannot assign value of type 'String' to type 'Int'}}
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

private func settingOfAnExistential(_ domain: any SafeDefaults) {
    domain.attempts = 1
    // expected-error@-1 {{member 'attempts' cannot be used on value of type 'any SafeDefaults'; consider using a generic constraint instead}}
    // expected-error@-2 {{cannot assign value of type 'Int' to type 'NoSettingOfThisName<any SafeDefaults>'}}
}

private struct NotStatic: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts }
    let attempts = Setting(.attempts, default: 0)

    func count() -> Int { attempts }
    // expected-error@-1 {{cannot convert return expression of type 'NotStatic.Setting<Int>' (aka 'DomainSetting<NotStatic, Int>') to return type 'Int'}}
}
