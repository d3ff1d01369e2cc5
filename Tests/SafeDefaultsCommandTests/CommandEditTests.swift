import Foundation
import SafeDefaults
import SafeDefaultsCommand
import Testing

@testable import TestSupport

@Suite struct CommandEditTests {
    /// What an editor found, and whether it was private.
    private struct Seen {
        var (path, text) = ("", "")
        var permissions: Int?
    }

    /// Runs `edit` with an editor that replaces a part of the text, or the whole text, by another one.
    private func edit(
        _ old: String?, _ new: String, over store: DefaultsStore, _ words: String...,
        meanwhile: @escaping @Sendable () -> Void = {}
    ) -> (run: CommandRun, seen: Seen) {
        let seen = Shared(Seen())
        let run = service(
            store,
            edit: { path in
                let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let permissions = attributes?[.posixPermissions] as? Int
                seen.change { $0 = Seen(path: path, text: text, permissions: permissions) }
                meanwhile()
                let changed = old.map { text.replacingOccurrences(of: $0, with: new) } ?? new
                return (try? Data(changed.utf8).write(to: URL(fileURLWithPath: path))) != nil
            })(["edit"] + words, "")
        return (run, seen.value)
    }

    @Test func whatIsChangedIsStoredAndTheFileIsGone() {
        let store = DefaultsStore.inMemory()
        ServiceDefaults(store: store).limits = ["a": 1]
        let (run, seen) = edit("8080", "9090", over: store)
        #expect(run.status == 0 && run.output == "service/port: added 9090", "\(run.errors)")
        #expect(seen.permissions == 0o600 && !FileManager.default.fileExists(atPath: seen.path))
        #expect(!seen.text.contains("planted") && !seen.text.contains("token") && !seen.text.contains("mood"))
        #expect(seen.text.contains("\"service/level\": \"quiet\""))
        let settings = ServiceDefaults(store: store)
        #expect(settings.port == 9090 && settings.storedKeys == [.port, .limits])
        #expect(edit("{}", "{}", over: store).run.output == "Nothing was changed.")
        #expect(edit("9090", "1", over: store, "--dry-run").run.output == "service/port: 9090 -> 1")
        #expect(settings.port == 9090)
        // A line that is removed is a reset.
        #expect(edit(nil, "{}", over: store).run.status == 0)
        #expect(settings.storedKeys.isEmpty)
        let secret = edit("{\n", "{\n\"service/token\": \"planted\",\n", over: store).run
        #expect(secret.status == 0 && settings.token == "planted" && !secret.output.contains("planted"))
    }

    /// A disk that is full only when the file is saved.
    private final class Unsaved: UserDefaults {
        override func synchronize() -> Bool { false }
    }

    /// In a process of its own, because a save that fails is tried again with those of other tests.
    @Test func aTextIsKeptIfItsValuesCannotBeSaved() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let defaults = try #require(Unsaved(suiteName: "CommandEditTests"))
            let (run, seen) = CommandEditTests().edit("8080", "9090", over: DefaultsStore(defaults))
            let isKept = FileManager.default.contents(atPath: seen.path)?.isEmpty == false
            try? FileManager.default.removeItem(atPath: seen.path)
            let isRight = run.status == 74 && run.errors.contains("The text is kept. To try again, write")
            _exit(isKept && isRight ? 0 : 1)
        }
    }

    @Test(arguments: ["{", #"{"service/port": 0}"#, #"{"service/port": "x"}"#, #"{"strange": 1}"#])
    func aTextThatCannotBeReadIsKept(text: String) throws {
        let store = DefaultsStore.inMemory()
        let (run, seen) = edit(nil, text, over: store)
        defer { try? FileManager.default.removeItem(atPath: seen.path) }
        #expect(run.status == 65 && run.output == "" && run.errors.contains("Nothing was changed."), "\(run.errors)")
        #expect(run.errors.contains("service edit \(seen.path)"))
        #expect(try String(contentsOfFile: seen.path, encoding: .utf8) == text)
        #expect(ServiceDefaults(store: store).storedKeys.isEmpty)
        // The text is mended.
        let (mended, again) = edit(nil, #"{"service/port": 5}"#, over: store, seen.path)
        #expect(mended.status == 0 && again.text == text && ServiceDefaults(store: store).port == 5)
    }

    /// The editor opens again with what is wrong above the text, until that is mended or left as it is.
    @Test(arguments: [true, false]) func aWrongTextIsEditedAgain(isMended: Bool) throws {
        let (store, texts) = (DefaultsStore.inMemory(), Shared<[String]>([]))
        let run = service(
            store,
            edit: { path in
                let file = URL(fileURLWithPath: path)
                let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
                texts.change { $0.append(text) }
                guard isMended || texts.value.count == 1 else { return true }
                let pairs = [("8080", "0"), (" 0", " \"x\""), ("\"x\"", "9090")]
                let pair = pairs[texts.value.count - 1]
                return (try? Data(text.replacingOccurrences(of: pair.0, with: pair.1).utf8).write(to: file)) != nil
            })(["edit"], "")
        #expect(texts.value.count == (isMended ? 3 : 2), "\(texts.value)")
        let second = texts.value[1].split(separator: "\n")
        #expect(second[0].hasPrefix("# ") && second[0].contains("isn't from 1 to 65535"), "\(second)")
        #expect(second[1].hasPrefix("# Mend the text below") && second[2] == "{")
        if isMended {
            #expect(texts.value[2].contains("# Can't read \"service/port\"") && !texts.value[2].contains("65535"))
            #expect(run.status == 0 && run.output == "service/port: added 9090", "\(run.errors)")
        } else {
            #expect(run.status == 65 && run.errors.contains("isn't from 1 to 65535"), "\(run.errors)")
            let path = try #require(run.errors.split(separator: "\n").last?.split(separator: " ").last)
            #expect(try String(contentsOfFile: String(path), encoding: .utf8) == texts.value[1])
            try FileManager.default.removeItem(atPath: String(path))
            #expect(ServiceDefaults(store: store).storedKeys.isEmpty)
        }
    }

    @Test func onlyWhatIsStoredIsChanged() {
        let environment = EnvironmentOverrides(prefix: "S", variables: ["S_SERVICE_PORT": "7"])
        let store = DefaultsStore.inMemory(environment: environment)
        let (run, seen) = edit("8080", "9090", over: store)
        #expect(run.status == 0 && run.errors.contains("still overrides") && seen.text.contains("8080"))
        // What can't be read is shown, and may be mended.
        let damaged = DefaultsStore.inMemory()
        damaged.userDefaults.set("many", forKey: "service/port")
        #expect(edit("\"many\"", "6", over: damaged).run.status == 0)
        #expect(ServiceDefaults(store: damaged).port == 6)
    }

    @Test func anotherProgramsChangeIsNotWrittenOver() {
        let store = DefaultsStore.inMemory()
        ServiceDefaults(store: store).port = 5
        let other = edit("\"quiet\"", "\"loud\"", over: store) { ServiceDefaults(store: store).port = 6 }
        #expect(other.run.status == 0 && ServiceDefaults(store: store).port == 6)
        let same = edit("6", "7", over: store) { ServiceDefaults(store: store).port = 8 }
        #expect(same.run.status != 0 && ServiceDefaults(store: store).port == 8, "\(same.run.output)")
        try? FileManager.default.removeItem(atPath: same.seen.path)
    }

    @Test func anEditorThatFailsChangesNothing() {
        let paths = Shared<[String]>([])
        let run = service(
            .inMemory(),
            edit: { path in
                paths.change { $0.append(path) }
                return false
            })(["edit"], "")
        #expect(run.status == 74 && run.errors.contains("VISUAL"))
        #expect(!FileManager.default.fileExists(atPath: paths.value[0]))
    }
}
