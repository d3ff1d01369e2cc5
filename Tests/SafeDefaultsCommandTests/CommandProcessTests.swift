#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

enum Shell {
    static func isInstalled(_ name: String) -> Bool {
        ["/bin", "/usr/bin", "/usr/local/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}

/// Tests the settings command as people use it: in a shell, as the program of the guide.
@Suite struct CommandProcessTests {
    private static let page = Repository.root.appendingPathComponent("Documentation.docc/SettingsCommand.md")

    /// Runs lines in one shell, and returns what each printed.
    private func shell(_ lines: [String], in folder: TemporaryDirectory) throws -> [String] {
        let script = lines.map { "{ \($0)\n} 2>&1\nprintf '\\0'\n" }.joined()
        let programs = URL(fileURLWithPath: Program("notes").path).deletingLastPathComponent().path
        let variables = Program.environment.merging(
            [
                "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/.config", "LC_ALL": "C.UTF-8",
                "PATH": "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
            ], uniquingKeysWith: { $1 })
        let outcome = try ChildProcess.run(
            ["bash", "-c", "cd '\(folder.path)'\n\(script)"], environment: variables, limit: 600)
        #expect(outcome.status == 0, "\(String(decoding: outcome.errors, as: UTF8.self))")
        return String(decoding: outcome.output, as: UTF8.self).components(separatedBy: "\0").dropLast()
    }

    @Test(.noHang, .rowsC(10)) func theGuidesSessionPrintsWhatTheGuideSays() throws {
        let text = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
        let blocks = text.components(separatedBy: "```text\n")
        let session = try #require(blocks.first { $0.hasPrefix("$ notes config list\n") })
        let lines = try #require(session.components(separatedBy: "\n```").first).components(separatedBy: "\n")
        var steps: [(command: String, printed: [String])] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), []))
            } else {
                steps[steps.count - 1].printed.append(line)
            }
        }
        #expect(steps.count >= 12)
        let home = TemporaryDirectory()
        let printed = try shell(steps.map(\.command), in: home)
        for (step, output) in zip(steps, printed) {
            let output = output.replacingOccurrences(of: home.path, with: "/home/tom")
            #expect(output == step.printed.map { "\($0)\n" }.joined(), "\(step.command)")
        }
    }

    @Test func theGuidesToolIsTheOneThatRuns() throws {
        let text = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
        let source = Self.page.deletingLastPathComponent().appendingPathComponent("../Tests/notes/main.swift")
        #expect(text.contains("```swift\n\(String(decoding: try Data(contentsOf: source), as: UTF8.self))```\n"))
    }

    @Test(.noHang) func completionsOfBashAreSoundAndOfferWhatFits() throws {
        let folder = TemporaryDirectory()
        func offered(_ words: String) -> String {
            "COMP_WORDS=(\(words)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _settings_notes_config; "
                + "echo \"${COMPREPLY[@]}\""
        }
        let printed = try shell(
            [
                "notes config completions bash > c.bash && bash -n c.bash && source ./c.bash && echo sound",
                offered("notes config exp"), offered("notes config get sy"),
                offered("notes config set appearance/theme ''"),
                offered("notes config list sync/server sync/i"), offered("notes other e"),
                offered("notes config get editor/font e"), offered("notes config completions ''"),
                offered("notes config --json get sy"), offered("notes config export --format ''"),
                offered("notes config export --format json --j"), offered("notes config import --"),
                offered("notes config set ind"), offered("notes config set theme ''"),
                offered("notes config unset font"),
                "_own() { COMPREPLY=(\"own $*\"); }; complete -F _own notes; source ./c.bash; source ./c.bash",
                offered("notes other e"), offered("notes config get sync/i"),
                "notes config completions next -- get sync/s", "notes config completions next -- set theme d",
                "notes config completions next -- --format=json get sync/s",
                "ln -s \"$(type -P notes)\" n", offered("'~/n' config exp"), offered("another config exp"),
                "IFS=,; \(offered("notes config get sync/s"))",
                "notes config completions bash zsh 2>/dev/null; echo $?",
                "sed \"s/notes_config/notes_admin/g; s/'config'/'admin'/g\" c.bash > d.bash",
                "for script in c d c d; do source ./$script.bash; done; "
                    + offered("notes other e").replacingOccurrences(of: "_config", with: "_admin"),
                "tour completions bash > tour.bash && source ./tour.bash; COMP_WORDS=(tour ge) COMP_CWORD=1; "
                    + "_settings_tour; echo \"${COMPREPLY[@]}\"",
            ], in: folder)
        #expect(
            printed == [
                "sound\n", "export\n", "sync/server sync/interval\n", "light dark system\n", "sync/interval\n", "\n",
                "\n", "bash zsh fish\n", "sync/server sync/interval\n", "json xml binary\n", "\n",
                "--unknown --dry-run --json\n", "editor/indent\n",
                "light dark system\n", "editor/font\n", "", "own \n", "sync/interval\n",
                "sync/server\t\n", "dark\t\n", "sync/server\t\n", "", "export\n", "export\n", "sync/server\n",
                "64\n", "",
                "own \n", "get\n",
            ])
    }

    /// The line that Tab has completed is run in a real zsh, by a function that prints its words.
    @Test(.noHang, .enabled(if: Shell.isInstalled("zsh"), "zsh isn't installed, which is left to .ci/run"))
    func completionsOfZshCompleteALine() throws {
        func isCompleted(_ lines: [String: String]) throws {
            let typed = lines.keys.sorted()
            let printed = try shell(
                [
                    "notes config completions zsh > c.zsh && zsh -n c.zsh",
                    "cat > setup.zsh <<'END'\n\(Self.zshSetup)\nEND",
                    "cat > drive.zsh <<'END'\n\(Self.zshDriver)\nEND",
                    "zsh -f drive.zsh " + typed.map { "'\($0)'" }.joined(separator: " "),
                ], in: TemporaryDirectory())
            let completed = printed[3].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(completed.map(String.init) == typed.map { lines[$0] }, "\(printed)")
        }
        try isCompleted([
            "notes config exp": "config export", "notes config get sync/i": "config get sync/interval",
            "notes config get in": "config get editor/indent",
            "notes config set ind": "config set editor/indent",
            "notes config set appearance/theme da": "config set appearance/theme dark",
            "notes config set theme s": "config set theme system",
            "notes config list sync/server app": "config list sync/server appearance/theme",
            "notes config --json get app": "config --json get appearance/theme",
            "notes config export --format x": "config export --format xml",
            "notes config import --u": "config import --unknown", "notes config export set": "config export setup.zsh",
            "notes oth": "other",
        ])
    }

    private static let zshSetup = """
        PS1= PS2= RPS1=; unsetopt prompt_cr prompt_sp; unset zle_bracketed_paste
        autoload -Uz compinit; compinit -u -D
        _own() { compadd other }
        compdef _own notes
        source ./c.zsh
        source ./c.zsh
        notes() { print -r -- "ran:$*:" }
        print ready
        """

    private static let zshDriver = """
        zmodload zsh/zpty
        zpty shell 'TERM=dumb zsh -f -i'
        zpty -w shell 'source ./setup.zsh'
        zpty -r shell out '*ready*'
        for line in "$@"; do
            zpty -w -n shell "$line"$'\\t\\n'
            zpty -r shell out '*ran:*:*'
            out="${out##*ran:}"
            print -r -- "${out%%:*}"
        done
        zpty -d shell
        """

    @Test(.noHang, .enabled(if: Shell.isInstalled("fish"), "fish isn't installed, which is left to .ci/run"))
    func completionsOfFishOfferWhatFits() throws {
        func offered(_ line: String) -> String {
            "fish --no-config -c 'source own.fish; source c.fish; complete -C \"\(line)\"'"
        }
        let printed = try shell(
            [
                "echo 'complete -c notes -n \"not __fish_seen_subcommand_from config\" -a other' > own.fish",
                "notes config completions fish > c.fish && fish --no-execute c.fish", offered("notes config exp"),
                offered("notes config get sync/i"), offered("notes config get SY"), offered("notes config set theme d"),
                offered("notes config set appearance/theme s"), offered("notes config list "),
                offered("notes config --json get app"), offered("notes config export --format x"),
                offered("notes oth"),
            ], in: TemporaryDirectory())
        let settings = ["appearance/theme", "editor/font", "editor/indent", "sync/interval", "sync/server"]
        let all = (settings + ["usage/launches"]).map { "\($0)\n" }.joined()
        #expect(
            printed == [
                "", "", "export\n", "sync/interval\n", "sync/interval\nsync/server\n", "dark\n", "system\n", all,
                "appearance/theme\n", "xml\n",
                "other\n",
            ])
    }

    /// A reader that goes away ends the tool without a word; so does one that ignores the signal, with a status.
    @Test(.noHang) func aClosedPipeEndsTheCommand() throws {
        let printed = try shell(
            [
                // The reader has gone before the command begins.
                "mkfifo pipe gone; (exec 3>pipe; read <gone; exec notes config list >&3) & "
                    + ": <pipe; echo >gone; wait $!; echo $?",
                "mkfifo pipe2 gone2; (trap '' PIPE; exec 3>pipe2; read <gone2; exec notes config list >&3) & "
                    + ": <pipe2; echo >gone2; wait $!; echo $?",
                "notes config set indent 3 | true; notes config get indent",
            ], in: TemporaryDirectory())
        #expect(printed[0] == "141\n")
        #expect(printed[1].hasSuffix("74\n") && !printed[1].contains("Fatal"))
        #expect(printed[2] == "3\n")
    }

    @Test(.noHang, arguments: [false, true]) func aStoreThatDoesNotExistYetIsWatched(inADirectory: Bool) throws {
        let folder = TemporaryDirectory()
        if inADirectory {
            try FileManager.default.createDirectory(at: folder.file("notes"), withIntermediateDirectories: false)
        }
        let notes = Program("notes", preferences: folder)
        let watch = try notes.start(["config", "watch", "sync.interval"])
        var lines = LineReader(watch.output.fileHandleForReading)
        #expect(lines.next()?.hasPrefix("Watching ") == true)
        try notes.run("config", "set", "sync.interval", "7")
        #expect(lines.next() == "sync/interval is now 7.")
        watch.kill()
    }

    /// The example program's own option is taken anywhere, too.
    @Test func theFileOfTheTourMayBeNamedAnywhere() throws {
        let folder = TemporaryDirectory()
        let tour = Program("tour", preferences: folder)
        let file = folder.file("own/tour.plist").path
        #expect(try tour.run("--file", file, "get", "login.attempts").output == "0")
        #expect(try tour.run("get", "--file", file, "login.attempts", "--json").output == "0")
        #expect(folder.names.isEmpty)
        #expect(try tour.run("set", "login.attempts", "-5", "--file", file).output == "login/attempts is now -5.")
        #expect(try tour.run("get", "login.attempts", "--file", file).output == "-5")
        #expect(try tour.run("-login/attempts", "8", "--json", "get", "login.attempts", "--file", file).output == "8")
        #expect(try tour.run("list", "--file", file).output.hasSuffix("These settings are kept in \(file)."))
        #expect(try tour.run("set", "editor.homepage", "--file", file, "--", "--file").status == 0)
        #expect(try tour.run("list", "--file", file, "--", "--file", "x").status == 64)
    }

    @Test(.noHang, arguments: [["notes", "config", "watch", "sync.interval"], ["settings", "watch"]])
    func anotherProcessesChangeIsPrinted(words: [String]) throws {
        let folder = TemporaryDirectory()
        let notes = Program("notes", preferences: folder)
        try notes.run("config", "set", "sync.interval", "1")
        let file = folder.file("notes/defaults.plist").path
        let isFile = words[0] == "settings"
        let watch = try Program(words[0], preferences: folder).start(words.dropFirst() + (isFile ? [file] : []))
        var lines = LineReader(watch.output.fileHandleForReading)
        #expect(lines.next()?.hasPrefix("Watching ") == true)
        try notes.run("config", "set", "sync.interval", "7")
        #expect(lines.next() == "sync/interval is now 7.")
        try notes.run("config", "reset", "sync.interval")
        #expect(lines.next() == (isFile ? "sync/interval is removed." : "sync/interval is back to its default, 60."))
        watch.kill()
    }
}
#endif
