#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Refusals by permission, in processes of a user who isn't the superuser.
@Suite struct FilePermissionTests {
    let fixture = FileFixture()

    private var program: Program {
        var program = Program("filer", preferences: fixture.directory)
        program.wrapper = OtherUser.wrapper
        return program
    }

    /// Runs a command, and gives what it printed.
    private func run(_ words: String...) throws -> String { try program.run([fixture.url.path] + words).output }

    private func setMode(_ mode: mode_t, _ name: String = "") {
        chmod(name.isEmpty ? fixture.directory.path : fixture.directory.file(name).path, mode)
    }

    // MARK: - Directories

    @Test func aReadOnlyDirectoryIsReadAndNotWritten() throws {
        #expect(try run("set", "a", "old") == "ok")
        own()
        setMode(0o555)
        #expect(try run("get", "a") == "old")
        // Also without a lock file or a journal.
        setMode(0o777)
        #expect(try program.run(fixture.url.path, "compact", "a").status == 0)
        unlink(fixture.directory.file(".store.plist.lock").path)
        unlink(fixture.directory.file(".store.plist.journal").path)
        setMode(0o555)
        #expect(try run("get", "a") == "compacted")
        let outcome = try program.run(fixture.url.path, "set", "a", "new")
        #expect(outcome.output == "failed" && outcome.errors.contains("failedWrite"))
        #expect(try run("get", "a") == "compacted")
        #expect(fixture.directory.names == ["store.plist"])
        setMode(0o777)
        #expect(try run("set", "a", "new") == "ok")
    }

    @Test(arguments: [0o000, 0o333] as [mode_t]) func anUnreadableDirectoryIsRefused(_ mode: mode_t) throws {
        #expect(try run("set", "a", "old") == "ok")
        own()
        setMode(mode)
        defer { setMode(0o777) }
        for words in [["get", "a"], ["set", "a", "new"]] {
            let output = try program.run([fixture.url.path] + words).output
            #expect(output.hasPrefix("refused: ") && output.contains("Permission denied"), "\(output)")
        }
        setMode(0o777)
        #expect(try run("get", "a") == "old")
    }

    // MARK: - Files

    @Test func aReadOnlyFileIsReadAndNotWritten() throws {
        #expect(try program.run(fixture.url.path, "compact", "a").status == 0)
        let before = try Data(contentsOf: fixture.url)
        setMode(0o400, "store.plist")
        #expect(try run("get", "a") == "compacted")
        let outcome = try program.run(fixture.url.path, "set", "a", "new")
        #expect(outcome.output == "failed" && outcome.errors.contains("is read-only"), "\(outcome)")
        #expect(try run("get", "a") == "compacted")
        #expect(try Data(contentsOf: fixture.url) == before)
        setMode(0o600, "store.plist")
        #expect(try run("set", "a", "new") == "ok")
    }

    @Test(arguments: ["store.plist", ".store.plist.journal"])
    func aFileThatMayNotBeReadIsRefusedAndIsNoDamage(_ name: String) throws {
        #expect(try program.run(fixture.url.path, "compact", "a").status == 0)
        #expect(try run("set", "b", "journal") == "ok")
        let before = try Data(contentsOf: fixture.directory.file(name))
        setMode(0o200, name)
        for words in [["get", "a"], ["set", "a", "new"]] {
            let output = try program.run([fixture.url.path] + words).output
            #expect(output.hasPrefix("refused: ") && output.contains("Permission denied"), "\(output)")
        }
        setMode(0o600, name)
        #expect(try Data(contentsOf: fixture.directory.file(name)) == before && fixture.aside.isEmpty)
        #expect(try run("get", "a", "b") == "compacted journal")
    }

    // MARK: - Other owners

    @Test func anotherUsersFileIsRefusedAndLeftAsItIs() throws {
        // A file of the superuser, if nobody may give one away.
        let url = OtherUser.isNeeded ? fixture.url : URL(fileURLWithPath: "/etc/passwd")
        if OtherUser.isNeeded {
            try fixture.edit(["a": 1])
            setMode(0o666, "store.plist")
        }
        let before = try Data(contentsOf: url)
        for words in [["get", "a"], ["set", "a", "new"]] {
            let output = try program.run([url.path] + words).output
            #expect(output.hasPrefix("refused: ") && output.contains("belongs to another user, number 0"), "\(output)")
        }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test(.enabled(if: OtherUser.isNeeded, "giving a file to another user needs root; .ci/run runs as root"))
    func anotherUsersJournalIsRefusedAndAnotherUsersLockFileIsNotUsed() throws {
        #expect(try run("set", "a", "old") == "ok")
        for name in [".store.plist.journal", ".store.plist.lock"] {
            let path = fixture.directory.file(name).path
            chown(path, 0, 0)
            chmod(path, 0o666)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let output = try run("set", "a", "new")
            #expect(output.hasPrefix("refused: ") || output == "failed", "\(output)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            chown(path, OtherUser.identifier, OtherUser.identifier)
        }
        #expect(try run("get", "a") == "old")
    }

    /// Gives the directory to the user, as far as that isn't so.
    private func own() {
        if OtherUser.isNeeded { chown(fixture.directory.path, OtherUser.identifier, OtherUser.identifier) }
    }
}
#endif
