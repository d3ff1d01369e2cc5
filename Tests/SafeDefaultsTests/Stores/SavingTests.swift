#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaultsBase
import Testing

@testable import SafeDefaults
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

    /// In a container, a process has the number of the one before, which was killed.
    @Test func aLeftoverCopyOfTheSameNumberIsKeptUntilTheFileIsSaved() throws {
        var program = Program("saver")
        let value = String(repeating: "a", count: 20_000)
        try program.run("acme", "write", value)
        program.wrapper = [
            "sh", "-c",
            "cd '\(program.preferences.path)' && mv acme.plist .acme.plist.saving-$$01 && echo torn > acme.plist "
                + "&& exec \"$0\" \"$@\"",
        ]
        try program.run("acme", "report-under-a-limit", "short")
        program.wrapper = []
        #expect(try program.run("acme", "read").output == "\(value) nil 0")
        try program.run("acme", "write", "new")
        #expect(try program.run("acme", "read").output == "new nil 0")
    }

    @Test func aNewCopyComesAfterAnOlderOneOfTheSameNumber() throws {
        let folder = TemporaryDirectory()
        let place = PreferencesPlace(resolving: folder.file("acme.plist").path)
        try Data().write(to: URL(fileURLWithPath: place.draft(2)))
        let draft = try PreferencesDraft(of: [StoredName("a"): 1], beside: place)
        #expect(FileManager.default.fileExists(atPath: place.draft(3)))
        draft.remove()
    }

    @Test func anExitDuringAMigrationEnds() throws {
        let outcome = try Program("saver").run("acme", "exit-in-migration", "text")
        #expect(outcome.output.hasSuffix("ended"), "\(outcome)")
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

    @Test(.enabled(if: getuid() == 0, "mounting a file system needs root; .ci/run runs as root"))
    func aFullDiskLosesNoValueOfTwoStores() throws {
        var program = Program("saver")
        let script = """
            set -e
            mount -t tmpfs -o size=96k tmpfs "$XDG_CONFIG_HOME"
            "$1" acme write "$(head -c 20000 /dev/zero | tr '\\0' a)"
            "$1" zebra write "$(head -c 20000 /dev/zero | tr '\\0' a)"
            for name in acme zebra; do cp "$XDG_CONFIG_HOME/$name.plist" "$HOME.$name"; done
            dd if=/dev/zero of="$XDG_CONFIG_HOME/filler" bs=1k count=8 2>/dev/null
            "$1" acme write-two-and-report "$(head -c 30000 /dev/zero | tr '\\0' b)" zebra >/dev/null
            "$1" new write-and-report "$(head -c 50000 /dev/zero | tr '\\0' b)" >/dev/null
            for name in acme zebra; do cmp "$XDG_CONFIG_HOME/$name.plist" "$HOME.$name"; done
            echo intact
            ls -A "$XDG_CONFIG_HOME"
            """
        program.wrapper = ["unshare", "--mount", "bash", "-c", script, "-"]
        let outcome = try program.run()
        defer { for name in ["acme", "zebra"] { unlink("\(program.preferences.path).\(name)") } }
        #expect(outcome.output == "intact\nacme.plist\nfiller\nzebra.plist")
        #expect(outcome.errors.contains("failedSave"))
        #expect(!outcome.errors.contains("damagedFile"))
    }

    // MARK: - Files that Foundation can't read

    private static let damaged: [Data] =
        [
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>text</key><str", "no property list at all {",
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>", "bplist00garbage", "\0\0\0\0",
            "/* of comments only */", "// of comments only\n", "", String(repeating: " ", count: 10_000),
        ].map { Data($0.utf8) } + [
            // Binary lists that look valid, but that Foundation reads as empty, or can't read after it has saved them:
            // an empty string, a byte too many, and a date that is not finite.
            Data("bplist00".utf8) + Data([0xD1, 1, 2, 0x60, 0x10, 1, 8, 11, 12]) + trailer(objects: 3, table: 14),
            Data("bplist00".utf8) + Data([0xD1, 1, 2] + "Ttext".utf8 + "Sold".utf8 + [8, 11, 16, 0])
                + trailer(objects: 3, table: 20),
            Data("bplist00".utf8) + Data([0xD1, 1, 2, 0x51, 0x61, 0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0, 8, 11, 13])
                + trailer(objects: 3, table: 22),
        ]

    private static func trailer(objects: UInt8, table: UInt8) -> Data {
        Data([0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, objects] + [UInt8](repeating: 0, count: 15) + [table])
    }

    @Test(arguments: damaged) func aDamagedFileIsMovedAsideBeforeItIsReplaced(content: Data) throws {
        let program = Program("saver")
        try content.write(to: program.preferences.file("acme.plist"))
        if !content.isEmpty {
            #expect(try program.run("acme", "read").output.hasSuffix(" nil 0"))
            #expect(try Data(contentsOf: program.preferences.file("acme.plist")) == content, "a read leaves it alone")
        }
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new" && outcome.errors.contains("damagedFile"))
        let aside = program.preferences.names.filter { $0.hasPrefix("acme.plist.damaged-") }
        // Of an empty file, nothing is kept.
        #expect(aside.count == (content.isEmpty ? 0 : 1) && program.preferences.names.count == aside.count + 1)
        for name in aside { #expect(try Data(contentsOf: program.preferences.file(name)) == content) }
        #expect(try program.run("acme", "read").output == "new nil 0")
    }

    /// Of a file that is damaged at each start: the first copy and the last ones.
    @Test(arguments: ["acme.plist", "named/defaults.plist"])
    func onlySomeCopiesOfDamagedFilesAreKept(path: String) throws {
        let program = Program("saver")
        let file = program.preferences.file(path)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let earlier = (10..<25).map { "\(file.lastPathComponent).damaged-2020-01-\($0)T120000Z" }
        for name in earlier + [file.lastPathComponent] {
            try Data("damaged".utf8).write(to: folder.appendingPathComponent(name))
        }
        try program.run(path == "acme.plist" ? ["acme", "count-once"] : ["-", "named", "named"])
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("damaged") }
        let kept = [earlier[0]] + earlier.suffix(8)
        #expect(copies.count == 10 && Set(copies).isSuperset(of: kept), "\(copies)")
    }

    /// Else the number of a removed copy would be given to the next one, which would then be taken for an old one.
    @Test func theCopiesOfTheNewestSecondAreKept() throws {
        let folder = TemporaryDirectory()
        let copies = (0..<15).map { "acme.plist.damaged-2020-01-01T120000Z" + ($0 == 0 ? "" : "-\($0)") }
        for name in copies { try Data().write(to: folder.file(name)) }
        DamagedCopies.removeSuperfluous(of: "acme.plist", in: folder.path, newest: copies[1])
        #expect(Set(folder.names) == Set(copies))
        let newest = "acme.plist.damaged-2019-01-01T120000Z"
        try Data().write(to: folder.file(newest))
        // The clock was set back.
        DamagedCopies.removeSuperfluous(of: "acme.plist", in: folder.path, newest: newest)
        #expect(Set(folder.names) == Set([newest] + copies.suffix(9)))
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

    // MARK: - Files and directories that may not be written

    /// Runs the program as user "nobody" if the tests run as root, who may write everything.
    private func restrained(_ program: Program) -> Program {
        var program = program
        if getuid() == 0 { program.wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] }
        return program
    }

    @Test(arguments: ["a read-only directory", "a read-only file", "an unreadable file"])
    func whatMayNotBeWrittenIsReportedAndStaysAsItIs(obstacle: String) throws {
        let program = Program("saver")
        let writer = restrained(program)
        let owner = obstacle == "a read-only directory" ? program : writer
        try owner.run("acme", "write", "old")
        let file = program.preferences.file("acme.plist")
        let before = try Data(contentsOf: file)
        chmod(file.path, obstacle == "an unreadable file" ? 0o200 : 0o444)
        if obstacle == "a read-only directory" { chmod(program.preferences.path, 0o555) }
        defer { chmod(program.preferences.path, 0o777) }
        if obstacle != "an unreadable file" { #expect(try writer.run("acme", "read").output == "old nil 0") }
        let outcome = try writer.run("acme", "write-and-report", "new")
        #expect(outcome.output == "false new")
        #expect(outcome.errors.contains(obstacle == "an unreadable file" ? "can't be read" : "failedSave"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == (obstacle == "an unreadable file" ? 0o200 : 0o444))
        chmod(file.path, 0o600)
        #expect(try Data(contentsOf: file) == before && program.preferences.names == ["acme.plist"])
        #expect(try owner.run("acme", "read").output == "old nil 0")
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

    /// A count isn't begun anew because the first read failed.
    @Test func whatCantBeReadAtTheStartIsReadOnceItCan() throws {
        let program = restrained(Program("saver"))
        let file = program.preferences.file("acme.plist")
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["count": 7, "text": "old"], format: .xml, options: 0)
        try data.write(to: file)
        if getuid() == 0 { chown(file.path, 65_534, 65_534) }
        chmod(file.path, 0o200)
        let outcome = try program.run("acme", "count-when-readable", file.path)
        #expect(outcome.output == "0 notYetReadable false\ntrue new 8", "\(outcome.errors)")
        #expect(outcome.errors.contains("can't be read by this user"))
        #expect(try program.run("acme", "read").output == "new nil 8")
        #expect(program.preferences.names == ["acme.plist"])
    }

    /// The library sets 1 over 1.0 anew, which Foundation takes for a change until it has saved it.
    @Test func whatWasSetAnewInMemoryIsNotSavedOverTheValueOfAnotherProcess() throws {
        let (program, files) = (Program("saver"), TemporaryDirectory())
        let values = ["count": 1.0, "other": 2.0]
        try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
            .write(to: program.preferences.file("acme.plist"))
        let saver = try program.start(["acme", "save-around", files.file("stop").path])
        var lines = LineReader(saver.output.fileHandleForReading)
        #expect(lines.next() == "true")
        try program.run("acme", "count-once")
        try Data().write(to: files.file("stop"))
        #expect(saver.end().output == "true")
        #expect(try program.run("acme", "read").output.hasSuffix(" 2"))
    }

    @Test func whatTheProcessItselfSetsBackDirectlyStays() throws {
        #expect(try Program("saver").run("acme", "set-back-directly").output == "true 0")
        // Over a write that isn't saved yet.
        #expect(try Program("saver").run("acme", "set-another-number-directly").output == "true 0.25")
    }

    /// Foundation's XML loses the one, and its reader refuses the other.
    @Test func aNULAndAByteOrderMarkAreKept() throws {
        let program = Program("saver")
        #expect(try program.run("acme", "write-odd-values").output == "true")
        #expect(try program.run("acme", "read-odd-values").output == "true true 7")
        try program.run("acme", "count-once")
        #expect(try program.run("acme", "read-odd-values").output == "true true 8")
        #expect(program.preferences.names == ["acme.plist"])
    }

    /// Foundation reads more encodings than the library knows, and lists with something behind their end.
    @Test(arguments: ["utf-16", "windows-1252", "no declaration", "something behind the end"])
    func whatFoundationReadsIsNotDamaged(form: String) throws {
        let program = Program("saver")
        let head = form == "no declaration" ? "" : #"<?xml version="1.0" encoding="\#(form)"?>"#
        let rest = form == "something behind the end" ? "\n<!-- encoding -->\0" : ""
        let isUTF8 = form == "no declaration" || !rest.isEmpty
        let text =
            (isUTF8 ? "" : head) + "<plist><dict><key>text</key><string>encoding</string></dict></plist>" + rest
        let encoding: String.Encoding = form == "utf-16" ? .utf16 : form == "windows-1252" ? .windowsCP1252 : .utf8
        try #require(text.data(using: encoding)).write(to: program.preferences.file("acme.plist"))
        let isRead = try program.run("acme", "read").output == "encoding nil 0"
        try program.run("acme", "count-once")
        if isRead { #expect(try program.run("acme", "read").output == "encoding nil 1") }
        #expect(isRead == (program.preferences.names == ["acme.plist"]))
    }

    @Test func nothingIsSavedWithoutAHome() throws {
        var program = Program("saver")
        program.wrapper = ["env", "-u", "HOME", "-u", "XDG_CONFIG_HOME"]
        for suite in ["acme", "-"] {
            let outcome = try program.run(suite, "write-and-report", "new")
            #expect(outcome.output == "false new" && outcome.errors.contains("HOME"), "\(outcome)")
        }
        #expect(access("/.config", F_OK) != 0)
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
