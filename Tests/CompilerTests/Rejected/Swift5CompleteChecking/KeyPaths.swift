// Swift 5 with complete checking takes no key path for Sendable, unless InferSendableFromCaptures is on.

import SafeDefaults

private struct Listed: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }
    static let a = Setting(.a, default: 0)
    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.a] }
    // expected-warning@-1 {{type 'KeyPath<Listed.Type, DomainSetting<Listed, Int>>' does not conform to the 'Sendable' protocol; this is an error in the Swift 6 language mode}}
}
