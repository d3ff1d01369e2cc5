import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What the nine test cases of SafeDefaultsKit show: each value is stored, read back, and gone after removal.
///
/// A key of an enum, over the program's own store as there, which a scope replaces by a fresh one.
@Suite(.rows(1, 15, 33)) struct SafeDefaultsKitCases {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case value
            var uniqueValue: String { "Sample.\(Keys.self).\(rawValue)" }
        }
    }

    /// Stores, reads and removes a value in each kind of store, as the program's own.
    private func check<Value: Equatable>(
        _ values: Value..., set: (Sample, Value) -> Void, get: (Sample) -> Value?,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            DefaultsStore.withStandard(test.store) {
                let sample = Sample()
                for value in values {
                    set(sample, value)
                    #expect(get(sample) == value, sourceLocation: sourceLocation)
                    #expect(test.raw("Sample.Keys.value") != nil, sourceLocation: sourceLocation)
                }
                sample.removeObject(forKey: .value)
                #expect(get(sample) == nil, sourceLocation: sourceLocation)
                #expect(test.raw("Sample.Keys.value") == nil, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("SafeDefaultsKit 1: an array of doubles") func arrayOfDoubles() {
        check(
            [3.0, 2, 5], set: { $0.set($1, forKey: .value) }, get: { $0.array(forKey: .value) as? [Double] })
    }

    @Test("SafeDefaultsKit 2: a Boolean, false and then true") func bool() {
        check(false, true, set: { $0.set($1, forKey: .value) }, get: { $0.bool(forKey: .value) })
    }

    @Test("SafeDefaultsKit 3: data") func data() {
        check(Data("text".utf8), set: { $0.set($1, forKey: .value) }, get: { $0.data(forKey: .value) })
    }

    @Test("SafeDefaultsKit 4: a double", .row(34)) func double() {
        check(5.0, set: { $0.set($1, forKey: .value) }, get: { $0.double(forKey: .value) })
    }

    @Test("SafeDefaultsKit 5: a float", .row(35)) func float() {
        check(Float(5), set: { $0.set($1, forKey: .value) }, get: { $0.float(forKey: .value) })
    }

    @Test("SafeDefaultsKit 6: an integer") func integer() {
        check(5, set: { $0.set($1, forKey: .value) }, get: { $0.integer(forKey: .value) })
    }

    @Test("SafeDefaultsKit 7: a text") func string() {
        check("text", set: { $0.set($1, forKey: .value) }, get: { $0.string(forKey: .value) })
    }

    @Test("SafeDefaultsKit 8: an array of two texts", .row(39)) func arrayOfStrings() {
        check(["one", "two"], set: { $0.set($1, forKey: .value) }, get: { $0.stringArray(forKey: .value) })
    }

    @Test("SafeDefaultsKit 9: a URL, on Linux too", .rows(37, 38)) func url() throws {
        let url = try #require(URL(string: "https://example.com"))
        check(url, set: { $0.set($1, forKey: .value) }, get: { $0.url(forKey: .value) })
    }
}
