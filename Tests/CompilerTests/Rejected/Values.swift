// Conformances that can't work: the sentence that each meets.

import Foundation
import NeighbourModule
import SafeDefaults

private struct Nothing: DefaultsValue { var count = 0 }
// expected-error@-1 {{type 'Nothing' does not conform to protocol 'DefaultsValue'}}

private class NotRequired: DefaultsValue {
    var defaultsRepresentation: String { "" }
    init(defaultsRepresentation: String) {}
    // expected-error@-1 {{initializer requirement 'init(defaultsRepresentation:)' can only be satisfied by a 'required' initializer in non-final class 'NotRequired'}}
}

private struct OneWay: DefaultsValue {
    // expected-error@-1 {{type 'OneWay' does not conform to protocol 'DefaultsValue'}}
    var defaultsRepresentation: Int { 1 }
}

private struct NestedName: Codable, DefaultsValue {
    // expected-error@-1 {{type 'NestedName' does not conform to protocol 'DefaultsValue'}}
    struct DefaultsRepresentation {}
    var count = 0
}

private struct NoText: DefaultsDictionaryKey { var x: Int }
// expected-error@-1 {{type 'NoText' does not conform to protocol 'DefaultsDictionaryKey'}}

extension Curtain: @retroactive DefaultsValue {
    /// A number.
    public var defaultsRepresentation: Int { 1 }

    /// Not possible: subclasses needn't have it.
    public convenience init(defaultsRepresentation: Int) { self.init() }
    // expected-error@-1 {{initializer requirement 'init(defaultsRepresentation:)' can only be satisfied by a 'required' initializer in the definition of non-final class 'Curtain'}}
}
