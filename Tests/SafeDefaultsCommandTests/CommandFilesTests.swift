import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

/// The files that commands create and replace, and those that they leave alone.
@Suite struct CommandFilesTests {
    /// The names below a folder, with their contents.
    private static func contents(_ folder: ExportFolder) throws -> [String: Data?] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: "\(folder.path)/\($0)")) })
    }

    private static func settings(_ url: URL, _ words: [String]) -> CommandRun {
        CommandRun(input: "{}") { channels in
            SettingsCommand("tool", domains: [ToolDefaults.self], store: .file(url)).run(words, channels: channels)
        }
    }

    private static func file(_ words: [String]) -> CommandRun {
        CommandRun { FileCommand("settings").run(words, channels: $0) }
    }

    // MARK: - Exports

    @Test(arguments: [
        "store.plist", ".store.plist.journal", ".store.plist.lock", ".store.plist.next", ".store.plist.journal-next",
        ".store.plist.journal-first", ".store.plist.saving-7", "none/../.store.plist.journal",
        "folder/../.store.plist.lock", "link", "hard", "linked/.store.plist.journal", "linked/.store.plist.next",
    ])
    func anExportNeverReplacesWhatBelongsToItsStore(name: String) throws {
        let folder = ExportFolder()
        let files = FileManager.default
        let url = folder.file("store.plist")
        let store = DefaultsStore.file(url)
        ToolDefaults(store: store).volume = 7
        #expect(store.flush())
        try files.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        try files.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file(".store.plist.journal"))
        try files.createSymbolicLink(at: folder.file("linked"), withDestinationURL: URL(fileURLWithPath: folder.path))
        try files.linkItem(at: folder.file(".store.plist.journal"), to: folder.file("hard"))
        let before = try Self.contents(folder)
        let path = "\(folder.path)/\(name)"
        for run in [Self.settings(url, ["export", path]), Self.file(["export", url.path, path])] {
            #expect(run.status == 64 && run.errors.contains("write another name"), "\(run.errors)")
        }
        #expect(try Self.contents(folder) == before)
    }

    @Test func anExportGoesToAnyOtherFile() throws {
        let folder = ExportFolder()
        let url = folder.file("store.plist")
        ToolDefaults(store: .file(url)).volume = 7
        for name in ["a.json", ".store", "store.plist.json", ".a.plist.journal"] {
            #expect(Self.settings(url, ["export", folder.file(name).path]).status == 0)
            #expect(Self.file(["export", url.path, folder.file(name).path]).status == 73)
            #expect(Self.file(["export", url.path, folder.file(name).path, "--force"]).status == 0)
            #expect(try DefaultsSnapshot(importing: Data(contentsOf: folder.file(name))).values == ["tool/volume": 7])
        }
    }

    #if os(Linux)
    @Test func aFullDiskIsAFailedWriteAndAnEmptyDeviceIsNoFileInTheRightForm() {
        let tool = Tool(store: .inMemory())
        ToolDefaults(store: tool.store).volume = 7
        let full = tool.run("export", "/dev/full")
        #expect(full.status == 74 && full.errors.contains("\"/dev/full\" can't be written"))
        for device in ["/dev/null", "/dev/zero"] {
            #expect(tool.run("import", device).status == 65, "\(device)")
            #expect(tool.run("diff", device).status == 65, "\(device)")
        }
        #expect(tool.run("export", "/dev/null").status == 0)
        #expect(Self.file(["list", "/dev/null"]).status == 65)
    }
    #endif

    // MARK: - Reading

    static let reading = [
        ["list"], ["list", "--json"], ["get", "volume"], ["export"], ["diff", "-"], ["audit"], ["path"], ["help"],
        ["completions", "bash"], ["help", "list"], ["get", "nothing"],
    ]

    @Test(arguments: reading, ["store.plist", "none/such/store.plist"])
    func aCommandThatReadsCreatesNothing(words: [String], name: String) throws {
        let folder = ExportFolder()
        let run = Self.settings(folder.file(name), words)
        #expect(run.status == (words.last == "nothing" ? 64 : 0), "\(run.errors)")
        #expect(try Self.contents(folder).isEmpty)
    }

    @Test func aStoreMayConsistOfItsJournal() throws {
        let folder = ExportFolder()
        let (url, long) = (folder.file("store.plist"), folder.file(String(repeating: "x", count: 240)))
        let stores = try [url, long].map { DefaultsStore(try FileDefaults(url: $0)) }
        for store in stores { ToolDefaults(store: store).volume = 7 }
        let (other, hidden) = (ExportFolder(), try FileManager.default.contentsOfDirectory(atPath: folder.path))
        for name in hidden where name.hasSuffix(".journal") {
            try FileManager.default.copyItem(at: folder.file(name), to: other.file(name))
        }
        let before = try Self.contents(other)
        for name in [url, long].map(\.lastPathComponent) {
            #expect(Self.settings(other.file(name), ["get", "volume"]).output == "7")
            #expect(Self.file(["get", other.file(name).path, "tool/volume"]).output == "7")
        }
        #expect(try Self.contents(other) == before && before.count == 2)
    }

    @Test func aDeviceGetsNoLockFile() {
        let name = "/dev/.null.lock"
        let run = Self.settings(URL(fileURLWithPath: "/dev/null"), ["list"])
        #expect(run.status == 66 && run.errors.contains("is a device"))
        #expect(!FileManager.default.fileExists(atPath: name))
    }

    @Test func aListEndsWithThePlaceOfItsStore() throws {
        let folder = ExportFolder()
        let url = folder.file("store.plist")
        func last() -> String { Self.settings(url, ["list"]).output.components(separatedBy: "\n").last ?? "" }
        #expect(last() == "These settings are kept in \(url.path), which doesn't exist yet.")
        ToolDefaults(store: .file(url)).volume = 7
        #expect(last() == "These settings are kept in \(url.path).")
        #expect(try Self.settings(url, ["list", "--json"]).json() is [Any])
    }
}
