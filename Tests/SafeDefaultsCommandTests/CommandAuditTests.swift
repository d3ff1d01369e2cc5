import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsFiles
import Testing

@testable import TestSupport

/// What an operator is told of values that aren't used as they stand, and of files that can't be used.
@Suite struct CommandAuditTests {
    private let folder = ExportFolder()

    private func expect(
        _ sentence: String, over store: DefaultsStore, _ location: SourceLocation = #_sourceLocation
    ) {
        let audit = run("audit", over: store)
        #expect(audit.status == 65 && audit.output == sentence, "\(audit)", sourceLocation: location)
    }

    @Test func aValueThatIsOutOfItsRangeIsAProblemWhereverItComesFrom() {
        let store = DefaultsStore.inMemory()
        store.userDefaults.set(70_000, forKey: "service/port")
        let refusal = "The value of \"service/port\" isn't allowed: it isn't from 1 to 65535."
        expect("\(refusal) What is stored is read as 65535.", over: store)

        let environment = EnvironmentOverrides(prefix: "S", variables: ["S_SERVICE_PORT": "99999"])
        let overridden = DefaultsStore.inMemory(environment: environment)
        let variable = "\(refusal) The environment variable S_SERVICE_PORT is read as 65535."
        expect(variable, over: overridden)
        overridden.userDefaults.set(0, forKey: "service/port")
        expect("\(variable)\n\(refusal)", over: overridden)
    }

    @Test func anAdministratorsFileIsAudited() throws {
        let defaults = folder.file("admin.json")
        func store() -> DefaultsStore { .file(folder.file("\(UUID()).plist"), defaults: defaults) }
        let place = defaults.path
        try Data(#"{"service/port": 70000}"#.utf8).write(to: defaults)
        expect(
            "The value of \"service/port\" isn't allowed: it isn't from 1 to 65535. "
                + "The value in the file \(place) is read as 65535.", over: store())
        try Data(#"{"service/prot": 70}"#.utf8).write(to: defaults)
        expect(
            "No setting has the name service/prot, which stands in \(place). Did you mean service/port?",
            over: store())
        try Data("{".utf8).write(to: defaults)
        let broken = DefaultsIssue.withHandler({ _ in }, operation: store)
        let audit = run("audit", over: broken)
        #expect(audit.status == 65)
        #expect(audit.output.hasPrefix("The defaults in \"\(place)\" can't be read: "), "\(audit)")
    }

    @Test func aBadValueOfAnAdministratorIsShownWithItsFileAndWhatIsAllowed() throws {
        let defaults = folder.file("admin.json")
        try Data(#"{"service/level": "zzz"}"#.utf8).write(to: defaults)
        let list = run("list", "level", over: .file(folder.file("a.plist"), defaults: defaults))
        #expect(list.status == 65)
        #expect(list.output.contains("default, because the value in the file \(defaults.path) can't be read"))
        let explanation = "It stands in \(defaults.path). service/level takes quiet or loud."
        #expect(list.errors.contains(explanation), "\(list.errors)")
    }

    /// One that is near no setting may be an earlier version's.
    @Test func aStoredNameWithoutASettingIsAProblemIfItIsMisspelled() {
        let store = DefaultsStore.inMemory()
        store.userDefaults.set("planted", forKey: "oldToken")
        #expect(run("audit", over: store).errors == "")
        store.userDefaults.set(1, forKey: "service/formerThing")
        store.userDefaults.set(1, forKey: "other/port")
        let sound = run("audit", over: store)
        #expect(sound.status == 0 && sound.output == "No problems.")
        #expect(sound.errors.contains("No setting has the name service/formerThing, which is stored.\n"))
        store.userDefaults.set(1, forKey: "service/prot")
        expect("No setting has the name service/prot, which is stored. Did you mean service/port?", over: store)
    }

    // MARK: - Files

    /// The file of another user's program has newer values in its journal, which isn't opened.
    @Test(.enabled(if: OtherUser.isNeeded, "giving a folder to another user needs root; .ci/run runs as root"))
    func anotherUsersFileIsNotReadWithoutItsJournal() throws {
        let list = folder.file("b.plist")
        let journal = folder.file(".b.plist.journal")
        try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0).write(to: list)
        try Data(count: 64).write(to: journal)
        for file in [list, journal] { chown(file.path, OtherUser.identifier, OtherUser.identifier) }
        func get() -> CommandRun { CommandRun { FileCommand("settings").run(["get", list.path, "a"], channels: $0) } }
        #expect(get().output == "1", "\(get())")
        try Data(count: 65).write(to: journal)
        #expect(get().status == 66 && get().output.isEmpty, "\(get())")
    }

    @Test(.enabled(if: OtherUser.isNeeded, "giving a folder to another user needs root; .ci/run runs as root"))
    func theSuperuserCreatesNoFileInAnotherUsersFolder() throws {
        chown(folder.path, OtherUser.identifier, OtherUser.identifier)
        let input = folder.file("input.json")
        try Data(#"{"service/port": 81}"#.utf8).write(to: input)
        for name in ["a.plist", "missing/a.plist", "missing/../a.plist"] {
            let list = URL(fileURLWithPath: "\(folder.path)/\(name)")
            for words in [["set", "port", "81"], ["import", input.path], ["reset", "--all"]] {
                let result = CommandRun { channels in
                    SettingsCommand("service", domains: [ServiceDefaults.self], store: .file(list))
                        .run(words, channels: channels)
                }
                #expect(result.status == 73, "\(result)")
                #expect(result.errors.contains("\(folder.path) belongs to the user "), "\(result)")
            }
            let file = CommandRun { channels in
                FileCommand("settings").run(["set", list.path, "a", "1", "--write"], channels: channels)
            }
            #expect(file.status == 73 && file.errors.contains("Run the command as that user"), "\(file)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["input.json"])
        let own = ExportFolder()
        #expect(run("set", "port", "81", over: .file(own.file("new/a.plist"))).status == 0)
    }

    @Test func aDamagedFileIsListedAsFarAsItCanBeRead() throws {
        let list = folder.file("a.plist")
        let values = ["service/level": "loud", "service/port": 81] as [String: Any]
        let whole = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        let text = String(decoding: whole, as: UTF8.self)
        let end = try #require(text.range(of: "<key>service/port")?.upperBound)
        try Data(text[..<end].utf8).write(to: list)
        let damaged = try Data(contentsOf: list)

        let file = CommandRun { FileCommand("settings").run(["list", list.path], channels: $0) }
        #expect(file.status == 65 && file.output.contains("loud") && file.errors.contains("can't be read"), "\(file)")
        #expect(!file.errors.contains("import"))
        let result = CommandRun { channels in
            SettingsCommand("service", domains: [ServiceDefaults.self], store: .file(list))
                .run(["list"], channels: channels)
        }
        #expect(result.status == 66 && result.output.contains("loud"), "\(result)")
        #expect(result.errors.contains("is damaged"))
        #expect(try Data(contentsOf: list) == damaged)
    }
}
