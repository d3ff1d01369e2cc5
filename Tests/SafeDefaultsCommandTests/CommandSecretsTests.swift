import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite struct CommandSecretsTests {
    /// Neither what is stored, nor the default, nor what a file, a variable or an argument has, is in any output.
    @Test(.noHang, arguments: [false, true])
    func aSecretIsInNoOutputOfAnyCommand(isOverridden: Bool) throws {
        let planted = ["SERVICE_SERVICE_TOKEN": "planted-v", "SERVICE_SERVICE_CODES": "planted-x"]
        let variables = isOverridden ? planted : [:]
        let store = DefaultsStore.inMemory(
            arguments: isOverridden ? ["-service/mood", "planted-a"] : [],
            environment: EnvironmentOverrides(prefix: "SERVICE", variables: variables))
        let folder = ExportFolder()
        let (issues, edited) = (Shared(""), Shared(""))
        let tool = service(
            store,
            edit: { path in
                let text = FileManager.default.contents(atPath: path) ?? Data()
                edited.change { $0 += String(decoding: text, as: UTF8.self) }
                return true
            })
        DefaultsIssue.withHandler({ issue in issues.change { $0 += "\(issue)\n" } }) {
            for stored: (token: Any, codes: Any) in [("planted", ["planted-k": 7]), ([3], "planted"), ("", [:])] {
                store.userDefaults.set(stored.token, forKey: "service/token")
                store.userDefaults.set(stored.codes, forKey: "service/codes")
                store.userDefaults.set("planted", forKey: "oldToken")
                let snapshot = store.snapshot(of: [ServiceDefaults.self])
                for setting in ["token", "codes", "mood"] { expectNoSecret(in: setting, tool, folder) }
                let empty = DefaultsStore.inMemory().snapshot(of: [ServiceDefaults.self])
                let difference = snapshot.difference(from: empty)
                for text in [snapshot.text(showingValues: true), difference.text(showingValues: true)] {
                    #expect(!text.contains("planted"), "\(text)")
                    #expect(text.contains("•••"))
                }
                _ = (ServiceDefaults(store: store).token, ServiceDefaults(store: store).codes)
            }
        }
        #expect(!issues.value.contains("planted"), "\(issues.value)")
        #expect(edited.value.contains("service/port") && !edited.value.contains("planted"), "\(edited.value)")
    }

    /// The lines of a debug menu, and what a log or an error message would have of settings, stores and snapshots.
    @Test func aSecretIsInNoDescription() throws {
        let store = DefaultsStore.inMemory(arguments: ["-service/mood", "planted"])
        let settings = ServiceDefaults(store: store)
        (settings.token, settings.codes) = ("planted", ["planted": 1])
        let snapshot = settings.snapshot()
        let difference = snapshot.difference(from: DefaultsStore.inMemory().snapshot(of: [ServiceDefaults.self]))
        var text = ""
        DefaultsIssue.withHandler({ _ in }) {
            for setting in settings.allSettings {
                print(setting.name, setting.typeName, setting.shownText, setting.help, to: &text)
                print(setting.textForm, setting.choices.filter { _ in setting.isSecret }, setting.origin, to: &text)
                print(setting, String(reflecting: setting), to: &text)
            }
        }
        #expect(text.contains("•••") && text.contains("What opens it"))
        print(ServiceDefaults.token, ServiceDefaults.codes, ServiceDefaults.mood, to: &text)
        print(settings, store, store.userDefaults, String(reflecting: store.userDefaults), to: &text)
        print(snapshot, difference, String(reflecting: snapshot), String(reflecting: difference), to: &text)
        let file = Data(#"{"service/token": "planted", "service/codes": {"planted": 2}}"#.utf8)
        print(try store.import(file, for: [ServiceDefaults.self]), to: &text)
        let wrong = Data(#"{"service/codes": "planted", "service/mood": "planted"}"#.utf8)
        let error = try #require(throws: DefaultsImportError.self) {
            try store.import(wrong, for: [ServiceDefaults.self])
        }
        print(error, String(reflecting: error), error.problems, to: &text)
        let refused = try #require(throws: DefaultsError.self) {
            try settings.allSettings.first { $0.name == "mood" }?.setText("planted")
        }
        print(refused, String(reflecting: refused), to: &text)
        #expect(!text.contains("planted"), "\(text)")
    }

    private func expectNoSecret(
        in setting: String, _ tool: ([String], String) -> CommandRun, _ folder: ExportFolder
    ) {
        let file = #"{"service/token": "planted-f", "service/codes": {"planted-e": 2}, "service/mood": "planted"}"#
        let sound = #"{"service/token": "planted-f", "service/codes": {"planted-e": 2}}"#
        let path = folder.file("\(UUID()).json").path
        let commands: [[String]] = [
            ["list"], ["list", "--json"], ["list", "--changed"], ["get", setting], ["get", setting, "--json"],
            ["get", "\(setting).x"], ["help"], ["help", setting], ["audit"], ["audit", "--json"], ["export"],
            ["export", path], ["diff", "-"], ["diff", "-", "--json"], ["check", "-"], ["check", "-", "--json"],
            ["import", "-", "--dry-run"], ["import", "-", "--dry-run", "--json"], ["completions", "bash"],
            ["completions", "zsh"], ["completions", "fish"], ["set", setting],
            ["set", setting, "planted-w", "--dry-run"],
            ["set", "\(setting).planted-k", "planted-w"], ["set", "\(setting).none.x", "planted-w"],
            ["unset", "\(setting).none"], ["unset", setting], ["set", setting, "-"],
            ["set", setting, "-", "--json"], ["reset", setting, "--dry-run"], ["reset", setting],
            ["reset", "--all", "--json"], ["schema"], ["edit"],
        ]
        for words in commands {
            for input in [file, sound, "planted-i\n"] {
                let result = tool(words, input)
                // Who names an entry by a word of the command knows the name.
                let named = words.contains("\(setting).planted-k") ? "planted-k" : "?"
                let printed = (result.output + result.errors).replacingOccurrences(of: named, with: "")
                #expect(!printed.contains("planted"), "\(words): \(printed)")
                let written = FileManager.default.contents(atPath: path) ?? Data()
                #expect(!String(decoding: written, as: UTF8.self).contains("planted"))
            }
        }
        func offered(_ name: String) -> String { tool(["completions", "next", "--", "set", name, ""], "").output }
        #expect(offered("level").contains("loud") && offered("mood").isEmpty)
    }

    @Test func aSecretIsShownIfSomebodyAsksForIt() {
        let store = DefaultsStore.inMemory()
        ServiceDefaults(store: store).token = "planted"
        let refused = run("get", "token", over: store)
        #expect(refused.status == 64 && refused.output.isEmpty && refused.errors.contains("--reveal"))
        #expect(run("get", "token", "--reveal", over: store).output == "planted")
        #expect(run("list", "token", over: store).output.contains("•••"))
        let export = run("export", over: store)
        #expect(export.output == "{}" && export.errors.contains("Left out, because secret: service/token."))
        #expect(run("export", "--reveal", over: store).output.contains("planted"))
        let difference = run("diff", "-", over: store, input: #"{"service/token": "x"}"#)
        #expect(difference.output == "service/token: changed •••" && difference.status == 1)
    }

    @Test func aSnapshotKeepsASecret() throws {
        let store = DefaultsStore.inMemory()
        let settings = ServiceDefaults(store: store)
        settings.token = "planted"
        let snapshot = settings.snapshot()
        settings.token = "other"
        try settings.restore(snapshot)
        #expect(settings.token == "planted")
    }

    @Test(arguments: [("abc\n", "abc"), ("a b\r\n", "a b"), ("two\nlines\n\n", "two\nlines\n"), ("", "")])
    func aValueIsReadFromTheInput(input: String, value: String) {
        let store = DefaultsStore.inMemory()
        let set = run("set", "token", "-", over: store, input: input)
        #expect(set.status == 0 && set.output == "service/token is now •••.", "\(set.errors)")
        #expect(ServiceDefaults(store: store).token == value)
        #expect(run("set", "token", "--", "-", over: store, input: input).status == 0)
        #expect(ServiceDefaults(store: store).token == "-")
    }
}
