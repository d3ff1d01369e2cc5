import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite struct FileCommandTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("FileCommand-\(UUID().uuidString)")

    private func run(_ words: String..., input: String = "") -> CommandRun {
        CommandRun(input: input) { FileCommand("settings").run(words, channels: $0) }
    }

    /// Calls a closure with the path of a file in a folder of its own.
    private func withFile(_ values: [String: Any]? = nil, _ body: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("a.plist")
        if let values {
            try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: url)
        }
        try body(url.path)
    }

    /// The names of all files, with their contents and their times.
    private func state() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                let path = folder.appendingPathComponent(name).path
                let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                let content = try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString()
                return (name, "\(date as Any) \(content)")
            })
    }

    private func readEverything(_ path: String) {
        #expect(run("list", path).status == 0)
        #expect(run("list", path, "--json").status == 0)
        #expect(run("get", path, "a").output == "1")
        #expect(run("export", path).output.contains("\"a\": 1"))
        #expect(run("path", path).output == path)
        #expect(run("set", path, "a", "2").status == 64)
        #expect(run("delete", path, "a").status == 64)
        #expect(run("import", path, "-", input: #"{"a": 2}"#).status == 64)
    }

    @Test(.rowsC(10)) func nothingIsCreatedOrChangedWithoutWrite() throws {
        try withFile(["a": 1]) { path in
            let before = try state()
            readEverything(path)
            #expect(try state() == before)
            #expect(before.count == 1)
        }
        try withFile { path in
            #expect(run("list", path).status == 66)
            let after = try state()
            #expect(after.isEmpty)
        }
    }

    @Test func aFileStoreIsReadWithItsJournalAndNotChanged() throws {
        try withFile { path in
            let store = DefaultsStore.file(URL(fileURLWithPath: path))
            store.userDefaults.set(1, forKey: "a")
            #expect(store.flush())
            let before = try state()
            readEverything(path)
            #expect(try state() == before)
            store.userDefaults.set(2, forKey: "a")
            #expect(run("get", path, "a").output == "2")
        }
    }

    @Test func aDamagedStoreIsNotTakenForASoundOne() throws {
        try withFile { path in
            let store = DefaultsStore.file(URL(fileURLWithPath: path))
            store.userDefaults.set(5, forKey: "a")
            #expect(store.flush())
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(".a.plist.journal"),
                to: folder.appendingPathComponent(".b.plist.journal"))
            let file = folder.appendingPathComponent("b.plist")
            try Data("bplist00".utf8).write(to: file)
            let words: [[String]] = [
                ["list", file.path], ["get", file.path, "a"], ["export", file.path], ["diff", file.path, "-"],
            ]
            for words in words {
                let result = CommandRun(input: "{}") { FileCommand("settings").run(words, channels: $0) }
                #expect(result.status == 66 && result.errors.contains("put a copy in its place"), "\(words) \(result)")
            }
            #expect(run("set", file.path, "b", "6", "--write").status == 0 && run("get", file.path, "b").output == "6")
        }
    }

    @Test(arguments: [
        ([], "5", "5 (integer)"), ([], "1.5", "1.5 (real)"), ([], "true", "true (boolean)"),
        ([], "a b", "a b (string)"),
        ([], #"[1, "a"]"#, #"[1, "a"] (array)"#), ([], "(1, a)", "(1, a) (string)"), ([], "-5", "-5 (integer)"),
        (["-int"], "-5", "-5 (integer)"),
        (["-string"], "5", "5 (string)"), (["-float"], "5", "5.0 (real)"), (["-bool"], "yes", "true (boolean)"),
        (["-data"], #"{"$data": "Cv8="}"#, #"{"$data": "Cv8="} (data)"#),
        (["-date"], "2026-11-21T05:37:21Z", #"{"$date": "2026-11-21T05:37:21Z"} (date)"#),
        (["-string", "--"], "-int", "-int (string)"),
    ])
    func aValueIsOfTheGivenOrTheLikeliestKind(flags: [String], text: String, result: String) throws {
        try withFile(["other": "kept"]) { path in
            let words = ["set", "--write", path, "a"] + flags + [text]
            let run = CommandRun { FileCommand("settings").run(words, channels: $0) }
            #expect(run.output == "a is now \(result).", "\(run.errors)")
            #expect(self.run("get", path, "other").output == "kept")
        }
    }

    @Test func valuesAreDeletedAndImported() throws {
        try withFile(["a": 1, "b": ["c": 2]]) { path in
            #expect(run("set", path, "a", "-int", "many", "--write").status == 65)
            #expect(run("set", path, "a", "-int", "-bool", "1", "--write").status == 64)
            #expect(run("delete", path, "a", "--write").output == "a is removed.")
            #expect(run("delete", path, "a", "--write").status == 64)
            #expect(run("get", path, "B").errors.contains("Did you mean b?"))
            let file = #"{"a": 3, "new": {"$date": "2026-11-21T05:37:21Z"}}"#
            let imported = run("import", path, "-", "--write", input: file)
            #expect(imported.output == "2 set, 0 unchanged, 0 skipped.")
            #expect(run("get", path, "b", "--json").output == #"{"c": 2}"#)
            #expect(run("import", path, "-", "--write", input: "{").status == 65)
            #expect(run("export", path, path).status == 64)
        }
    }

    @Test(arguments: [
        #"{"port": 8080, "host": "a"}"#, "\u{FEFF} {\"port\": 8080}", #"{ port = 8080; }"#, "[server]\nport = 8080\n",
        "{",
    ])
    func aFileOfJSONOrOtherTextIsOnlyRead(text: String) throws {
        try withFile { path in
            let path = path + ".json"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let before = try state()
            for words in [["set", path, "port", "7"], ["delete", path, "port"], ["import", path, "-"]] {
                let run = CommandRun(input: "{}") { FileCommand("settings").run(words + ["--write"], channels: $0) }
                #expect(run.status == 65 && run.errors.contains("Nothing was changed."), "\(words): \(run.errors)")
            }
            #expect(try state() == before)
        }
    }

    @Test func anEmptyFileIsWritten() throws {
        try withFile { path in
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(run("set", path, "port", "7", "--write").status == 0)
            #expect(run("get", path, "port").output == "7")
        }
    }

    /// A loop of links can't be followed by anybody, so it stands for a directory that this user may not enter.
    @Test func aFileThatCannotBeFoundIsNotSaidToBeMissing() throws {
        try withFile { path in
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            for path in [path, "\(path)/a.plist"] {
                for words in [["list", path], ["get", path, "a"], ["export", path], ["watch", path]] {
                    let run = CommandRun { FileCommand("settings").run(words, channels: $0) }
                    #expect(run.status == 66 && run.errors.contains("can't be read"), "\(words): \(run.errors)")
                    #expect(run.output == "")
                }
            }
        }
    }

    @Test func whatAnImportWouldChangeIsShown() throws {
        try withFile(["a": 1, "b": 2]) { path in
            let before = try state()
            let diff = run("diff", path, "-", input: #"{"a": 3, "b": 2, "c": true}"#)
            #expect(diff.status == 1 && diff.output == "a: 1 -> 3\nc: added true", "\(diff.errors)")
            #expect(run("diff", path, "-", input: #"{"a": 1}"#).output == "An import would change nothing.")
            #expect(try run("diff", path, "-", "--json", input: #"{"a": 1}"#).json() as? [Int] == [])
            #expect(run("diff", path, "-", input: "{").status == 65)
            #expect(try state() == before)
        }
    }

    @Test func aStoreTakesTheFilesPlace() throws {
        let store = DefaultsStore.inMemory()
        func run(_ words: String..., input: String = "") -> CommandRun {
            CommandRun(input: input) { FileCommand("fleet", store: store).run(words, channels: $0) }
        }
        #expect(run("set", "a", "-5").status == 64)
        #expect(run("set", "--write", "a", "-5").output == "a is now -5 (integer).")
        #expect(run("set", "a", "-string", "--", "-int", "--write").status == 64)
        #expect(run("set", "a", "-string", "--write", "--", "-int").output == "a is now -int (string).")
        #expect(run("get", "a").output == "-int")
        #expect(run("get", "b").errors == "fleet: The store has no value under \"b\". Did you mean a?\n")
        #expect(run("list").output == "name  kind    value\na     string  -int")
        #expect(run("export").output.contains("\"a\": \"-int\""))
        #expect(run("import", "-", "--write", input: #"{"b": 1}"#).output == "1 set, 0 unchanged, 0 skipped.")
        #expect(run("delete", "a", "--write").output == "a is removed.")
        #expect(run("get").status == 64 && run("get", "a", "b").status == 64)
        #expect(run("path").status == 64)
        #expect(!run("help").output.contains("<file>") && !run("help", "set").output.contains("<file>"))
    }

    @Test(arguments: ["", "/", "/no/such/file", "/dev", String(repeating: "x", count: 10_000), "\u{0}", "--", "-h"])
    func hostilePathsAreRefused(path: String) {
        for words in [["list", path], ["get", path, "a"], ["export", path], [path], ["path", path]] {
            let run = CommandRun { FileCommand("settings").run(words, channels: $0) }
            #expect([0, 64, 65, 66].contains(run.status), "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").allSatisfy { $0.count < 700 })
        }
    }
}
