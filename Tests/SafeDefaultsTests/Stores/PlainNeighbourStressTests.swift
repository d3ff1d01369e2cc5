#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Two processes over one suite, in one of which other code calls `synchronize()`.
///
/// Foundation then saves all that was changed in that process since its last save, as XML, in Germany with a decimal
/// comma.
@Suite struct PlainNeighbourStressTests {
    @Test(
        .noHang, .enabled(if: LocaleTests.hasSources, "the locales aren't installed; left to .ci/run"),
        arguments: ["C", "de_DE.UTF-8"])
    func aSynchronizeByOtherCodeDoesntBringBackOldValues(locale: String) throws {
        let (program, files) = (Program("saver"), TemporaryDirectory())
        var neighbour = program
        neighbour.wrapper = ["env", "LC_ALL=\(locale)", "LOCPATH=\(try LocaleTests.folder.get().path)"]
        let turn = files.file("turn")
        let other = try neighbour.start(["acme", "synchronize-for-each-file", turn.path])
        var lines = LineReader(other.output.fileHandleForReading)
        #expect(lines.next() == "true")
        let rounds = Stress.count(6, cases: 12, usual: 25, full: 100)
        for round in 1...rounds {
            #expect(try program.run("acme", "save-round", "\(round)").output == "true", "\(round)")
            try Data().write(to: turn)
            while access(turn.path, F_OK) == 0 { usleep(1_000) }
            let found = try program.run("acme", "what-is-there", "\(round)")
            #expect(found.output == "20 \(round)" && found.errors.isEmpty, "\(found)")
        }
        try Data("end".utf8).write(to: turn, options: .atomic)
        let (said, errors) = other.end()
        #expect(said == "true" && errors.isEmpty, "\(said) \(errors)")
        #expect(try program.run("acme", "what-is-there", "\(rounds)").output == "20 \(rounds)")
        #expect(program.preferences.names == ["acme.plist"])
    }

    /// Foundation saves all suites with each `synchronize()`, so it also writes to a file that is being replaced.
    ///
    /// Then it may read the file. With a slow system it does both in the middle of a replacement.
    ///
    /// Of few names, none may be left of those by which a save notices whether Foundation has read the file.
    @Test(.noHang, arguments: Stress.cases(each: 3, of: [(nil, 5), (nil, 20), ("slow 10000", 5), ("slow 10000", 20)]))
    func noWriteIsLostBesideAThreadThatSynchronizes(system: String?, names: Int) throws {
        for _ in 0..<Stress.count(1, full: 40) {
            var program = Program("saver")
            if let system {
                program.wrapper = try Shim.wrapper(system) + ["SHIM_FOLDER=\(program.preferences.path)"]
            }
            let outcome = try program.run("acme", "write-beside-synchronize", "\(names)")
            #expect(outcome.output == "[] true\n0" && outcome.errors.isEmpty, "\(outcome)")
        }
    }

    /// Writes a preferences file, and begins a save of it.
    private static func begunSave(of values: [String: Int]) throws -> (file: PreferencesFile, place: URL) {
        let suite = "begun-\(UUID().uuidString)"
        let place = PreferencesDirectory.url.appendingPathComponent("\(suite).plist")
        try FileManager.default.createDirectory(at: PreferencesDirectory.url, withIntermediateDirectories: true)
        try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0).write(to: place)
        var file = try #require(PreferencesFile(of: suite))
        var issues: [DefaultsIssue] = []
        try file.begin(writing: [:], &issues)
        #expect(issues.isEmpty)
        return (file, place)
    }

    /// A file that can't be opened or looked at in the last moment isn't taken for one that other code has removed.
    @Test func aFileThatCannotBeLookedAtIsNotMissing() throws {
        var (file, place) = try Self.begunSave(of: ["a": 1, "b": 2])
        defer { try? FileManager.default.removeItem(at: place) }
        var outcome = file.outcome(true)
        outcome.memory = [StoredName("a"): .integer(1), StoredName("b"): .integer(3)]
        try FileManager.default.removeItem(at: place)
        // Neither can be done with a link that leads to itself.
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: place)
        #expect(throws: DefaultsError.self) {
            try file.finish(outcome, SharedWord()) { replace throws(PreferencesDraft.Failure) in
                try replace([:])
            } putMemoryRight: { _, _ in
            }
        }
        let saved = try PropertyListSerialization.propertyList(from: Data(contentsOf: place), format: nil)
        #expect(saved as? [String: Int] == ["a": 1, "b": 3])
    }

    /// A save notices by some names of the file whether Foundation has read it.
    ///
    /// One that the library removes meanwhile says nothing about that. Foundation also removes the file, if other code
    /// has removed all values.
    @Test(arguments: [false, true]) func whatIsRemovedDuringASaveIsNotRestored(removesAll: Bool) throws {
        var (file, place) = try Self.begunSave(of: ["a": 1, "b": 2])
        defer { try? FileManager.default.removeItem(at: place) }
        file.noteMemory(isChanged: { _ in false }) { $0 == "a" ? 1 : nil }
        var outcome = file.outcome(true)
        outcome.memory = [StoredName("b"): .integer(2)]
        outcome.later = [StoredName("a")]
        if removesAll { try FileManager.default.removeItem(at: place) }
        _ = try file.finish(outcome, SharedWord()) { replace throws(PreferencesDraft.Failure) in
            try replace([:])
        } putMemoryRight: { _, _ in
        }
        let saved = try? PropertyListSerialization.propertyList(from: Data(contentsOf: place), format: nil)
        #expect(saved as? [String: Int] == (removesAll ? nil : ["b": 2]))
    }

    /// A file that can't be replaced, such as one that is mounted by itself, is left as Foundation has written it.
    ///
    /// Reads have waited since the attempt.
    @Test func memoryIsPutRightIfTheFileCannotBeReplaced() throws {
        var (file, place) = try Self.begunSave(of: ["a": 1])
        defer { try? FileManager.default.removeItem(at: place) }
        try FileManager.default.contentsOfDirectory(at: PreferencesDirectory.url, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(".\(place.lastPathComponent)") }
            .forEach(FileManager.default.removeItem)
        try Data(contentsOf: place).write(to: place)
        var outcome = file.outcome(true)
        outcome.memory = [StoredName("a"): .integer(1)]
        let replacements = SharedWord()
        _ = try file.finish(outcome, replacements) { replace throws(PreferencesDraft.Failure) in
            try replace([:])
        } putMemoryRight: { saved, _ in
            #expect(saved == [StoredName("a"): .integer(1)] && replacements.value == 1)
            replacements.set(2)
        }
        #expect(replacements.value == 2)
    }

    /// `synchronize()` of another thread removes the file when its last value goes, and makes it again.
    ///
    /// A save that looks at it twice may find it only once, which is no failure.
    @Test(.noHang) func aFileThatComesAndGoesFailsNoSave() throws {
        let suite = "coming-\(UUID().uuidString)"
        let folder = PreferencesDirectory.url
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (place, original) = (folder.appendingPathComponent("\(suite).plist"), folder.appendingPathComponent(suite))
        defer { for file in [place, original] { try? FileManager.default.removeItem(at: file) } }
        try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0).write(to: original)
        let isDone = SharedWord()
        let other = Thread {
            while !isDone.isSet {
                link(original.path, place.path)
                unlink(place.path)
            }
        }
        other.start()
        defer {
            isDone.set(true)
            while !other.isFinished { usleep(1_000) }
        }
        var file = try #require(PreferencesFile(of: suite))
        var issues: [DefaultsIssue] = []
        var unread = 0
        for _ in 1...2_000 {
            try file.begin(writing: [:], &issues)
            if file.outcome(true).shown == nil { unread += 1 }
            file.abandon()
        }
        #expect(unread == 0 && issues.isEmpty, "\(unread) \(issues)")
    }

    /// A thread that has emptied the file may have to wait for its turn before it writes.
    @Test(arguments: ["what-is-there", "save-round"]) func aFileThatIsEmptyForAWhileIsWaitedFor(command: String) throws
    {
        let program = Program("saver")
        #expect(try program.run("acme", "save-round", "1").output == "true")
        let file = program.preferences.file("acme.plist")
        let values = try Data(contentsOf: file)
        try Data().write(to: file)
        let running = try program.start(["acme", command, command == "save-round" ? "2" : "1"])
        usleep(700_000)
        try values.write(to: file)
        let (said, errors) = running.end()
        #expect(errors.isEmpty && said == (command == "save-round" ? "true" : "20 1"), "\(said) \(errors)")
    }

    /// Foundation removes a file of no values, and creates another one for the next value.
    @Test(
        .noHang,
        arguments: [
            ("-", "meanwhile,write"), ("acme", "meanwhile,write"), ("acme", "meanwhile,write,read"),
            ("acme", "remove,write"), ("acme", "remove,write,read"), ("acme", "remove,write,meanwhile,write"),
            ("acme", "remove,write,meanwhile,write,read"), ("acme", "directly then,write,directly meanwhile"),
            ("acme", "then,directly meanwhile"),
        ])
    func aChangeThatOtherCodeSavesMeanwhileIsKept(suite: String, changes: String) throws {
        var (program, files) = (Program("saver"), TemporaryDirectory())
        let file = program.preferences.file("\(suite == "-" ? "saver" : suite).plist")
        try PropertyListSerialization.data(fromPropertyList: ["text": "old", "count": 1], format: .xml, options: 0)
            .write(to: file)
        let gate = files.file("gate").path
        program.wrapper =
            try Shim.wrapper("rename 0") + ["SHIM_FOLDER=\(program.preferences.path)", "SHIM_GATE=\(gate)"]
        let outcome = try program.run(suite, "change-before-a-replacement", changes)
        let last = changes.contains("meanwhile") ? "meanwhile" : "nil"
        #expect(outcome.output == "true\n\(last) true \(last)" && outcome.errors.isEmpty, "\(outcome)")
        let saved = try? PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        #expect((saved as? [String: String])?["text"] ?? "nil" == last, "\(String(describing: saved))")
    }

    @Test(.noHang) func aChangeBesideOthersIsKept() throws {
        let outcome = try Program("saver").run("acme", "change-beside-others")
        #expect(outcome.output == "true\ntrue one\nnil nil true nil" && outcome.errors.isEmpty, "\(outcome)")
    }

    /// A write may wait for its turn after a save has looked for what is to be saved.
    @Test(.noHang) func aWriteThatIsMadeInTheMiddleOfASaveIsKept() throws {
        var (program, files) = (Program("saver"), TemporaryDirectory())
        try PropertyListSerialization.data(fromPropertyList: ["removed": 0.25], format: .xml, options: 0)
            .write(to: program.preferences.file("acme.plist"))
        let gate = files.file("gate").path
        program.wrapper =
            try Shim.wrapper("rename 0") + ["SHIM_FOLDER=\(program.preferences.path)", "SHIM_GATE=\(gate)"]
        let outcome = try program.run("acme", "make-a-write-before-a-replacement")
        #expect(outcome.output == "true\ntrue nil\n[\"count\", \"other\"]" && outcome.errors.isEmpty, "\(outcome)")
    }

    /// A read that finds nothing looks whether Foundation couldn't read the file, which has the old value then.
    @Test(.noHang) func aReadDuringASaveDoesNotBringARemovedValueBack() throws {
        let program = Program("saver")
        let file = program.preferences.file("acme.plist")
        try PropertyListSerialization.data(fromPropertyList: ["removed": 0.25], format: .xml, options: 0)
            .write(to: file)
        let outcome = try program.run("acme", "read-during-a-save")
        #expect(outcome.output == "true\nnil 0\nnil" && outcome.errors.isEmpty, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
#endif
