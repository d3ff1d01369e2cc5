// Settings that can't work: the sentence that each meets.

import Foundation
import SafeDefaults
import SafeDefaultsArchives

private struct Opaque {}
private enum Tint: String, DefaultsValue { case light, dark }
private enum NoValue: String { case a }

private struct Other: SafeDefaults {
    enum Keys: String, DefaultsKey { case elsewhere }
}

private struct WrongSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }

    struct Settings {
        // Row 13: no default, and not optional.
        let noDefault = Setting<Date>(.a)
        // expected-error@-1 {{a setting without a default must be of an optional type whose values can be stored: write Setting<Value?>(.key), or give a default: Setting(.key, default: …)}}
        let noType = Setting(.a)
        // expected-error@-1 {{generic parameter 'Wrapped' could not be inferred}}

        let exclusive = Setting(.a, default: 0, in: 0..<10)
        // expected-error@-1 {{initializer 'init(_:default:in:outside:formerly:fileID:line:)' requires that 'Range<Int>' conform to 'ValueRange'}}

        // A type that can't be stored.
        let opaque = Setting(.a, default: Opaque())
        // expected-error@-1 {{values of this type can't be stored: conform it to DefaultsValue or Codable, or, for an empty or mixed literal, write the type: Setting<[Int]>(.key, default: []), Setting<PropertyListValue>(.key, default: …)}}
        let anyDictionary = Setting<[String: Any]>(.a, default: [:])
        // expected-error@-1 {{values of this type can't be stored}}

        // A codec that the type has not.
        let opaqueJSON = Setting(.a, default: Opaque(), stored: .json)
        // expected-error@-1 {{static property 'json' requires that 'Opaque' conform to 'Encodable'}}
        // expected-error@-2 {{static property 'json' requires that 'Opaque' conform to 'Decodable'}}
        let otherCodec = Setting(.a, default: 1, stored: DefaultsCodec<String>.json)
        // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}

        // Nil that is remembered by a type that has none.
        let rememberedNumber = Setting<Int>(.a, default: 1).rememberingNil()
        // expected-error@-1 {{requires the types 'Int' and 'Wrapped?' be equivalent}}
        // expected-error@-2 {{generic parameter 'Wrapped' could not be inferred}}

        // Literals without a type of their own.
        let empty = Setting(.a, default: [])
        // expected-error@-1 {{values of this type can't be stored}}
        let mixed = Setting(.a, default: ["a": 1, "b": "x"])
        // expected-error@-1 {{values of this type can't be stored}}
        let null = Setting(.a, default: nil)
        // expected-error@-1 {{generic parameter 'Value' could not be inferred}}
    }
    static let settings = Settings()
}

private struct GenericDomain<Tag: Sendable>: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }

    struct Settings { let stored = Setting(.a, default: 1) }
    static let settings = Settings()
    // expected-error@-1 {{static stored properties not supported in generic types}}
}

@MainActor private enum Main {
    static var number = 1
}

private struct Isolated: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }

    struct Settings {
        let isolatedDefault = Setting(.a, default: Main.number)
        // expected-error@-1 {{main actor-isolated static property 'number' can not be referenced from a Sendable closure}}
    }
    static let settings = Settings()
}
