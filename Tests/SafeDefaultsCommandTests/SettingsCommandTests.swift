import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite struct SettingsCommandTests {
    private let kinds: [StoreKind] = StoreKind.allCases

    @Test(.rowsC(10), arguments: StoreKind.allCases)
    func everyCommandWorksOverEveryKindOfStore(kind: StoreKind) throws {
        let test = TestStore(kind)
        let tool = Tool(store: test.store)
        let set = tool.run("set", "tool.volume", "7")
        #expect(set.output == "tool/volume is now 7.", "\(set.errors)")
        #expect(ToolDefaults(store: test.store).volume == 7)
        #expect(tool.run("get", "tool/volume").output == "7")
        #expect(tool.run("list", "volume").output.contains("tool/volume  7      stored"))
        let exported = tool.run("export")
        #expect(exported.output.contains("\"tool/volume\": 7"))
        #expect(tool.run("reset", "volume").output == "tool/volume is back to its default, 5.")
        #expect(tool.run("diff", "-", input: exported.output).output == "tool/volume: added 7")
        #expect(ToolDefaults(store: test.store).storedKeys.isEmpty)
        #expect(tool.run("import", "-", input: exported.output).output == "1 set, 0 unchanged, 0 skipped.")
        #expect(ToolDefaults(store: test.store).volume == 7)
        #expect(tool.run("audit").status == 0)
        #expect(tool.run("reset", "--all").output == "Everything is back to its default.")
        #expect(ToolDefaults(store: test.store).storedKeys.isEmpty)
    }

    // MARK: - Names

    @Test(arguments: [
        ("tool/volume", "5"), ("tool.volume", "5"), ("volume", "5"), ("other.part/level", "1"), ("part.level", "1"),
        ("level", "1"), ("font.size", "12.5"), ("tool.font.name", "Menlo"), ("tool/font/style/weight", "4"),
        ("tool.title", ""), ("date", "nil"),
    ])
    func aNameMayHaveDotsOrSlashesAndLackItsStartAndLeadToAPart(name: String, value: String) {
        let run = Tool(store: .inMemory()).run("get", name)
        #expect(run.output == value)
        #expect(run.status == 0 && run.errors.isEmpty)
    }

    @Test(arguments: [
        ("title", "\"title\" may be any of several settings: write tool/title or other.part/title."),
        ("tool.volum", "There is no setting \"tool.volum\". Did you mean tool/volume?"),
        ("them", "There is no setting \"them\". Did you mean tool/theme?"),
        ("TOOL_THEME", "There is no setting \"TOOL_THEME\". Did you mean tool/theme?"),
    ]) func aNameOfNoneOrOfSeveralIsRefusedAndTheNearestIsOffered(name: String, sentence: String) {
        let run = Tool(store: .inMemory()).run("set", name, "1")
        #expect(run.status == 64 && run.output.isEmpty && run.errors == "tool: \(sentence)\n")
    }

    // MARK: - Values

    @Test func partsOfAValueAreSetAndKeepTheirKinds() {
        let store = DefaultsStore.inMemory()
        let (tool, settings) = (Tool(store: store), ToolDefaults(store: store))
        #expect(tool.run("set", "tool.font.size", "14").output == "tool/font.size is now 14.0.")
        #expect(settings.font == ToolDefaults.Font(size: 14))
        #expect(tool.run("set", "tool.font.style.weight", "-9").status == 0)
        #expect(tool.run("set", "tool.font.name", "5").status == 0)
        #expect(settings.font == ToolDefaults.Font(name: "5", size: 14, style: ["weight": -9]))
        #expect(tool.run("set", "counts.new", "3").status == 0)
        #expect(settings.counts == ["new": 3])
    }

    @Test(arguments: [
        (["font.size", "big"], "the text is no value for it; write one like 12.5"),
        (["font.colour", "red"], "there is no such part; write name, size, style"),
        (["font.name.first", "a"], "it is a string, which has no parts"),
        (["counts.new", "many"], "there is no such part"),
        (["volume", "loud"], "\"loud\" is no value for tool/volume, which takes a whole number from 0 to 10"),
        (["volume", "11"], "isn't allowed"),
        (["theme", "drak"], "which takes light or dark. Did you mean dark?"),
        (["isOn", "2"], "which takes true or false."),
    ])
    func aValueThatDoesNotFitIsRefusedAndNothingIsStored(words: [String], sentence: String) {
        let store = DefaultsStore.inMemory()
        let run = Tool(store: store).run(["set"] + words)
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(ToolDefaults(store: store).storedKeys.isEmpty)
    }

    @Test(arguments: [
        (["set", "volume", "--", "7"], "7"), (["set", "--", "volume", "7"], "7"), (["set", "title", "--"], "--"),
        (["set", "tool.title", "--json"], "--json"), (["set", "tool.title", "-5"], "-5"),
        (["set", "tool.title", "--", "--"], "--"), (["set", "tool.title", "-tool/volume"], "-tool/volume"),
        (["set", "tool.title", ""], ""), (["set", "--json", "tool.title", "a b"], "a b"),
        (["--json", "set", "tool.title", "-5"], "-5"), (["set", "tool.title", "--", "-h"], "-h"),
        (["set", "tool.title", "--", "--json"], "--json"), (["--", "set", "tool.title", "--json"], "--json"),
        (["set", "tool.title", "--json", "-0.5e3"], "-0.5e3"), (["set", "tool.title", "--x", "--json"], "--x"),
        (["set", "tool.title", "-5", "--json"], "-5"),
    ])
    func theWordAfterANameIsTheValue(words: [String], value: String) {
        let store = DefaultsStore.inMemory()
        let words = words.map { $0 == "title" ? "tool.title" : $0 }
        let run = Tool(store: store).run(words)
        #expect(run.status == 0, "\(run.errors)")
        let settings = ToolDefaults(store: store)
        #expect(words.contains("volume") ? "\(settings.volume)" == value : settings.title == value)
    }

    /// Options, and launch arguments with their values, stand before the command's name, too.
    @Test(arguments: [
        (["--json", "get", "volume"], "5"), (["get", "volume", "--json"], "5"), (["get", "--json", "volume"], "5"),
        (["-tool/theme", "dark", "--json", "get", "volume"], "5"), (["--", "get", "volume"], "5"),
        (["get", "--", "volume"], "5"), (["--format", "json", "export"], "{}"), (["--format=json", "export"], "{}"),
        (["--unknown", "skip", "diff", "-"], "An import would change nothing."),
    ])
    func optionsMayStandAnywhere(words: [String], output: String) {
        let run = Tool(store: .inMemory()).run(words, input: "{}")
        #expect(run.status == 0 && run.output == output, "\(run.errors)")
    }

    @Test(arguments: [
        (["--unknown", "get", "volume"], "--unknown takes refuse, skip or keep"), (["--jsn", "list"], "--json?"),
        (["--json"], "Write tool list"), (["--"], "Write tool list"),
        (["--format", "json", "list"], "list has no option"),
        (["--", "get", "volume", "--json"], "too many words"), (["-tool/theme"], "needs a value"),
        (["-tool/volume", "-5", "list"], "-5 as '\"-5\"'."), (["list", "-tool/volume", "-5"], "-5 as '\"-5\"'."),
    ])
    func wrongOptionsBeforeTheCommandAreRefused(words: [String], sentence: String) {
        let run = Tool(store: .inMemory()).run(words)
        #expect(run.status == 64 && run.errors.contains(sentence), "\(run.errors)")
    }

    @Test(arguments: [["set", "tool.title", "--help"], ["-h", "set"], ["set", "--json", "-h"]])
    func helpIsGivenWhereverItIsAskedFor(words: [String]) {
        let store = DefaultsStore.inMemory()
        let run = Tool(store: store).run(words)
        #expect(run.status == 0 && run.output.hasPrefix("tool set <name> <text>"), "\(run.output)\(run.errors)")
        #expect(ToolDefaults(store: store).storedKeys.isEmpty)
    }

    // MARK: - Overrides

    @Test func anOverrideIsShownAndNeverStored() throws {
        let variables = ["TOOL_TOOL_VOLUME": "9", "TOOL_TOOL_FONT": "{}"]
        let environment = EnvironmentOverrides(prefix: "TOOL", variables: variables)
        let store = DefaultsStore.inMemory(arguments: ["-tool/theme", "dark"], environment: environment)
        let tool = Tool(store: store)
        let list = tool.run("list").output
        #expect(list.contains("environment variable TOOL_TOOL_VOLUME"))
        #expect(list.contains("launch argument"))
        let set = tool.run("set", "volume", "3")
        #expect(set.status == 0 && set.output == "tool/volume is stored.")
        #expect(
            set.errors
                == "tool: The environment variable TOOL_TOOL_VOLUME still overrides tool/volume, so it is read as 9.\n")
        #expect(tool.run("export").output == "{\n  \"tool/volume\": 3\n}\n".trimmingCharacters(in: .newlines))
        // A part is computed from what is stored, not from the variable.
        _ = tool.run("set", "font.size", "20")
        #expect(store.snapshot(of: [ToolDefaults.self]).values["tool/font"]?.description.contains("Menlo") == true)
        let reset = tool.run("reset", "volume")
        // If the variable were unreadable, it wouldn't be the source of the value.
        #expect(reset.output == "tool/volume is no longer stored.")
        #expect(reset.errors == set.errors)
        #expect(!ToolDefaults(store: store).storedKeys.contains(.volume))
    }

    // MARK: - JSON

    @Test func jsonIsReadBackExactly() throws {
        let store = DefaultsStore.inMemory()
        let (tool, settings) = (Tool(store: store), ToolDefaults(store: store))
        settings.title = "a \"b\"\\\u{0}\u{1F600}\n\u{2028}"
        settings.day = Date(timeIntervalSinceReferenceDate: 0.125)
        settings.counts = ["$date": 1]
        settings.font.size = 1
        let entries = try #require(try tool.run("list", "--json").json() as? [[String: Any]])
        #expect(entries.count == 10)
        #expect(entries.first { $0["name"] as? String == "tool/title" }?["value"] as? String == settings.title)
        #expect(entries.allSatisfy { $0["origin"] is String && $0["stored"] is Bool && $0["form"] is String })
        for setting in store.settings(of: [ToolDefaults.self]) {
            let json = tool.run("get", setting.storedName, "--json").output
            #expect(setting.value == PropertyListValue(json: json), "\(setting.name)")
        }
        for words in [
            ["audit", "--json"], ["set", "volume", "--json", "4"], ["reset", "volume", "--json"],
            ["diff", "-", "--json"], ["import", "-", "--json"],
        ] {
            let run = tool.run(words, input: #"{"tool/volume": 2}"#)
            #expect(run.status == (words[0] == "diff" ? 1 : 0), "\(words): \(run.errors)")
            _ = try run.json()
        }
        let difference = try tool.run("diff", "-", "--json", input: #"{"tool/volume": 3}"#).json() as? [[String: Any]]
        #expect(difference?.first?["old"] as? Int == 2 && difference?.first?["new"] as? Int == 3)
    }

    // MARK: - Files

    @Test(arguments: ["a.json", "a.plist", "a.binary"])
    func anExportIsImportedElsewhere(name: String) throws {
        let folder = ExportFolder()
        let path = folder.file(name).path
        let (first, second) = (DefaultsStore.inMemory(), DefaultsStore.inMemory())
        ToolDefaults(store: first).volume = 8
        ToolDefaults(store: first).day = Date(timeIntervalSinceReferenceDate: 1.5)
        let format = name.hasSuffix("binary") ? ["--format", "binary"] : []
        #expect(Tool(store: first).run(["export", path] + format).status == 0)
        let head = try Data(contentsOf: folder.file(name)).prefix(6)
        let start = ["a.json": "{", "a.plist": "<?xml", "a.binary": "bplist"][name] ?? "?"
        #expect(String(decoding: head, as: UTF8.self).hasPrefix(start))
        let imported = Tool(store: second).run("import", path)
        #expect(imported.output == "2 set, 0 unchanged, 0 skipped." && imported.status == 0)
        #expect(ToolDefaults(store: second).snapshot() == ToolDefaults(store: first).snapshot())
        #expect(Tool(store: second).run("diff", path).output == "An import would change nothing.")
    }

    @Test func anImportStoresNothingUnlessAllIsRight() {
        let store = DefaultsStore.inMemory()
        let tool = Tool(store: store)
        let file = #"{"tool/volume": "loud", "tool/theme": "dark", "strange": 1}"#
        for command in ["import", "diff"] {
            let run = tool.run(command, "-", input: file)
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errors.contains("\"strange\"") && run.errors.contains("\"tool/volume\""))
            #expect(run.errors.contains("--unknown skip"))
        }
        #expect(store.snapshot(of: tool.domains).isEmpty)
        let sound = #"{"tool/theme": "dark", "strange": 1}"#
        #expect(tool.run("diff", "-", "--unknown", "keep", input: sound).output.contains("strange: added 1"))
        let many = "{" + (0..<5_000).map { "\"other/\($0)\": 1" }.joined(separator: ", ") + "}"
        for words in [["import", "-"], ["import", "-", "--unknown", "skip"], ["diff", "-"]] {
            #expect(tool.run(words, input: many).errors.utf8.count < 3_000)
        }
        let skipped = tool.run("import", "-", "--unknown=skip", input: sound)
        #expect(skipped.output == "1 set, 0 unchanged, 1 skipped." && skipped.errors.contains("strange"))
        #expect(tool.run("import", "-", "--unknown", "keep", input: sound).status == 0)
        #expect(store.userDefaults.integer(forKey: "strange") == 1)
    }

    @Test func statusesAreThoseOfSysexits() throws {
        let folder = ExportFolder()
        let tool = Tool(store: .file(folder.file("store.plist")))
        #expect(tool.run("import", folder.file("none").path).status == 66)
        #expect(tool.run("import", folder.path).status == 66)
        #expect(tool.run("import", "-", input: "{").status == 65)
        #expect(tool.run("export", folder.file("no/such/folder").path).status == 73)
        #expect(tool.run("export", folder.file("store.plist").path).status == 64)
        #expect(tool.run("path").output == folder.file("store.plist").path)
        #expect(Tool(store: .inMemory()).run("path").status == 66)
        try FileManager.default.createDirectory(at: folder.file("taken"), withIntermediateDirectories: false)
        let refused = DefaultsIssue.withHandler({ _ in }) { Tool(store: .file(folder.file("taken"))) }
        let run = refused.run("set", "volume", "3")
        #expect(run.status == 74 && run.output.isEmpty && run.errors.contains("directory"))
        #expect(refused.run("reset", "volume").status == 74)
        #expect(refused.run("import", "-", input: #"{"tool/volume": 3}"#).status == 74)
        struct Closed: Error {}
        let closed = CommandChannels(
            output: { _ in throw Closed() }, errors: { _ in }, input: { Data() })
        let command = SettingsCommand("tool", domains: tool.domains, store: tool.store)
        #expect(command.run(["list"], channels: closed) == 74)
    }

    @Test func anUnreadableValueIsAnErrorOfGetAndAudit() {
        let store = DefaultsStore.inMemory()
        store.userDefaults.set("loud", forKey: "tool/volume")
        let tool = Tool(store: store)
        for run in [tool.run("get", "volume"), tool.run("set", "font.size", "x")] { #expect(run.status == 65) }
        #expect(tool.run("get", "volume").output.isEmpty)
        let audit = tool.run("audit")
        #expect(audit.status == 65 && audit.output.contains("tool/volume"))
        let list = tool.run("list")
        #expect(list.status == 65 && list.output.contains("because what is stored can't be read"))
        let collision = Tool(store: .inMemory(), domains: [ToolDefaults.self, CollidingDefaults.self]).run("audit")
        #expect(collision.status == 65 && collision.output.contains("tool/volume"))
    }

    private struct CollidingDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case volume = "tool/volume" }
        struct Settings { let volume = Setting(.volume, default: 1) }
        static let settings = Settings()
    }

    // MARK: - Hostile words

    private static let hostile = [
        "", "--", "-", "---", "--json", "-x", "--unknown", "--unknown=", "--format", "--help=1", ".", "/", "..", "a//b",
        String(repeating: "x", count: 10_000), String(repeating: ".", count: 10_000), "\u{1B}[31m\u{7}\r\n", "\u{0}",
        "👩‍👩‍👧‍👦", "tool", "tool.", ".volume", "tool.volume.x", "tool.font..size", "$(touch x)",
        "e\u{301}\u{202E}",
    ]

    @Test(.noHang, arguments: SettingsCommandTests.hostile)
    func hostileWordsAreRefusedInShortLinesWithoutControlCharacters(word: String) {
        let store = DefaultsStore.inMemory()
        let tool = Tool(store: store)
        let commands = ["list", "get", "set", "reset", "import", "diff", "path", "audit", "help", "completions"]
        let more = [[word], [word, word], ["set", word, word], ["list", "tool", word]]
        for words in commands.map({ [$0, word] }) + more {
            // What these words mean otherwise is a command.
            if words.allSatisfy({ ["", "reset", "list", "tool"].contains($0) }) && words.count < 3 { continue }
            let run = tool.run(words)
            #expect([0, 64, 65, 66].contains(run.status), "\(words): \(run.status)")
            #expect(run.status == 0 || !run.errors.isEmpty || words.contains("audit"))
            for line in run.errors.split(separator: "\n") {
                #expect(line.count < 700)
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
        #expect(tool.run("set", "tool.title", word).status == 0)
        // A hyphen is the input, which is empty here.
        if word == "-" { #expect(ToolDefaults(store: store).title.isEmpty) }
        if !["--", "-"].contains(word) { #expect(ToolDefaults(store: store).title == word) }
        let list = tool.run("list").output
        #expect(list.split(separator: "\n").count == 11)
    }
}
