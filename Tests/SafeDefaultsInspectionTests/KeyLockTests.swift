import Foundation
import SafeDefaultsMigrations
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsInspection
@testable import TestSupport

/// The record of keys, and what differs from it.
@Suite(.row(8), .rowsC(8)) struct KeyLockTests {
    /// The domain as it was recorded.
    enum Before {
        struct Login: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case attempts, theme, day, friends
                static let namespace = "login"
            }

            struct Settings {
                let attempts = Setting(.attempts, default: 0)
                let theme = Setting(.theme, default: "light")
                let day = Setting<Date?>(.day)
                let friends = Setting<[String]>(.friends, default: [])
            }
            static let settings = Settings()
        }
    }

    struct Unlisted: SafeDefaults {
        enum Keys: String, DefaultsKey { case one, two = "a | b # \\ \n" }
    }

    /// Accents, which make one character of themselves and what is before them: an escape's end, a bar, a space.
    struct Accents: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case one = "\n\u{301}", two = "\u{301}", three = "a|\u{301} ", four = "#\u{301}", five = " \u{301}"
            var uniqueValue: String { rawValue }
        }
    }

    private let record = DefaultsAudit.record(of: [Before.Login.self])

    @Test func aRecordIsSortedAndStable() {
        #expect(
            record == """
                # Recorded by SafeDefaults: stored name | key | type | stored form
                login/attempts | Login.attempts | Int | integer
                login/day | Login.day | Optional<Date> | -
                login/friends | Login.friends | Array<String> | array
                login/theme | Login.theme | String | string

                """)
        let domains: [any SafeDefaults.Type] = [Before.Login.self, Unlisted.self, DefaultsAuditTests.Rooms.self]
        let all = DefaultsAudit.record(of: domains)
        #expect(all == DefaultsAudit.record(of: domains.reversed() + domains))
        #expect(all.contains("\na %7C b %23 \\ %0A | Unlisted.two | - | -\n"))
        #expect(all.contains("\nlobby | Rooms(rawValue: \"lobby\") | - | -\n"))
        #expect(DefaultsAudit.problems(in: domains, against: all) == [])
        #expect(DefaultsAudit.problems(in: domains, against: all.replacingOccurrences(of: "\n", with: "\r\n")) == [])
    }

    @Test func aRecordKeepsAccentsAtTheEdgesOfNames() {
        #expect(DefaultsAudit.problems(in: [Accents.self], against: DefaultsAudit.record(of: [Accents.self])) == [])
        let names = ["\n\u{301}", "\u{301}", "a|\u{301} ", "#\u{301}", " \u{301}", "  "]
        for name in names {
            let line = AuditEntry(name, domain: name, name: ".\(name)", setting: nil).line
            #expect(AuditEntry(line: line).map { Array($0.storedName.utf8) } == Array(name.utf8), "\(line)")
            #expect(AuditEntry(line: line)?.line == line)
        }
    }

    // MARK: - Differences

    /// A line of the record as it was, and what is found to have changed since.
    @Test(arguments: [
        (
            "login/attempts | Login.attempts | Int | integer", "login/count | Login.count | Int | integer",
            [
                "Login.count, stored as \"login/count\", is gone, and Login.attempts, stored as \"login/attempts\", is "
                    + "new: if that is the same setting, give it back its stored name by a raw value, or add formerly: "
                    + "\"login/count\". If that is meant, record again."
            ]
        ),
        // The case was renamed, and kept its stored name; a type became optional, or isn't any more.
        ("Login.theme", "Login.colour", []), ("Optional<Date> | -", "Date | date", []),
        ("Int | integer", "Optional<Int> | -", []),
        (
            "String | string", "Int | integer",
            ["Login.theme is of the type String now, and was of the type Int"]
        ),
        (
            "| array", "| string (json)",
            ["Login.friends is stored in the form array now, and was stored in the form string (json)"]
        ),
        (
            "login/theme |", "login/zone | Login.zone | Int | integer\nlogin/theme |",
            ["Login.zone, stored as \"login/zone\", is in the record, and is no key any more"]
        ),
        (
            "login/theme | Login.theme | String | string", "",
            ["Login.theme, stored as \"login/theme\", isn't in the record"]
        ),
        (
            "login/theme |", "strange\nlogin/theme |",
            ["The record has a line that it can't have, \"strange\". If that is meant, record again."]
        ),
    ]) func whatHasChangedIsAProblem(now: String, then: String, sentences: [String]) {
        let older = record.replacingOccurrences(of: now, with: then)
        #expect(older != record)
        let problems = DefaultsAudit.problems(in: [Before.Login.self], against: older)
        #expect(problems.count == sentences.count, "\(problems)")
        #expect(zip(problems, sentences).allSatisfy { $0.hasPrefix($1) }, "\(problems)")
        if now == "String | string" {
            #expect(problems.first?.contains("convert \"login/theme\" in a migration") == true)
        }
    }

    /// The setting is gone, and so is what is known of its type.
    @Test func aKeyThatHasLostItsSettingIsAProblem() {
        let older = DefaultsAudit.record(of: [Unlisted.self]).replacingOccurrences(
            of: "Unlisted.one | - | -", with: "Unlisted.one | Int | integer")
        let problems = DefaultsAudit.problems(in: [Unlisted.self], against: older)
        #expect(
            problems.map { $0.hasPrefix("Unlisted.one has no setting any more, and had one of the type Int") } == [true]
        )
    }

    enum Moved {
        struct Login: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case attempts, theme, day, friends
                static let namespace = "signIn"
            }

            struct Settings {
                let attempts = Setting(.attempts, default: 0, formerly: "login/attempts")
                let theme = Setting(.theme, default: "light", formerly: "login/theme")
                let day = Setting<Date?>(.day, formerly: "login/day")
                let friends = Setting<[String]>(.friends, default: [])
            }
            static let settings = Settings()
        }
    }

    @Test func aChangedStoredNameIsAProblemUnlessTheOldOneIsRead() {
        let problems = DefaultsAudit.problems(in: [Moved.Login.self], against: record)
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasPrefix(
                "Login.friends is stored as \"signIn/friends\" now, and was stored as \"login/friends\"") == true)
    }

    // MARK: - Renamed domains and settings

    enum Declared {
        struct Login: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case tries, theme, day, friends
                static let namespace = "login"
            }

            struct Settings {
                let tries = Setting(.tries, default: 0, formerly: "login/attempts")
                let theme = Setting(.theme, default: "light")
                let day = Setting<Date?>(.day)
                let friends = Setting<[String]>(.friends, default: [])
            }
            static let settings = Settings()
        }

        /// The same keys and types in a domain of another name.
        struct SignIn: SafeDefaults {
            typealias Keys = Before.Login.Keys

            struct Settings {
                let attempts = Setting(.attempts, default: 0)
                let theme = Setting(.theme, default: "light")
                let day = Setting<Date?>(.day)
                let friends = Setting<[String]>(.friends, default: [])
            }
            static let settings = Settings()
        }
    }

    @Test func aSettingThatReadsItsFormerNameAndARenamedDomainAreNoProblems() {
        #expect(DefaultsAudit.problems(in: [Declared.Login.self], against: record) == [])
        #expect(DefaultsAudit.problems(in: [Declared.SignIn.self], against: record) == [])
    }

    // MARK: - Codecs

    enum Dated {
        struct Plain: SafeDefaults {
            enum Keys: String, DefaultsKey { case day, week, note, seen }

            struct Settings {
                let day = Setting<Date?>(.day)
                let week = Setting(.week, default: Date.distantPast, stored: .secondsSince1970)
                let note = Setting<String?>(.note)
                let seen = Setting<[Date]?>(.seen, stored: DefaultsCodec<Date>.secondsSince1970.array)
            }
            static let settings = Settings()
        }
    }

    @Test func anotherCodecIsAProblemEvenWithoutADefault() {
        let record = DefaultsAudit.record(of: [Dated.Plain.self])
        #expect(
            record.split(separator: "\n").dropFirst() == [
                "day | Plain.day | Optional<Date> | -", "note | Plain.note | Optional<String> | -",
                "seen | Plain.seen | Optional<Array<Date>> | - (secondsSince1970.array)",
                "week | Plain.week | Date | real (secondsSince1970)",
            ])
        #expect(DefaultsAudit.problems(in: [Dated.Plain.self], against: record) == [])
        let older = record.replacingOccurrences(of: "Optional<Date> | -", with: "Optional<Date> | - (secondsSince1970)")
            .replacingOccurrences(of: "(secondsSince1970.array)", with: "(millisecondsSince1970.array)")
            .replacingOccurrences(of: "real (secondsSince1970)", with: "integer (millisecondsSince1970)")
        let found = DefaultsAudit.problems(in: [Dated.Plain.self], against: older)
        #expect(
            found.map { String($0.prefix { $0 != ":" }) } == [
                "Plain.day is stored in the form - now, and was stored in the form - (secondsSince1970)",
                "Plain.seen is stored in the form - (secondsSince1970.array) now, and was stored in the form - "
                    + "(millisecondsSince1970.array)",
                "Plain.week is stored in the form real (secondsSince1970) now, and was stored in the form integer "
                    + "(millisecondsSince1970)",
            ])
        #expect(found.allSatisfy { $0.contains("restore the codec, or convert") })
    }

    // MARK: - Types that meet

    struct Reader: SafeDefaults {
        typealias Keys = Before.Login.Keys

        struct Settings {
            let attempts = Setting<Int?>(.attempts)
            let theme = Setting<[String]?>(.theme)
        }
        static let settings = Settings()
    }

    @Test func settingsOfTwoTypesUnderOneNameAreAProblem() {
        let problems = DefaultsAudit.problems(in: [Before.Login.self, Reader.self])
        #expect(
            problems.filter { $0.contains("of the type") } == [
                "Login.theme is of the type String, and Reader.theme of the type Optional<Array<String>>, but both are "
                    + "stored as \"login/theme\": give both the same type, or one of them another raw value."
            ])
    }

    // MARK: - Names of the library's own

    struct Reserved: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case user = "scope:user", version = "migrations/app", mark = "SafeDefaults/readable"
            case odd = "scope:\u{301}", title, scope, migrations, other = "a/scope:b", mine = "SafeDefaults/readable2"
        }

        struct Settings {
            let title = Setting(
                .title, default: "", formerly: "scope:a/title", "migrations/", "SafeDefaults/readable", "Scope:a", "old"
            )
        }
        static let settings = Settings()
    }

    @Test func namesThatTheLibraryUsesItselfAreProblems() {
        let problems = DefaultsAudit.problems(in: [Reserved.self]).filter { !$0.contains("lists no setting") }
        let uses = (
            scope: "SafeDefaults stores the values of scopes under names that begin with \"scope:\"",
            version: "SafeDefaults stores the versions of migrations under names that begin with \"migrations/\"",
            mark: "SafeDefaults stores the mark that a device has been unlocked under this name"
        )
        let (another, move) = (
            "give the key another raw value or namespace.", "remove the former name, and move its value in a migration."
        )
        let expected: [String] = [
            "Reserved.user is stored as \"scope:user\", but \(uses.scope): \(another)",
            "Reserved.version is stored as \"migrations/app\", but \(uses.version): \(another)",
            "Reserved.mark is stored as \"SafeDefaults/readable\", but \(uses.mark): \(another)",
            "Reserved.odd is stored as \"scope:\u{301}\", but \(uses.scope): \(another)",
            "Reserved.title has the former name \"scope:a/title\", but \(uses.scope): \(move)",
            "Reserved.title has the former name \"migrations/\", but \(uses.version): \(move)",
            "Reserved.title has the former name \"SafeDefaults/readable\", but \(uses.mark): \(move)",
        ]
        #expect(problems == expected)
        #expect(throws: DefaultsAudit.Failure.self) { try DefaultsAudit.check([Reserved.self]) }
    }

    // MARK: - Observing

    struct Dotted: SafeDefaults {
        enum Keys: String, DefaultsKey { case one = "com.acme.one", two = "@two", three }
    }

    @Test func keysThatAppleSystemsDontAnnounceAreFound() {
        let found = DefaultsAudit.unobservableKeys(in: [Dotted.self, Before.Login.self])
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("Dotted.one, stored as \"com.acme.one\", can't be observed") == true)
        #expect(DefaultsAudit.unobservableKeys(in: [Dotted.self], except: ["com.acme.one", "@two"]) == [])
    }

    // MARK: - The helper

    @Test func theKeysOfTheseTestsAreLocked() throws {
        try DefaultsAudit.check([Before.Login.self], against: "KeyLockTests.txt")
    }

    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("KeyLock-\(UUID().uuidString).txt")

    private func check(_ domain: any SafeDefaults.Type, isRecording: Bool) -> [String] {
        do {
            try DefaultsAudit.check([domain], at: url, exceptUnobservable: [], isRecording: isRecording)
            return []
        } catch {
            #expect("\(error)" == error.problems.joined(separator: "\n"))
            return error.problems
        }
    }

    @Test func aRecordIsWrittenOnlyWhenAsked() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        let missing = check(Before.Login.self, isRecording: false)
        #expect(missing.count == 1 && missing[0].contains("SAFEDEFAULTS_RECORD=1"))
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(check(Before.Login.self, isRecording: true) == [])
        #expect(check(Before.Login.self, isRecording: false) == [])
        #expect(check(Moved.Login.self, isRecording: false).count == 1)
        // What recording doesn't put right stays a problem.
        try FileManager.default.removeItem(at: url)
        #expect(check(Dotted.self, isRecording: true).count == 2)
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        #expect(check(Before.Login.self, isRecording: false).last?.contains("can't be read") == true)
        #expect(check(Before.Login.self, isRecording: true).last?.contains("can't be written") == true)
    }
    /// A second call would otherwise drop the first one's keys, and the first would then ask for a migration that
    /// removes them.
    @Test func aRecordOfOtherDomainsIsKept() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(check(Before.Login.self, isRecording: true) == [])
        let problem =
            "The record has keys of Login, which this call doesn't name: name all domains of a store in one call, and "
            + "give the call for another store a file of its own, such as against: \"GroupKeys.txt\". If Login is "
            + "gone, delete its lines from the record; what users have stored stays there until a migration removes it."
        for isRecording in [true, false] {
            let problems = check(Unlisted.self, isRecording: isRecording)
            #expect(problems.first == problem)
            #expect(!problems.contains { $0.contains("is no key any more") })
            #expect(check(Before.Login.self, isRecording: false) == [])
        }
    }
}
