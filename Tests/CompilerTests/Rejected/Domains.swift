// Domains and keys that can't work: the sentence that each meets.

import Foundation
import SafeDefaults

private struct KeysWithoutConformance: SafeDefaults {
    // expected-error@-1 {{type 'KeysWithoutConformance' does not conform to protocol 'SafeDefaults'}}
    enum Keys: String { case a }
}

private struct NumberedKeys: SafeDefaults {
    enum Keys: Int, DefaultsKey { case a }
    // expected-error@-1 {{type 'NumberedKeys.Keys' does not conform to protocol 'DefaultsKey'}}
    // expected-error@-2 {{'DefaultsKey' requires the types 'Int' and 'String' be equivalent}}
}

private struct DynamicKeysWithoutANamespace: SafeDefaults {
    struct Keys: DynamicDefaultsKey { let rawValue: String }
    // expected-error@-1 {{type 'DynamicKeysWithoutANamespace.Keys' does not conform to protocol 'DefaultsKey'}}
    // expected-error@-2 {{keys that are made at run time need a namespace: static let namespace = …}}
}

private struct KeysWithADeprecatedCase: SafeDefaults {
    enum Keys: String, DefaultsKey {
        // expected-error@-1 {{type 'KeysWithADeprecatedCase.Keys' does not conform to protocol 'CaseIterable'}}
        case a
        @available(*, deprecated) case b
    }
}

@MainActor private struct OnTheMainActor: SafeDefaults {
    // expected-error@-1 {{conformance of 'OnTheMainActor' to protocol 'SafeDefaults' crosses into main actor-isolated code and can cause data races}}
    enum Keys: String, DefaultsKey { case a }
    struct Settings { let a = Setting(.a, default: 0) }
    static let settings = Settings()
    var store: DefaultsStore { .standard }
}

private class NotFinal: SafeDefaults {
    // expected-error@-1 {{non-final class 'NotFinal' cannot conform to the 'Sendable' protocol}}
    enum Keys: String, DefaultsKey { case a }
}

private final class Mutable: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }
    var store: DefaultsStore = .standard
    // expected-error@-1 {{stored property 'store' of 'Sendable'-conforming class 'Mutable' is mutable}}
}

private struct UserDefaultsAsStore: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }
    var store: UserDefaults = .standard
    // expected-error@-1 {{stored property 'store' of 'Sendable'-conforming struct 'UserDefaultsAsStore' has non-Sendable type 'UserDefaults'}}
}

private struct VariableSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }
    struct Settings { let a = Setting(.a, default: 0) }
    static var settings = Settings()
    // expected-error@-1 {{static property 'settings' is not concurrency-safe because it is nonisolated global shared mutable state}}
}

private struct WithoutSettings: SafeDefaults {
    // expected-error@-1 {{type 'WithoutSettings' does not conform to protocol 'SafeDefaults'}}
    enum Keys: String, DefaultsKey { case a }
    struct Settings { let a = Setting(.a, default: 0) }
}

/// A public struct isn't `Sendable` unless it says so.
public struct PublicWithoutSendable: SafeDefaults {
    // expected-error@-1 {{type 'PublicWithoutSendable.Settings' does not conform to the 'Sendable' protocol}}
    /// The keys.
    public enum Keys: String, DefaultsKey { case a }
    /// The settings.
    public struct Settings { let a = Setting(.a, default: 0) }
    /// The settings.
    public static let settings = Settings()
    // expected-error@-1 {{static property 'settings' is not concurrency-safe because non-'Sendable' type 'PublicWithoutSendable.Settings' may have shared mutable state}}
}

/// What another module sees of a public domain whose initializers are internal.
private struct WithoutAStoreToBeginWith: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }
    var store: DefaultsStore
}

private func withoutAStore() -> WithoutAStoreToBeginWith { WithoutAStoreToBeginWith() }
// expected-error@-1 {{missing argument for parameter 'store' in call}}

/// The protocol has the module's name.
private func qualified(_ store: SafeDefaults.DefaultsStore) {}
// expected-error@-1 {{'DefaultsStore' is not a member type of protocol 'SafeDefaults.SafeDefaults'}}

/// A getter takes the place of the call too, so that it alone is no function of a key.
private func getterAsAFunction(_ domain: Mutable) -> (Mutable.Keys) -> String? { domain.string(forKey:) }
// expected-error@-1 {{value of type 'Mutable' has no member 'string(forKey:)'}}
