// Properties of settings that can't work: the sentence that each meets.

import Foundation
import SafeDefaults

private struct Login: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
    }
    static let settings = Settings()
}

// MARK: - Where it can't stand

private final class Shared: Sendable {
    @Stored(Login.attempts) var attempts
    // expected-error@-1 {{stored property '_attempts' of 'Sendable'-conforming class 'Shared' is mutable}}
}

private struct Global {
    @Stored(Login.attempts) static var attempts
    // expected-error@-1 {{static property 'attempts' is not concurrency-safe because it is nonisolated global shared mutable state}}
}

// MARK: - What it can't be made of

private struct ByKeyPath {
    @Stored(\Login.Settings.attempts) var attempts
    // expected-error@-1 {{name the setting itself: @Stored(LoginDefaults.attempts) var attempts}}
    @Stored(\Login.attempts) var attemptsOfADomain
    // expected-error@-1 {{name the setting itself: @Stored(LoginDefaults.attempts) var attempts}}
}

private struct OfAnotherType {
    @Stored(Login.attempts) var attempts: String
    // expected-error@-1 {{cannot convert value of type 'DomainSetting<Login, Int>' to expected argument type 'DomainSetting<Login, String>'}}
}

private struct WithAValue {
    @Stored(Login.attempts) var attempts = 3
    // expected-error@-1 {{the default is the setting's, declared once: write @Stored(LoginDefaults.attempts) var attempts}}
}

/// A class that may be used on one thread only, and the object of it that is kept in memory.
private final class Reference: Codable { var number = 0 }

private struct ReferenceDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case reference }
    struct Settings { let reference = Setting(.reference, default: Reference()) }
    static let settings = Settings()
}

private func hand(_ stored: Stored<Reference>) -> any Sendable { stored }
// expected-error@-1 {{type 'Reference' does not conform to the 'Sendable' protocol}}
