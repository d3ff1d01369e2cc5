#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsInspection
import Testing

@testable import TestSupport

// MARK: - The schema

/// Settings of every kind that a schema tells apart.
private struct KindDefaults: SafeDefaults {
    enum Mode: String, CaseIterable, DefaultsValue { case off, on }
    enum Size: Int, CaseIterable, DefaultsValue { case small = 1, large = 3 }
    struct Options: OptionSet, DefaultsValue { let rawValue: Int }
    struct Font: Codable, Equatable {
        var name = "Menlo"
        var size = 12.5
        var tags: [String] = []
        var note: String?
    }
    /// A type that reads more than it writes.
    struct Loose: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case text }
        var text = "x"

        init() {}

        init(from decoder: any Decoder) throws {
            let entries = try? decoder.container(keyedBy: CodingKeys.self)
            text = try entries?.decode(String.self, forKey: .text) ?? decoder.singleValueContainer().decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    enum Keys: String, DefaultsKey {
        case flag, small, count, ratio, mode, size, options, font, loose, day, bytes, id, page, words, limits, wait
        case price, hex, stamp, token, anything, bare
    }

    struct Settings {
        let flag = Setting(.flag, default: false)
        let small = Setting<UInt8?>(.small)
        let count = Setting(.count, default: 4, in: 1...10, formerly: "oldCount")
        let ratio = Setting(.ratio, default: 1.5, in: 0.5...)
        let mode = Setting<Mode?>(.mode)
        let size = Setting(.size, default: Size.small)
        let options = Setting<Options?>(.options)
        let font = Setting(.font, default: Font())
        let loose = Setting(.loose, default: Loose())
        let day = Setting<Date?>(.day)
        let bytes = Setting(.bytes, default: Data([1, 2]))
        let id = Setting<UUID?>(.id)
        let page = Setting<URL?>(.page)
        let words = Setting(.words, default: ["a"])
        let limits = Setting<[String: UInt8]>(.limits, default: [:])
        let wait = Setting(.wait, default: Duration.seconds(2))
        let price = Setting<Decimal?>(.price)
        let hex = Setting(
            .hex, default: 255,
            stored: .custom(encode: { String($0, radix: 16) }, decode: { (text: String) in Int(text, radix: 16) ?? 0 }))
        let stamp = Setting<Date?>(
            .stamp, stored: .custom(encode: { _ in "then" }, decode: { (_: String) in Date(timeIntervalSince1970: 0) }))
        let token = Setting(.token, default: "planted", in: "a"..."z").secret()
        let anything = Setting<PropertyListValue?>(.anything)
    }
    static let settings = Settings()
    let store: DefaultsStore
}

@Suite struct CommandSchemaTests {
    private static let hasValidator: Bool = {
        (try? ChildProcess.run(["python3", "-c", "import jsonschema"], limit: 60).status) == 0
    }()

    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator as Validator
        schema, *files = [json.loads(text) for text in json.load(sys.stdin)]
        Validator.check_schema(schema)
        print("".join("01"[Validator(schema).is_valid(file)] for file in files))
        """

    /// Returns, for each of some files, whether a validator accepts it.
    private func validate(_ files: [String], against schema: String) throws -> [Bool] {
        let folder = TemporaryDirectory()
        try JSONEncoder().encode([schema] + files).write(to: folder.file("files.json"))
        try Data(Self.validator.utf8).write(to: folder.file("validate.py"))
        let outcome = try ChildProcess.run(
            ["bash", "-c", "cd '\(folder.path)' && python3 validate.py <files.json"], limit: 300)
        #expect(outcome.status == 0, "\(String(decoding: outcome.errors, as: UTF8.self))")
        return outcome.output.prefix { $0 != 10 }.map { $0 == UInt8(ascii: "1") }
    }

    private static let accepted = [
        "{}", #"{"flag": true, "mode": "on"}"#, #"{"small": 255}"#, #"{"count": 1}"#, #"{"count": 10.0}"#,
        #"{"ratio": 1}"#, #"{"ratio": 0.5}"#, #"{"size": 3}"#, #"{"options": 5}"#, #"{"font": {"size": 1}}"#,
        #"{"font": {"name": "x", "size": 2.5, "tags": ["a"], "strange": true}}"#, #"{"loose": "y"}"#,
        #"{"loose": {"text": "y"}}"#, #"{"day": {"$date": "2026-11-21T05:37:21Z"}}"#, #"{"bytes": {"$data": "AQID"}}"#,
        #"{"id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#, #"{"page": "https://example.com"}"#,
        #"{"words": []}"#, #"{"limits": {"a": 255}}"#, #"{"wait": "1.5", "price": 3}"#, #"{"hex": "ff"}"#,
        #"{"stamp": "then"}"#, #"{"token": "secret"}"#, #"{"anything": [1, {"a": true}]}"#, #"{"bare": "x"}"#,
        #"{"oldCount": 3}"#,
    ]

    private static let refused = [
        #"{"flag": "maybe"}"#, #"{"small": 256}"#, #"{"small": -1}"#, #"{"count": 0}"#, #"{"count": 11}"#,
        #"{"count": 1.5}"#, #"{"count": "x"}"#, #"{"ratio": 0.25}"#, #"{"ratio": [1]}"#, #"{"mode": "auto"}"#,
        #"{"mode": null}"#, #"{"size": 2}"#, #"{"size": "big"}"#, #"{"options": "x"}"#, #"{"font": {"size": "big"}}"#,
        #"{"font": "Menlo"}"#, #"{"font": {"tags": "a"}}"#, #"{"day": {"$data": "AQID"}}"#, #"{"bytes": 5}"#,
        #"{"id": 5}"#, #"{"page": 5}"#, #"{"words": "a"}"#, #"{"limits": {"a": 256}}"#, #"{"limits": ["a"]}"#,
        #"{"wait": true}"#, #"{"strange": 1}"#, "[]",
    ]

    /// What `check` takes and the schema doesn't: another form of a value than the one that is exported.
    private static let converted = [#"{"count": "4"}"#, #"{"flag": 1}"#, #"{"flag": "yes"}"#]

    @Test(.noHang, .enabled(if: hasValidator, "Python's jsonschema isn't installed, which is left to .ci/run"))
    func theSchemaAgreesWithTheCheck() throws {
        #expect(Self.accepted.count >= 20 && Self.refused.count >= 20)
        let tool = service(.inMemory(), domains: [KindDefaults.self])
        let schema = tool(["schema"], "").output
        #expect(!schema.contains("planted"))
        let files = Self.accepted + Self.refused + Self.converted
        let valid = try validate(files, against: schema)
        #expect(valid.count == files.count)
        for (file, isValid) in zip(files, valid) {
            #expect(isValid == Self.accepted.contains(file), "\(file)")
            let status = tool(["check", "-"], file).status
            #expect(status == (Self.refused.contains(file) ? 65 : 0), "\(file)")
        }
        // What is exported is valid.
        let store = DefaultsStore.inMemory()
        let settings = KindDefaults(store: store)
        (settings.day, settings.mode, settings.page) = (Date(), .on, URL(string: "https://example.com"))
        (settings.font, settings.hex, settings.limits) = (KindDefaults.Font(note: "x"), 7, ["a": 1])
        (settings.price, settings.stamp, settings.wait) = (1.5, Date(), .seconds(3))
        let export = service(store, domains: [KindDefaults.self])(["export"], "").output
        #expect(try validate([export], against: schema) == [true], "\(export)")
    }

    @Test func theSchemaTellsWhatIsDeclared() throws {
        let schema = try #require(try run("schema").json() as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        let settings = try #require(schema["properties"] as? [String: [String: Any]])
        let port = try #require(settings["service/port"])
        #expect(port["description"] as? String == "The port to listen on" && port["default"] as? Int == 8080)
        #expect(port["minimum"] as? Int == 1 && port["maximum"] as? Int == 65_535)
        #expect(settings["service/level"]?["enum"] as? [String] == ["quiet", "loud"])
        #expect(settings["service/token"]?["writeOnly"] as? Bool == true)
        #expect(settings["service/token"]?["default"] == nil && settings["service/mood"]?["enum"] == nil)
        #expect(settings["oldToken"]?["deprecated"] as? Bool == true)
    }
}

// MARK: - The manual

/// Settings whose help would be macros and escapes.
private struct OddDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case dot, quote, backslash, macro, long
        case named = ".Op \"x\" -y\\z"
    }

    struct Settings {
        let dot = Setting(.dot, default: ".hidden").help(".hidden files. They begin with a dot. Really!")
        let quote = Setting(.quote, default: "'").help("'quoted' text -- and more")
        let backslash = Setting(.backslash, default: "\\").help("\\fBold\\fP and \\(em")
        let macro = Setting(.macro, default: 1).help("Op Ar Sh a \"b\"  c ")
        let long = Setting(.long, default: 1).help(String(repeating: "Words, 名前, and a sentence. And .dots ", count: 9))
        let named = Setting(.named, default: 1)
    }
    static let settings = Settings()
    let store: DefaultsStore
}

@Suite struct TourHelpTests {
    @Test(.noHang) func theTourExplainsEverySettingEverywhere() throws {
        let tour = Program("tour", preferences: TemporaryDirectory())
        let list = try tour.run("list", "--json").output
        let settings = try #require(
            try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
        #expect(settings.count == 10)
        let commands = [["list"], ["schema"], ["completions", "next", "get", ""]]
        let outputs = try commands.map { try tour.run($0).output }
        for setting in settings {
            let (name, help) = (setting["name"] as? String ?? "?", setting["help"] as? String ?? "?")
            for output in outputs + [try tour.run("help", name).output] {
                #expect(output.contains(help), "\(name): \(output)")
            }
        }
    }
}
#endif
