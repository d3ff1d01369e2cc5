// Where types are isolated to the main actor by default, a type that is only Codable can't be decoded on any thread.
// Conform it to DefaultsValue, or write `nonisolated struct`.

import SafeDefaults

private struct Plain: Codable { var count = 0 }

private struct PlainDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case plain }

    struct Settings {
        let plain = Setting(.plain, default: Plain())
        // expected-error@-1 {{main actor-isolated conformance of 'Plain' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
        // expected-error@-2 {{main actor-isolated conformance of 'Plain' to 'Encodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    }
    static let settings = Settings()
}

private func uses(of domain: PlainDefaults) {
    domain.set(Plain(), forKey: .plain)
    // expected-error@-1 {{main actor-isolated conformance of 'Plain' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    // expected-error@-2 {{main actor-isolated conformance of 'Plain' to 'Encodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    let _: Plain? = domain.value(Plain.self, forKey: .plain)
    // expected-error@-1 {{main actor-isolated conformance of 'Plain' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    // expected-error@-2 {{main actor-isolated conformance of 'Plain' to 'Encodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
}

// MARK: - Conformances in extensions

private class Base: Codable, DefaultsValue { var count = 0 }
private final class Derived: Base {}
// expected-error@-1 {{main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration}}
// expected-error@-2 {{main actor-isolated initializer 'init(from:)' has different actor isolation from nonisolated overridden declaration}}

private struct Conditional<Element> { var element: Element }
extension Conditional: Codable where Element: Codable {}
extension Conditional: DefaultsValue where Element: Codable {}
// expected-error@-1 {{type 'Conditional<Element>' does not conform to protocol 'DefaultsValue'}}

private struct ConformsLater: Codable { var count = 0 }
extension ConformsLater: DefaultsValue {}
// expected-error@-1 {{type 'ConformsLater' does not conform to protocol 'DefaultsValue'}}
