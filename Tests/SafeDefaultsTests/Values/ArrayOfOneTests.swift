import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Optionals that are stored as arrays: `[x]` for x, `[]` for nil.
@Suite(.rows(48, 49, 54)) struct ArrayOfOneTests {
    struct Plain: Codable, Equatable { var x = 1 }

    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        static let one = DefaultsCodec<Int>.arrayOfOne

        struct Settings {
            let number = Setting<Int?>(.one, stored: .arrayOfOne)
            let fallback = Setting<Int?>(.one, default: 7, stored: one.optional)
            let remembering = Setting<Int?>(.one, default: 7, stored: .arrayOfOne).rememberingNil()
            let byItself = Setting<Int?>(.one, default: 7, stored: .arrayOfOne)
            let plainByItself = Setting<Plain?>(.one, default: Plain(), stored: .arrayOfOne)
            let twice = Setting<Int??>(.one, default: 7, stored: .arrayOfOne)
            let always = Setting(.one, default: 7, stored: .arrayOfOne)
            let json = Setting(
                .one, default: Plain(), stored: DefaultsCodec<Plain>.jsonData.arrayOfOne.optional
            ).rememberingNil()
            let mixed = Setting<PropertyListValue?>(.one, stored: .arrayOfOne)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    let kept = TestStore(.inMemory)
    var domain: Domain { Domain(store: kept.store) }
    var raw: PropertyListValue? { RawObject.literal(kept.raw("one")) }

    @Test(.row(71)) func nilRemovesUnlessItIsRemembered() {
        domain.number = 3
        domain.number = nil
        #expect(raw == nil)
        domain.fallback = 3
        domain.fallback = nil
        #expect(raw == nil && domain.fallback == 7)
        domain.remembering = nil
        #expect(raw == [])
        #expect(domain.remembering == nil && domain.number == nil && domain.fallback == nil)
        domain.json = nil
        #expect(raw == [])
        #expect(domain.json == nil && domain.contains(\.json))
    }

    @Test(.row(71)) func theFormOfAnOptionalTypeIsTheOptional() {
        domain.byItself = 3
        #expect(raw == [3] && domain.byItself == 3)
        domain.byItself = nil
        #expect(raw == nil && domain.byItself == 7)
        domain.plainByItself = Plain(x: 2)
        #expect(raw == [["x": 2]] && domain.plainByItself == Plain(x: 2))
        domain.plainByItself = nil
        #expect(raw == nil)
        domain.twice = .some(nil)
        #expect(raw == [["$some": ["$nil": true]]] && domain.lookup(\.twice) == .value(.some(nil)))
        domain.set([Int](), forKey: .one)
        #expect(domain.lookup(\.byItself) == .value(nil) && domain.lookup(\.twice) == .value(nil))
        #expect(domain.plainByItself == nil)
    }

    @Test func theEmptyArrayIsNilAndNoValue() {
        domain.set([Int](), forKey: .one)
        #expect(domain.lookup(\.number) == .value(nil))
        #expect(domain.lookup(\.fallback) == .value(nil))
        let issues = IssueRecorder.issues { #expect(domain.always == 7) }
        #expect(issues.map(\.kind) == [.unreadableValue])
    }

    @Test func noValueIsTakenForNil() {
        for value in [["$nil": true], ["$some": 1], [], [[]], "$null"] as [PropertyListValue] {
            domain.mixed = value
            #expect(raw == [value])
            #expect(domain.mixed == value)
        }
    }
}
