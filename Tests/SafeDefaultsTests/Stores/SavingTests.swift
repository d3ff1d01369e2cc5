#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

@Suite struct SavingStressTests {
    @Test func aKilledSaveKeepsEarlierValues() throws {
        let program = Program("saver")
        try program.run("acme", "write", "kept")
        for round in 0..<Stress.count(4, usual: 12) {
            let running = try program.start(["acme", "count-and-flush"])
            _ = running.output.fileHandleForReading.availableData
            usleep(UInt32(round % 20) * 1_300)
            running.kill()
            // The first write restores the file after a save that was cut short.
            try program.run("acme", "write", "kept \(round)")
            let values = try program.run("acme", "read").output.split(separator: " ")
            #expect(values.dropLast(2).joined(separator: " ") == "kept \(round)")
            #expect(values.last.flatMap { Int($0) } ?? 0 > 0, "round \(round): \(values) \(program.preferences.names)")
        }
    }
}

@Suite struct SavingTests {
    @Test(arguments: [
        "write", "write-async", "write-exit", "exit-in-update", "exit-in-locked-update", "exit-in-worker",
        "exit-in-handler", "exit-while-saving", "write-in-exit-handler",
    ])
    func everyNormalEndSavesWrites(ending: String) throws {
        let program = Program("saver")
        try program.run("acme", ending, "kept")
        #expect(try program.run("acme", "read").output.hasPrefix("kept "))
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func aReturnFromASynchronousMainSavesWrites() throws {
        let program = Program("helper")
        try program.run("leave", "acme", "kept")
        let reader = Program("saver", preferences: program.preferences)
        #expect(try reader.run("acme", "read").output == "kept nil 0")
    }

    @Test func theStandardStoreIsSavedUnderTheProgramsName() throws {
        let program = Program("saver")
        try program.run("-", "write", "kept")
        #expect(try program.run("-", "read").output == "kept nil 0")
        #expect(program.preferences.names == ["saver.plist"])
    }

    @Test func aWriteIsSavedSoonByItself() throws {
        let program = Program("saver")
        let running = try program.start(["acme", "write-and-wait", "kept"])
        _ = running.output.fileHandleForReading.availableData
        let deadline = Date(timeIntervalSinceNow: 20)
        while try program.run("acme", "read").output != "kept nil 0", Date() < deadline { usleep(10_000) }
        running.kill()
        #expect(try program.run("acme", "read").output == "kept nil 0")
    }

    @Test func flushedValuesSurviveAKill() throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "flush-and-kill", "kept")
        #expect(outcome.output == "true")
        #expect(try program.run("acme", "read").output == "kept nil 0")
    }

    // MARK: - A save that is cut short

    @Test func aFileThatIsTooLargeToWriteIsPutBackAndReported() throws {
        let program = Program("saver")
        try program.run("acme", "write", String(repeating: "a", count: 3_000))
        let before = try Data(contentsOf: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "report-under-a-limit", String(repeating: "b", count: 60_000))
        #expect(outcome.output == "false " + String(repeating: "b", count: 60_000))
        #expect(outcome.errors.contains("failedSave"))
        #expect(try Data(contentsOf: program.preferences.file("acme.plist")) == before)
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test(.enabled(if: getuid() == 0, "mounting a file system needs root; .ci/run runs as root"))
    func aFullDiskIsReportedAndLosesNoValue() throws {
        var program = Program("saver")
        // In a mount namespace of its own: a disk of 64 KiB with a file of 20 KB, which is then filled completely.
        let script = """
            set -e
            mount -t tmpfs -o size=64k tmpfs "$XDG_CONFIG_HOME"
            "$1" acme write "$(head -c 20000 /dev/zero | tr '\\0' a)"
            cp "$XDG_CONFIG_HOME/acme.plist" "$HOME.before"
            dd if=/dev/zero of="$XDG_CONFIG_HOME/filler" bs=1k 2>/dev/null || true
            "$1" acme write-and-report "$(head -c 30000 /dev/zero | tr '\\0' b)" >/dev/null
            cmp "$XDG_CONFIG_HOME/acme.plist" "$HOME.before" && echo intact
            rm "$XDG_CONFIG_HOME/filler"
            "$1" acme write again
            "$1" acme read
            ls -A "$XDG_CONFIG_HOME"
            """
        program.wrapper = ["unshare", "--mount", "bash", "-c", script, "-"]
        let outcome = try program.run()
        defer { unlink(program.preferences.path + ".before") }
        #expect(outcome.output == "intact\nagain nil 0\nacme.plist")
        #expect(outcome.errors.contains("failedSave"))
    }

    @Test func aFlushIsTrueWhileOthersWrite() throws {
        #expect(try Program("saver").run("acme", "flush-among-writers").output == "0")
    }

    @Test func aSuiteWithTheLongestNameIsSavedAndRepaired() throws {
        let program = Program("saver")
        let name = String(repeating: "n", count: 249)
        #expect(try program.run(name, "write-and-report", "a").output == "true a")
        #expect(try program.run(name, "write-and-report", "b").output == "true b")
        try Data("damaged".utf8).write(to: program.preferences.file("\(name).plist"))
        #expect(try program.run(name, "write-and-report", "c").output == "true c")
        #expect(program.preferences.names.count == 2)
    }

    // MARK: - Copies of killed processes

    /// The name of a copy of a process that no longer runs.
    private static let leftover = ".acme.plist.saving-4194305"

    @Test func aLeftoverCopyReplacesAnEmptyFile() throws {
        let program = Program("saver")
        try program.run("acme", "write", "kept")
        try FileManager.default.moveItem(
            at: program.preferences.file("acme.plist"), to: program.preferences.file(Self.leftover))
        try Data().write(to: program.preferences.file("acme.plist"))
        try program.run("acme", "count-once")
        #expect(try program.run("acme", "read").output == "kept nil 1")
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func aLeftoverCopyIsRemovedOnceTheFileIsSaved() throws {
        let program = Program("saver")
        try program.run("acme", "write", "old")
        try FileManager.default.copyItem(
            at: program.preferences.file("acme.plist"), to: program.preferences.file(Self.leftover))
        try program.run("acme", "write", "new")
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func theFileOfASuiteWithASimilarNameIsNoLeftoverCopy() throws {
        let program = Program("saver")
        let long = String(repeating: "n", count: 248)
        let names = [".acme.plist.saving-1", long + "1", long + "2"]
        for name in names { try program.run(name, "write", "old") }
        for name in names + ["acme"] { try program.run(name, "write", "new") }
        for name in names { #expect(try program.run(name, "read").output == "new nil 0") }
        #expect(program.preferences.names.count == 4)
    }

    @Test func theCopyOfARunningProcessIsLeftAlone() throws {
        let program = Program("saver")
        try program.run("acme", "write", "kept")
        let copy = program.preferences.file(Self.leftover)
        try FileManager.default.moveItem(at: program.preferences.file("acme.plist"), to: copy)
        try Data().write(to: program.preferences.file("acme.plist"))
        let descriptor = open(copy.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        try program.run("acme", "write", "new")
        #expect(program.preferences.names == [Self.leftover, "acme.plist"])
    }

    // MARK: - Two stores, which Foundation saves together

    @Test(arguments: ["acme", "zebra"])
    func aStoreThatCantBeSavedPreventsNoOtherSave(bad: String) throws {
        let program = Program("saver")
        let good = bad == "acme" ? "zebra" : "acme"
        try program.run(good, "write", "old")
        try FileManager.default.createDirectory(
            at: program.preferences.file("\(bad).plist"), withIntermediateDirectories: false)
        let outcome = try program.run(good, "write-two-and-report", "new", bad)
        #expect(outcome.output == "true new false new\nnew new")
        #expect(try program.run(good, "read").output == "new nil 0")
        #expect(!outcome.errors.contains("\(good).plist"))
    }

    @Test func theRemovalOfALastValueIsSavedWhileAnotherStoreCantBe() throws {
        let program = Program("saver")
        try program.run("acme", "write", "old")
        try FileManager.default.createDirectory(
            at: program.preferences.file("bad.plist"), withIntermediateDirectories: false)
        try program.run("bad", "remove-from", "acme")
        #expect(try program.run("acme", "read").output == "nil nil 0")
        #expect(program.preferences.names == ["bad.plist"])
    }

    @Test(.enabled(if: getuid() == 0, "mounting a file system needs root; .ci/run runs as root"))
    func aFullDiskLosesNoValueOfTwoStores() throws {
        var program = Program("saver")
        let script = """
            set -e
            mount -t tmpfs -o size=96k tmpfs "$XDG_CONFIG_HOME"
            "$1" acme write "$(head -c 20000 /dev/zero | tr '\\0' a)"
            "$1" zebra write "$(head -c 20000 /dev/zero | tr '\\0' a)"
            cp "$XDG_CONFIG_HOME/acme.plist" "$HOME.before"
            dd if=/dev/zero of="$XDG_CONFIG_HOME/filler" bs=1k count=8 2>/dev/null
            "$1" acme write-two-and-report "$(head -c 30000 /dev/zero | tr '\\0' b)" zebra >/dev/null
            "$1" new write-and-report "$(head -c 50000 /dev/zero | tr '\\0' b)" >/dev/null
            cmp "$XDG_CONFIG_HOME/acme.plist" "$HOME.before"
            cmp "$XDG_CONFIG_HOME/zebra.plist" "$HOME.before"
            echo intact
            ls -A "$XDG_CONFIG_HOME"
            """
        program.wrapper = ["unshare", "--mount", "bash", "-c", script, "-"]
        let outcome = try program.run()
        defer { unlink(program.preferences.path + ".before") }
        #expect(outcome.output == "intact\nacme.plist\nfiller\nzebra.plist")
        #expect(outcome.errors.contains("failedSave"))
        #expect(!outcome.errors.contains("damagedFile"))
    }

    // MARK: - Files that Foundation can't read

    @Test(arguments: [
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>text</key><str", "no property list at all {",
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>", "bplist00garbage", "\0\0\0\0",
        "/* of comments only */", "// of comments only\n",
    ])
    func aDamagedFileIsMovedAsideBeforeItIsReplaced(content: String) throws {
        let program = Program("saver")
        try Data(content.utf8).write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new")
        #expect(outcome.errors.contains("damagedFile"))
        #expect(program.preferences.names.count == 2)
        let aside = try #require(program.preferences.names.first { $0.hasPrefix("acme.plist.damaged-") })
        #expect(try Data(contentsOf: program.preferences.file(aside)) == Data(content.utf8))
        #expect(try program.run("acme", "read").output == "new nil 0")
    }

    /// Binary lists that look valid, but that Foundation reads as empty, or can't read after it has saved them.
    @Test(arguments: ["a byte too many", "a date that is not finite", "an empty text"])
    func aBinaryListThatFoundationReadsAsEmptyIsDamaged(flaw: String) throws {
        let program = Program("saver")
        let list: [String: Any] = ["text": "old", "other": Date(timeIntervalSinceReferenceDate: 1)]
        var data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        switch flaw {
        case "a byte too many": data.insert(0, at: data.count - 32)
        case "a date that is not finite":
            let date = try #require(data.firstIndex(of: 0x33))
            data.replaceSubrange(date + 1..<date + 3, with: [0x7F, 0xF0])
            data.replaceSubrange(date + 3..<date + 9, with: [UInt8](repeating: 0, count: 6))
        default:
            data = Data("bplist00".utf8) + Data([0xD1, 1, 2, 0x60, 0x10, 1, 8, 11, 12])
            data += Data([0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 15) + [14])
        }
        try data.write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new")
        #expect(outcome.errors.contains("damagedFile"))
        let aside = try #require(program.preferences.names.first { $0.hasPrefix("acme.plist.damaged-") })
        #expect(try Data(contentsOf: program.preferences.file(aside)) == data)
    }

    /// Without a home, Foundation writes below the root of the file system.
    @Test(.enabled(if: getuid() == 0, "mounting a file system needs root; .ci/run runs as root"))
    func withoutAHomeADamagedFileIsMovedAsideInFoundationsPlace() throws {
        var program = Program("saver")
        let script = """
            set -e
            mkdir -p /.config
            mount -t tmpfs tmpfs /.config
            cd "$XDG_CONFIG_HOME"
            mkdir .config relative
            for place in .config relative; do echo other > $place/acme.plist; done
            for variable in HOME= XDG_CONFIG_HOME= XDG_CONFIG_HOME=relative; do
                echo "damaged $variable" > /.config/acme.plist
                env -u XDG_CONFIG_HOME -u HOME "$variable" "$1" acme write-and-report new
                env -u XDG_CONFIG_HOME -u HOME "$variable" "$1" acme read
                cat /.config/acme.plist.damaged-*
                rm /.config/acme.plist*
            done
            cat .config/acme.plist relative/acme.plist
            """
        program.wrapper = ["unshare", "--mount", "bash", "-c", script, "-"]
        let isNew = !FileManager.default.fileExists(atPath: "/.config")
        defer { if isNew { rmdir("/.config") } }
        let outcome = try program.run()
        let blocks = ["HOME=", "XDG_CONFIG_HOME=", "XDG_CONFIG_HOME=relative"].map {
            "true new\nnew nil 0\ndamaged \($0)\n"
        }
        #expect(outcome.output == blocks.joined() + "other\nother")
        #expect(outcome.errors.components(separatedBy: "damagedFile").count == 4, "\(outcome.errors)")
    }

    @Test func aReadOfADamagedFileLeavesItAlone() throws {
        let program = Program("saver")
        try Data("damaged".utf8).write(to: program.preferences.file("acme.plist"))
        #expect(try program.run("acme", "read").output == "nil nil 0")
        #expect(try Data(contentsOf: program.preferences.file("acme.plist")) == Data("damaged".utf8))
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func anEmptyFileIsReportedAndUsed() throws {
        let program = Program("saver")
        try Data().write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new")
        #expect(outcome.errors.contains("damagedFile"))
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func aSoundFileInAnotherFormIsNotTakenForDamaged() throws {
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let program = Program("saver")
            let list: [String: Any] = [
                "text": "old", "other": "kept \u{1}", "deep": ["a": [1, 2.5, true, Date(), Data([1])]],
            ]
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            try data.write(to: program.preferences.file("acme.plist"))
            let outcome = try program.run("acme", "write-and-report", "new")
            #expect(outcome.errors.isEmpty)
            #expect(try program.run("acme", "read").output == "new kept \u{1} 0")
            #expect(program.preferences.names == ["acme.plist"])
        }
    }

    @Test func aDeviceInTheFilesPlaceIsReportedAndBlocksNothing() throws {
        let program = Program("saver")
        let path = program.preferences.file("acme.plist").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains("failedSave"))
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func aLinkWithoutATargetIsFollowedOnceThereIsOne() throws {
        let program = Program("saver")
        let path = program.preferences.file("acme.plist").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
        let outcome = try program.run("acme", "damage-between-saves", program.preferences.file("target").path)
        #expect(outcome.errors.contains("damagedFile"))
        #expect(program.preferences.names.count == 3)
        #expect(program.preferences.names.last?.hasPrefix("target.damaged-") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "target")
    }

    @Test func aDirectoryInTheFilesPlaceIsReported() throws {
        let program = Program("saver")
        try FileManager.default.createDirectory(
            at: program.preferences.file("acme.plist"), withIntermediateDirectories: false)
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains("failedSave"))
    }

    // MARK: - Files and directories that may not be written

    /// Runs the program as user "nobody" if the tests run as root, who may write everything.
    private func restrained(_ program: Program) -> Program {
        var program = program
        if getuid() == 0 { program.wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] }
        return program
    }

    @Test func aReadOnlyDirectoryIsReportedAndReadsWork() throws {
        let program = Program("saver")
        try program.run("acme", "write", "old")
        chmod(program.preferences.file("acme.plist").path, 0o444)
        chmod(program.preferences.path, 0o555)
        defer { chmod(program.preferences.path, 0o777) }
        let nobody = restrained(program)
        #expect(try nobody.run("acme", "read").output == "old nil 0")
        let outcome = try nobody.run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains("failedSave"))
        #expect(try program.run("acme", "read").output == "old nil 0")
    }

    @Test(.enabled(if: getuid() == 0, "only root can make a file of another user; .ci/run runs as root"))
    func aFileOfAnotherUserIsReportedAndLeftAlone() throws {
        let program = Program("saver")
        try program.run("acme", "write", "old")
        let before = try Data(contentsOf: program.preferences.file("acme.plist"))
        let outcome = try restrained(program).run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains("failedSave"))
        #expect(try Data(contentsOf: program.preferences.file("acme.plist")) == before)
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test func anOwnFileThatCantBeReadIsMovedAsideAndNotReplaced() throws {
        let program = restrained(Program("saver"))
        try program.run("acme", "write", "old")
        let before = try Data(contentsOf: program.preferences.file("acme.plist"))
        chmod(program.preferences.file("acme.plist").path, 0o200)
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new")
        #expect(outcome.errors.contains("damagedFile"))
        let aside = try #require(program.preferences.names.first { $0.hasPrefix("acme.plist.damaged-") })
        chmod(program.preferences.file(aside).path, 0o600)
        #expect(try Data(contentsOf: program.preferences.file(aside)) == before)
    }

    @Test func anOwnReadOnlyFileIsReportedAndStaysAsItIs() throws {
        let program = restrained(Program("saver"))
        try program.run("acme", "write", "old")
        let path = program.preferences.file("acme.plist").path
        chmod(path, 0o444)
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains("failedSave"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o444)
        #expect(try program.run("acme", "read").output == "old nil 0")
    }

    @Test func filesAreTheOwnersOnly() throws {
        var program = Program("saver")
        program.wrapper = ["bash", "-c", "umask 000; exec \"$@\"", "-"]
        try program.run("acme", "write", "a")
        try program.run("acme", "write", "b")
        let attributes = try FileManager.default.attributesOfItem(atPath: program.preferences.file("acme.plist").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
#endif
