import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

/// That everything another library stored is read, from files that hold each form once, and that the declarations which
/// the guides give for it write the form that the library reads.
@Suite struct FixtureTests {
    /// A store that holds what a library left.
    private func store(_ library: Library, _ kind: StoreKind) throws -> TestStore {
        let test = TestStore(kind)
        for (name, value) in try library.entries { test.store.userDefaults.set(value, forKey: name) }
        return test
    }

    @Test(arguments: Library.allCases) func everyEntryIsDeclared(library: Library) throws {
        #expect(try Set(library.entries.keys) == Set(library.forms.map(\.name)))
    }

    @Test(arguments: Library.allCases, StoreKind.allCases)
    func everyFormIsReadAndLeftAsItIs(library: Library, kind: StoreKind) throws {
        let test = try store(library, kind)
        for form in try library.forms {
            let before = RawObject.literal(test.raw(form.name))
            let issues = IssueRecorder.issues { #expect(form.isRead(test.store), "\(form.name)") }
            #expect(issues == [], "\(form.name)")
            #expect(before != nil && RawObject.literal(test.raw(form.name)) == before, "\(form.name)")
        }
    }

    @Test(arguments: Library.allCases) func whatIsWrittenBackIsReadAgain(library: Library) throws {
        // Without a codec a relative URL is stored as its absolute text, or refused.
        let relative: Set = ["[URL]", "struct with a URL"]
        for form in try library.forms where form.goesBack || library != .tsud || !relative.contains(form.name) {
            let test = try store(library, .inMemory)
            let issues = IssueRecorder.issues { form.write(test.store) }
            #expect(issues == [] && form.isRead(test.store), "\(form.name)")
        }
    }

    @Test(arguments: Library.allCases) func whatGoesBackHasTheFormOfTheLibrary(library: Library) throws {
        for form in try library.forms where form.goesBack {
            let test = try store(library, .inMemory)
            let before = try #require(RawObject.literal(test.raw(form.name)), "\(form.name)")
            form.write(test.store)
            let after = try #require(RawObject.literal(test.raw(form.name)), "\(form.name)")
            #expect(sense(of: after) == sense(of: before), "\(form.name)")
        }
    }

    // MARK: - What a setting has to name

    /// Forms that are a good value of the type by themselves: what a plain setting reads, as the guide says.
    static let ambiguous: [(Library, FixtureForm)] = [
        (.defaults, .plain("[Int: String]", [1: "\"a\""])),
        (.defaults, .plain("[Character: String]", ["x" as Character: "\"a\""])),
        (.tsud, .plain("[String?]", ["a", "$null"] as [String?])),
        (.tsud, .plain("[String: String?]", ["a": "x", "b": "$null"] as [String: String?])),
        (.agUserDefaults, .plain("Data?", Data("\"AQI=\"".utf8))),
        (.agUserDefaults, .codable("Codable as one Data", FixtureForm.Blob(Data("\"AQI=\"".utf8)))),
        (
            .swiftyUserDefaults,
            .foreign("Codable, dates since 1970", FixtureForm.Profile(born: FixtureForm.date + 978_307_200))
        ),
        (.persistentKeyValueKit, .plain("[String: URL]", ["a": URL(fileURLWithPath: "/api/v1/users")])),
    ]

    @Test(arguments: ambiguous.indices) func whatCouldBeSomethingElseIsReadAsThat(index: Int) throws {
        let (library, form) = Self.ambiguous[index]
        let test = try store(library, .inMemory)
        let issues = IssueRecorder.issues { #expect(form.isRead(test.store), "\(form.name)") }
        #expect(issues == [])
    }

    /// Forms that a plain setting can't read: it reports them, and keeps them.
    static let unreadable: [(Library, FixtureForm)] = [
        (.defaults, .codable("Codable", FixtureForm.Profile())),
        (.defaults, .plain("URL", FixtureForm.url)),
        (.defaults, .plain("[Int: Date]", [1: FixtureForm.date])),
        (.agUserDefaults, .plain("Int?", 42)),
        (.persistentKeyValueKit, .plain("Date since 2001", FixtureForm.date)),
        (.userDefault, .plain("Int?", 3)),
        (.userDefaults, .codable("property list in data", FixtureForm.Profile())),
        (.swiftyUserDefaults, .foreign("Codable, dates in ISO 8601", FixtureForm.Profile())),
        // What `readingOtherLibraries` reads.
        (.agUserDefaults, .codable("Codable", FixtureForm.Profile())),
        (.agUserDefaults, .plain("enum", Flavour.salty)),
        (.agUserDefaults, .plain("URL", FixtureForm.url)),
        (.agUserDefaults, .plain("TimeZone", TimeZone(identifier: "Europe/Zurich") ?? .current)),
        (.userDefault, .plain("[Codable]", [FixtureForm.Member()])),
        (.swiftyUserDefaults, .plain("[NSCoding], Apple", FixtureForm.frogs)),
        (.tsud, .plain("[Int?]", [1, nil, 3] as [Int?])),
        (.tsud, .plain("[UUID: Int]", [FixtureForm.id: 1])),
        (.tsud, .plain("Locale", Locale(identifier: "de_CH"))),
        (.tsud, .codable("struct with nils", FixtureForm.Nils())),
    ]

    @Test(arguments: unreadable.indices) func whatIsNoValueOfTheTypeIsReportedAndKept(index: Int) throws {
        let (library, form) = Self.unreadable[index]
        let test = try store(library, .inMemory)
        let before = RawObject.literal(test.raw(form.name))
        let issues = IssueRecorder.issues { #expect(!form.isRead(test.store), "\(form.name)") }
        #expect(issues.map(\.kind) == [.unreadableValue], "\(form.name)")
        #expect(RawObject.literal(test.raw(form.name)) == before)
    }

    /// What a stored value says to whoever reads its form: JSON as what it holds, whatever its spaces and the order of
    /// its members; an archive whatever the order of its objects; a set, whose arrays have any order, sorted.
    private func sense(of stored: PropertyListValue) -> PropertyListValue {
        switch stored {
        case .array(let values): .array(values.map(sense(of:)).sorted { "\($0)" < "\($1)" })
        case .dictionary(let values): .dictionary(values.mapValues(sense(of:)))
        case .string(let text): json(Data(text.utf8)).map { ["text": sense(of: $0)] } ?? stored
        case .data(let data):
            if let value = json(data) {
                ["data": sense(of: value)]
            } else {
                data.starts(with: Data("bplist00".utf8)) ? sense(of: ContractCase.legible(stored)) : stored
            }
        default: stored
        }
    }

    /// The value of a document, in which a number is real; nil for what is no JSON.
    private func json(_ data: Data) -> PropertyListValue? {
        func value(_ object: Any) -> PropertyListValue? {
            if object is NSNull { return ["null": true] }
            if let values = object as? [Any] { return .array(values.compactMap(value)) }
            if let values = object as? [String: Any] { return .dictionary(values.compactMapValues(value)) }
            if let text = object as? String { return .string(text) }
            return (object as? NSNumber).map { .real($0.doubleValue) }
        }
        return (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)).flatMap(value)
    }
}
