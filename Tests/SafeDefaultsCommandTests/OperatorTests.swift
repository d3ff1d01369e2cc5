import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

// MARK: - Help

@Suite struct CommandHelpTests {
    @Test func helpIsInListsAndJSON() throws {
        let list = run("list").output.split(separator: "\n").map(String.init)
        #expect(list[0].hasSuffix("what it is for") && list[1].hasSuffix("The port to listen on"))
        #expect(!run("list", "limits").output.contains("what it is for"))
        let environment = EnvironmentOverrides(prefix: "SERVICE", variables: [:])
        let json = try run("list", "--json", over: .inMemory(environment: environment)).json() as? [[String: Any]]
        let port = try #require(json?.first)
        #expect(port["help"] as? String == "The port to listen on" && port["default"] as? Int == 8080)
        #expect(port["minimum"] as? Int == 1 && port["maximum"] as? Int == 65_535)
        #expect(port["variable"] as? String == "SERVICE_SERVICE_PORT" && port["secret"] == nil)
        #expect(json?[1]["choices"] as? [String] == ["quiet", "loud"] && json?[1]["minimum"] == nil)
        #expect(ServiceDefaults(store: .inMemory()).allSettings[0].help == port["help"] as? String)
        let token = try #require(json?.first { $0["name"] as? String == "service/token" })
        #expect(token["secret"] as? Bool == true && token["value"] == nil && token["default"] == nil)
    }

    @Test func helpExplainsASetting() {
        let help = run("help", "port").output
        #expect(help.hasPrefix("service/port\n\n  The port to listen on\n"))
        #expect(help.contains("takes    a whole number from 1 to 65535") && help.contains("default  8080"))
        #expect(run("help", "delay").output.contains("seconds, such as 1.5"))
        let wrong = run("help", "lst")
        #expect(wrong.status == 64 && wrong.errors.contains("Did you mean list?"))
    }

    @Test func theVersionIsThatOfTheProgram() {
        #expect(service(.inMemory(), version: "1.2")(["--version"], "").output == "1.2")
        #expect(run("--version").status == 64)
    }
}

// MARK: - Changes

@Suite struct CommandChangesTests {
    @Test(arguments: ["99999", "0", "-1"])
    func aValueOutsideOfTheRangeIsRefusedAndTheLibraryStillClamps(text: String) {
        let store = DefaultsStore.inMemory()
        let set = run("set", "port", text, over: store)
        #expect(set.status == 65 && set.errors.contains("isn't from 1 to 65535"), "\(set.errors)")
        let file = "{\"service/port\": \(text)}"
        for command in ["import", "diff"] {
            let result = run(command, "-", over: store, input: file)
            #expect(result.status == 65 && result.errors.contains("isn't from 1 to 65535"), "\(result.errors)")
        }
        #expect(ServiceDefaults(store: store).storedKeys.isEmpty)
        ServiceDefaults(store: store).port = Int(text) ?? 1
        #expect(ServiceDefaults(store: store).port == (text == "99999" ? 65_535 : 1))
    }

    @Test(arguments: [
        (#"{"service/port": 1}"#, 0, "No problems."), (#"{"service/port": 70000}"#, 65, "isn't from 1 to 65535"),
        (#"{"service/port": "x"}"#, 65, "\"service/port\""), (#"{"servce/port": 1}"#, 65, "\"servce/port\""),
        ("{", 65, "can't be imported"), (#"{"service/port": 0, "strange": 1}"#, 65, "strange"),
    ])
    func aFileIsCheckedWithoutTheStore(file: String, status: Int, sentence: String) {
        let result = run("check", "-", input: file)
        #expect(result.status == status && result.output.contains(sentence), "\(result.output)\(result.errors)")
    }

    @Test func everyProblemOfAFileIsSaidAtOnce() throws {
        let file = #"{"service/port": 99999, "service/level": "zzz", "service/nope": 1}"#
        let problems = run("check", "-", input: file).output.split(separator: "\n")
        #expect(problems.count == 3)
        for (problem, name) in zip(problems, ["level", "nope", "port"]) {
            #expect(problem.contains("\"service/\(name)\""), "\(problem)")
        }
    }

    @Test func anExportSaysWhatAnImportWouldRefuse() {
        let store = DefaultsStore.inMemory()
        #expect(run("export", over: store).errors == "")
        store.userDefaults.set(70_000, forKey: "service/port")
        store.userDefaults.set("zzz", forKey: "service/level")
        let export = run("export", over: store)
        #expect(export.status == 0 && export.output.contains("70000"))
        let errors = export.errors.split(separator: "\n")
        #expect(errors.count == 2 && errors.allSatisfy { $0.hasSuffix(" An import refuses that.") }, "\(errors)")
        #expect(export.errors.contains("isn't from 1 to 65535"))
    }

    /// A program's settings, of which the port had another name.
    private struct RenamedDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case port, size }
        struct Settings {
            let port = Setting(.port, default: 80, in: 1...99, formerly: "listen.port")
            let size = Setting(
                .size, default: 1.0, in: 1...9, formerly: .key("inches", as: Int.self) { Double($0) * 2.54 })
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    @Test func anOldExportIsImported() {
        let store = DefaultsStore.inMemory()
        let tool = service(store, domains: [RenamedDefaults.self])
        RenamedDefaults(store: store).port = 5
        let old = #"{"listen.port": 8, "inches": 1}"#
        for words in [["check", "-"], ["import", "-"]] { #expect(tool(words, old).status == 0) }
        #expect(tool(["get", "port"], "").output == "8" && tool(["get", "size"], "").output == "2.54")
        #expect(tool(["set", "port", "9"], "").status == 0 && tool(["export"], "").output.contains("\"port\": 9"))
        #expect(!tool(["export"], "").output.contains("listen.port"))
        let wrong = tool(["import", "-"], #"{"listen.port": 100}"#)
        #expect(wrong.status == 65 && wrong.errors.contains("isn't from 1 to 99"), "\(wrong.errors)")
    }

    @Test func anEntryOfADictionaryIsRemoved() {
        let store = DefaultsStore.inMemory()
        let settings = ServiceDefaults(store: store)
        settings.limits = ["a": 1, "b": 2]
        #expect(run("unset", "limits.a", over: store).output == "service/limits.a is removed.")
        #expect(settings.limits == ["b": 2])
        let missing = run("unset", "limits.a", over: store)
        #expect(missing.status == 65 && missing.errors.contains("there is no such part"))
        #expect(run("unset", "limits", over: store).errors.contains("reset service/limits"))
        let font = Tool(store: store).run("unset", "font.size")
        #expect(font.status == 65 && font.errors.contains("the value needs this part"), "\(font.errors)")
        #expect(font.errors.contains("Can't store \"tool/font\""))
        #expect(settings.limits == ["b": 2])
    }

    @Test func aDryRunChangesNothing() {
        let store = DefaultsStore.inMemory()
        let settings = ServiceDefaults(store: store)
        settings.limits = ["a": 1]
        let before = settings.snapshot()
        for (words, output) in [
            (["set", "port", "5"], "service/port would be now 5."),
            (["unset", "limits.a"], "service/limits.a would be removed."),
            (["reset", "limits"], "service/limits would be back to its default, {}."),
            (["reset", "--all"], "Everything would be back to its default."),
            (["import", "-"], "1 set, 0 unchanged, 0 skipped."),
        ] {
            let result = service(store)(words + ["--dry-run"], #"{"service/port": 4}"#)
            #expect(result.status == 0 && result.output == output, "\(result.errors)")
            #expect(result.errors.contains("Nothing was changed"))
            #expect(settings.snapshot() == before)
        }
        let wrong = run("set", "port", "x", "--dry-run", over: store)
        #expect(wrong.status == 65 && !wrong.errors.contains("Nothing was changed, because"))
    }

    @Test(arguments: [[], [""], ["--all", "port"], ["", ""]])
    func everythingIsOnlyResetByItsName(words: [String]) {
        let store = DefaultsStore.inMemory()
        ServiceDefaults(store: store).port = 5
        let result = service(store)(["reset"] + words, "")
        #expect(result.status == 64 && !result.errors.isEmpty)
        #expect(ServiceDefaults(store: store).port == 5)
    }

    @Test func theStatusOfADifferenceIsOne() {
        let store = DefaultsStore.inMemory()
        ServiceDefaults(store: store).port = 5
        #expect(run("diff", "-", over: store, input: #"{"service/port": 5}"#).status == 0)
        #expect(run("diff", "-", over: store, input: #"{"service/port": 6}"#).status == 1)
        #expect(run("diff", "-", "--unknown", "keep", over: store, input: #"{"strange": 6}"#).status == 1)
        #expect(run("diff", "-", over: store, input: #"{"strange": 6}"#).status == 65)
    }
}

// MARK: - What is shown

@Suite struct CommandListTests {
    @Test func onlyWhatIsChangedIsListed() {
        let store = DefaultsStore.inMemory(arguments: ["-service/level", "loud"])
        ServiceDefaults(store: store).port = 8080
        let names = run("list", "--changed", over: store).output.split(separator: "\n").dropFirst()
            .map { $0.prefix { $0 != " " } }
        #expect(names == ["service/port", "service/level"])
    }

    /// The default is what is used, so a list doesn't say that it comes from the variable.
    @Test func aVariableThatCannotBeReadIsNotTheOriginOfTheDefault() {
        let environment = EnvironmentOverrides(prefix: "S", variables: ["S_SERVICE_PORT": "many"])
        let list = run("list", "port", over: .inMemory(environment: environment))
        #expect(
            list.output.contains("8080   default, because the environment variable S_SERVICE_PORT can't be read")
                || list.output.contains("8080  default, because the environment variable S_SERVICE_PORT can't be read"))
        #expect(list.errors.contains("The default is used instead. service/port takes a whole number from 1 to 65535."))
        #expect(!list.errors.contains("a write replaces it"))
        #expect(list.status == 65 && run("list", "level", over: .inMemory(environment: environment)).status == 0)
    }

    @Test func placesInTheSourcesAreNotForOperators() {
        let store = DefaultsStore.inMemory()
        store.userDefaults.set("x", forKey: "service/port")
        for words in [["list"], ["get", "port"], ["audit"], ["list", "--json"]] {
            let result = service(store)(words, "")
            #expect((result.errors + result.output).contains("\"service/port\""))
            #expect(!(result.errors + result.output).contains(".swift:"), "\(result.errors)")
        }
    }

    @Test func aMisspelledVariableIsReported() {
        func audit(_ variables: [String: String]) -> CommandRun {
            run("audit", over: .inMemory(environment: EnvironmentOverrides(prefix: "S", variables: variables)))
        }
        let sound = ["S_SERVICE_PORT": "5", "S_OLD_TOKEN": "planted", "S_HOME": "/home", "OTHER_SERVICE_PROT": "1"]
        #expect(audit(sound).status == 0 && audit(sound).errors.contains("No setting has the variable S_HOME."))
        let wrong = audit(sound.merging(["S_SERVICE_PROT": "planted"], uniquingKeysWith: { $1 }))
        let sentence = "No setting has the variable S_SERVICE_PROT. Did you mean S_SERVICE_PORT?"
        #expect(wrong.status == 65 && wrong.output == sentence)
    }

    @Test func wideCharactersTakeTwoColumns() {
        let store = DefaultsStore.inMemory()
        OtherDefaults(store: store).title = "名前👩‍👩‍👧‍👦"
        let lines = Tool(store: store).run("list", "other.part").output.split(separator: "\n")
        let widths = lines.map { line -> Int in
            let start = line.range(of: "stored")?.lowerBound ?? line.range(of: "default")?.lowerBound
            return line[..<(start ?? line.range(of: "from")?.lowerBound ?? line.endIndex)].count
        }
        // Three wide characters stand in the second line.
        #expect(widths == [widths[0], widths[0] - 3, widths[0]])
    }
}

// MARK: - Exports

@Suite struct CommandExportFileTests {
    @Test func anExportIsPrivateAndReplacesNothingUnasked() throws {
        let folder = ExportFolder()
        let (store, path) = (DefaultsStore.inMemory(), folder.file("a.json").path)
        func permissions() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(run("export", path, over: store).status == 0)
        #expect(try permissions() == 0o600)
        ServiceDefaults(store: store).port = 5
        let again = run("export", path, over: store)
        #expect(again.status == 73 && again.errors.contains("--force"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(run("export", path, "--force", over: store).status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("service/port"))
        #expect(try permissions() == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
        #expect(run("export", folder.path, "--force", over: store).status == 73)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    }
}
