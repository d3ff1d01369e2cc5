#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsBase
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileRefusalTests {
    let fixture = FileFixture()

    /// Opens the file, which is refused, in a sentence; then shows that the store works once the cause is gone.
    private func expectRefusal(_ text: String, until repair: () throws -> Void) throws {
        let error = #expect(throws: DefaultsError.self) { _ = try FileDefaults(url: fixture.url) }
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
        var store: DefaultsStore?
        var issues = IssueRecorder.issues { store = .file(fixture.url) }
        #expect(issues.map(\.kind) == [.refusedFile])
        let defaults = try #require(store).userDefaults
        issues = IssueRecorder.issues {
            defaults.set(1, forKey: "a")
            #expect(defaults.object(forKey: "a") == nil)
            #expect(!defaults.synchronize())
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedSave])
        #expect(issues.last?.description.contains("Nothing can be written") == true, "\(issues)")
        #expect(issues.last?.description.contains("readable in this process") == false)
        try repair()
        issues = IssueRecorder.issues {
            defaults.set(2, forKey: "a")
            #expect(defaults.integer(forKey: "a") == 2)
            #expect(defaults.synchronize())
        }
        #expect(issues.isEmpty)
    }

    @Test(.noHang) func anObserverHearsOtherProcessesOnceTheFileCanBeOpened() async throws {
        try FileManager.default.createDirectory(at: fixture.url, withIntermediateDirectories: false)
        var store: DefaultsStore?
        _ = IssueRecorder.issues { store = .file(fixture.url) }
        let heard = Log<PropertyListValue?>()
        let setting = AnyName(store: try #require(store))
        let token = setting.observe(\.a) { heard.add($0.newValue) }
        rmdir(fixture.url.path)
        // Another object stands for another process.
        try FileDefaults(url: fixture.url).set(5, forKey: "a")
        #expect(await eventually { heard.all.contains(5) })
        token.cancel()
    }

    @Test func anIssueOfAFileThatIsOpenedLaterMayBeHandledByAnObserver() throws {
        let outcome = try Program("saver").run("acme", "observe-in-handler", fixture.url.path)
        #expect(outcome.output == "handled", "\(outcome)")
    }

    private struct AnyName: SafeDefaults {
        enum Keys: String, DefaultsKey { case a }
        struct Settings { let a = Setting<PropertyListValue?>(.a) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    // MARK: - What lies in the file's place

    /// What lies in the file's place, and what the refusal says of it.
    private static let others: [(text: String, make: @Sendable (FileFixture) throws -> Void)] = [
        ("is a directory", { try FileManager.default.createDirectory(at: $0.url, withIntermediateDirectories: false) }),
        ("is a device", { #expect(mkfifo($0.url.path, 0o600) == 0) }),
        (
            "is a symbolic link",
            {
                let target = $0.directory.file("target.plist")
                try FileManager.default.createSymbolicLink(at: $0.url, withDestinationURL: target)
            }
        ),
        (
            "is larger than 1 GiB",
            {
                try Data().write(to: $0.url)
                #expect(truncate($0.url.path, 2 << 30) == 0)
            }
        ),
    ]

    @Test(.noHang, arguments: others.indices) func whatIsNoFileOfAStoreIsRefusedAndLeftAlone(_ index: Int) throws {
        let (text, make) = Self.others[index]
        try make(fixture)
        try expectRefusal(text) {
            #expect(!fixture.directory.names.contains("target.plist"), "a link was followed")
            try FileManager.default.removeItem(at: fixture.url)
        }
    }

    @Test func aLinkInThePlaceOfTheLockFileOrTheJournalIsRefused() throws {
        for name in [".store.plist.lock", ".store.plist.journal"] {
            let link = fixture.directory.file(name)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.directory.file("target"))
            #expect(throws: DefaultsError.self) { _ = try FileDefaults(url: fixture.url) }
            try FileManager.default.removeItem(at: link)
        }
    }

    @Test(.noHang) func aFIFOInThePlaceOfTheLockFileIsNamedAndLosesNothing() throws {
        do {
            let engine = try fixture.engine()
            try engine.set("a", "old")
            try engine.flush()
        }
        let lock = fixture.directory.file(".store.plist.lock")
        try FileManager.default.removeItem(at: lock)
        mkfifo(lock.path, 0o600)
        let defaults = try FileDefaults(url: fixture.url)
        let issues = IssueRecorder.issues { defaults.set("new", forKey: "a") }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.description.contains("because its lock file can't be") == true, "\(issues)")
        #expect(defaults.string(forKey: "a") == "old")
        try FileManager.default.removeItem(at: lock)
        #expect(try fixture.values() == ["a": "old"])
    }

    @Test func aSecondNameKeepsTheOldContent() throws {
        try fixture.edit(["a": 1])
        let second = fixture.directory.file("second.plist")
        try FileManager.default.linkItem(at: fixture.url, to: second)
        let before = try Data(contentsOf: second)
        let engine = try fixture.engine()
        try engine.set("b", 2)
        try engine.compactNow()
        #expect(try Data(contentsOf: second) == before)
        #expect(try fixture.propertyList() == ["a": 1, "b": 2])
    }

    @Test func aFileThatBecomesReadOnlyIsNotReplacedByACompaction() throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        try engine.compactNow()
        try engine.set("a", 2)
        chmod(fixture.url.path, 0o400)
        #expect(throws: DefaultsError.self) { try engine.compactNow() }
        #expect(try fixture.propertyList() == ["a": 1])
        #expect(try permissions("store.plist") == 0o400 && engine.value("a") == 2)
        chmod(fixture.url.path, 0o644)
        try engine.compactNow()
        #expect(try fixture.propertyList() == ["a": 2])
        #expect(try permissions("store.plist") == 0o644, "it keeps its permissions")
    }

    @Test func aJournalOfANewerFormIsRefusedAndLeftAlone() throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        engine.schedule.isDirty.set(false)
        let url = fixture.directory.file(".store.plist.journal")
        var bytes = [UInt8](try Data(contentsOf: url))
        bytes[10] = 2
        let sum = bytes[..<60].withUnsafeBytes { Checksum.of($0) }
        bytes.replaceSubrange(60..<64, with: withUnsafeBytes(of: sum.littleEndian) { Array($0) })
        try Data(bytes).write(to: url)
        for boot in [1, 2] as [UInt64] {
            let error = #expect(throws: DefaultsError.self) { _ = try fixture.engine(boot: boot) }
            #expect(error?.description.contains("newer version of SafeDefaults") == true)
        }
        #expect(try Data(contentsOf: url) == Data(bytes) && fixture.aside.isEmpty)
    }

    // MARK: - Names

    @Test(arguments: ["", ".", "..", "a/b", "../x", "a\0b", String(repeating: "n", count: 256)])
    func aNameThatIsNoDirectorysIsRefused(_ name: String) {
        var store: DefaultsStore?
        let issues = IssueRecorder.issues { store = .file(named: name) }
        #expect(issues.map(\.kind) == [.refusedFile])
        #expect(store?.userDefaults is InMemoryDefaults)
        #expect(issues.first?.description.contains("kept in memory") == true, "\(issues)")
        #expect(issues.first?.description.contains("try again") == false)
        let flushing = IssueRecorder.issues { #expect(store?.flush() == false) }
        #expect(flushing.map(\.kind) == [.failedSave])
        #expect(flushing.first?.description.contains("can't be a directory's name") == true)
    }

    @Test func withoutAHomeANamedStoreIsInMemoryAndSaysSo() throws {
        for home in [[], ["HOME="]] {
            var program = Program("saver")
            program.wrapper = ["env", "-u", "XDG_CONFIG_HOME", "-u", "HOME"] + home
            let outcome = try program.run("-", "named", "tour")
            #expect(outcome.output == "text false")
            #expect(outcome.errors.contains("refusedFile") && outcome.errors.contains("failedSave"))
            #expect(outcome.errors.contains("either XDG_CONFIG_HOME nor HOME"), "\(outcome.errors)")
        }
    }

    @Test func theLongestNameIsAFiles() throws {
        let url = fixture.directory.file(String(repeating: "n", count: 255))
        let defaults = try FileDefaults(url: url)
        defaults.set(1, forKey: "a")
        #expect(defaults.synchronize())
        #expect(fixture.directory.names.allSatisfy { $0.utf8.count <= 255 })
        #expect(throws: DefaultsError.self) {
            _ = try FileDefaults(url: fixture.directory.file(String(repeating: "n", count: 256)))
        }
    }

    /// An accent at the start of a name makes one character of itself and the separator.
    @Test func aNameMayBeginWithAnAccent() throws {
        let directory = fixture.directory.file("\u{301}folder")
        let defaults = try FileDefaults(url: directory.appendingPathComponent("\u{301}store.plist"))
        defaults.set(1, forKey: "a")
        #expect(defaults.synchronize())
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.contains(".\u{301}store.plist.lock") && fixture.directory.names.count == 1, "\(names)")
    }

    @Test(arguments: ["https://example.com/a.plist", "file:///"])
    func aURLThatIsNoFilesIsRefused(_ text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: DefaultsError.self) { _ = try FileDefaults(url: url) }
    }

    // MARK: - Permissions

    private func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: fixture.directory.file(name).path)[.posixPermissions] as? Int
    }

    @Test(.enabled(if: getuid() == 0, "mounting a file system needs root; .ci/run runs as root"))
    func aFullDiskIsReportedAndLosesNothing() throws {
        var program = Program("filer", preferences: fixture.directory)
        let script = """
            set -e
            mount -t tmpfs -o size=64k tmpfs "$XDG_CONFIG_HOME"
            file="$XDG_CONFIG_HOME/store.plist"
            "$1" "$file" compact old
            "$1" "$file" set a "$(head -c 10000 /dev/zero | tr '\\0' a)"
            dd if=/dev/zero of="$XDG_CONFIG_HOME/filler" bs=1k 2>/dev/null || true
            "$1" "$file" set a "$(head -c 30000 /dev/zero | tr '\\0' b)"
            "$1" "$file" get a | head -c 10; echo
            rm "$XDG_CONFIG_HOME/filler"
            "$1" "$file" set a again
            "$1" "$file" get a old
            """
        program.wrapper = ["unshare", "--mount", "bash", "-c", script, "-"]
        let outcome = try program.run()
        #expect(outcome.output == "ok\nfailed\naaaaaaaaaa\nok\nagain compacted")
        #expect(outcome.errors.contains("failedWrite") && outcome.errors.contains("No space left"))
    }

    // MARK: - File systems

    @Test func aFileSystemOfAnotherMachineIsRefused() throws {
        let mounts = fixture.directory.file("mounts")
        var status = stat()
        try #require(stat(mounts.deletingLastPathComponent().path, &status) == 0)
        try Data("1 0 \(FileSystem.number(of: UInt64(status.st_dev))) / / rw - nfs4 server:/ rw\n".utf8).write(
            to: mounts)
        var program = Program("filer", preferences: fixture.directory)
        program.wrapper = try Shim.wrapper("stop 0") + ["SHIM_MOUNTS=\(mounts.path)"]
        let output = try program.run(fixture.url.path, "set", "a", "x").output
        #expect(output.hasPrefix("refused: ") && output.contains("is on a network file system (nfs4)"), "\(output)")
        #expect(fixture.directory.names == ["mounts"])
    }

    static let table = """
        27 1 254:0 / / rw - ext4 /dev/vda rw
        30 27 0:40 / /home/tom/net rw shared:9 - nfs4 server:/home rw
        31 27 0:41 / /mnt/with\\040space rw - fuse.sshfs host: rw
        32 27 0:42 / /tmp rw shared:1 master:2 - tmpfs tmpfs rw
        33 32 259:70000 / /tmp rw - overlay overlay rw
        """

    @Test(
        arguments: [
            (0xFE00, "ext4", false), (40, "nfs4", true), (41, "fuse.sshfs", true), (42, "tmpfs", false),
            (0x1111_0370, "overlay", false),
        ] as [(UInt64, String, Bool)])
    func aFileSystemIsFoundByItsDevice(device: UInt64, kind: String, isNetwork: Bool) {
        let found = FileSystem(device: device, in: Data(Self.table.utf8))
        #expect(found == FileSystem(kind: kind, isNetwork: isNetwork))
    }

    @Test func aFileSystemThatIsNotListedIsUnknown() {
        #expect(FileSystem(device: 7, in: Data(Self.table.utf8)) == nil)
        #expect(FileSystem(device: 254 << 8, in: Data("27 1 254:0 / / rw - ".utf8))?.kind == "")
        #expect(FileSystem(device: 254 << 8, in: Data("27 1 254:0 / / rw".utf8)) == nil)
    }

    /// Where a full disk may make a header that is written through a mapping end the process, words are written by
    /// calls.
    @Test(arguments: [
        ("ext4", true), ("ext3", true), ("tmpfs", true), ("xfs", false), ("btrfs", false), ("overlay", false),
        ("bcachefs", false), ("zfs", false), ("fuse.anything", false),
    ])
    func headersAreWrittenThroughAMappingOnlyWhereTheDiskHasRoomForSure(kind: String, isMapped: Bool) {
        #expect(FileSystem(kind: kind, isNetwork: false).keepsWrittenPages == isMapped)
    }
}
#endif
