import SafeDefaults
import Testing

@Suite(.row(8)) struct DefaultsAuditTests {
    struct Login: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case attempts, theme
            static let namespace = "login"
        }
        static let attempts = Setting(.attempts, default: 0)
        static let theme = Setting(.theme, default: "light")
        static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.attempts, \.theme] }
    }

    struct Old: SafeDefaults {
        enum Keys: String, DefaultsKey { case attempts = "login/attempts", other }
    }

    struct Reader: SafeDefaults { typealias Keys = Login.Keys }

    struct Careless: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case a, b, c
            var uniqueValue: String { self == .c ? "c" : "same" }
        }
    }

    struct Partial: SafeDefaults {
        enum Keys: String, DefaultsKey { case listed, forgotten }
        static let listed = Setting(.listed, default: 0)
        static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.listed] }
    }

    struct Twice: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        static let one = Setting(.one, default: 0)
        static let again = Setting<String?>(.one)
        static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.one, \.again] }
    }

    @Test func soundDomainsHaveNoProblem() {
        #expect(DefaultsAudit.problems(in: [Login.self, Careless2.self]) == [])
        #expect(DefaultsAudit.collisions(in: []) == [])
    }

    struct Careless2: SafeDefaults {
        enum Keys: String, DefaultsKey { case attempts, theme }
    }

    @Test func keysOfTwoDomainsUnderOneNameCollide() throws {
        let collisions = DefaultsAudit.collisions(in: [Login.self, Old.self])
        let collision = try #require(collisions.first)
        #expect(collisions.count == 1)
        #expect(collision.storedName == "login/attempts")
        #expect(collision.keys == ["Login.Keys.attempts", "Old.Keys.login/attempts"])
        #expect(collision.description.contains("\"login/attempts\""))
        #expect(DefaultsAudit.problems(in: [Login.self, Old.self]) == [collision.description])
    }

    @Test func keysOfOneDomainUnderOneNameCollide() {
        let collisions = DefaultsAudit.collisions(in: [Careless.self])
        #expect(collisions.map(\.storedName) == ["same"])
        #expect(collisions.map(\.keys) == [["Careless.Keys.a", "Careless.Keys.b"]])
    }

    @Test func sharedKeysAndADomainListedTwiceDoNotCollide() {
        #expect(DefaultsAudit.collisions(in: [Login.self, Reader.self, Login.self]) == [])
    }

    @Test func aKeyWithoutASettingIsAProblemWhereSettingsAreListed() {
        let problems = DefaultsAudit.problems(in: [Partial.self])
        #expect(problems == ["Partial.settings lists no setting for the key \"forgotten\"."])
        #expect(DefaultsAudit.problems(in: [Old.self]) == [])
    }

    @Test func aSettingListedTwiceIsAProblem() {
        let problems = DefaultsAudit.problems(in: [Twice.self])
        #expect(problems == ["Twice.settings lists more than one setting stored as \"one\"."])
    }
}
