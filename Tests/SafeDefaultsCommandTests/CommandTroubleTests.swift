#if os(Linux)
import Foundation
import Testing

@testable import TestSupport

/// What every command comes to where something is wrong with the settings: a sentence that says what to do, and a
/// status that isn't 0, unless it can do what it was asked for.
@Suite struct CommandTroubleTests {
    enum Trouble: CaseIterable {
        /// The files are another user's, who alone may read them.
        case anotherUser

        /// The file system can't be written.
        case readOnly

        /// The property list is damaged.
        case damaged

        /// A variable that can't be read overrides a setting.
        case variable

        /// What has to be in the sentences.
        var advice: [String] {
            switch self {
            case .anotherUser: ["run the command as the user"]
            case .readOnly: ["file system is read-only"]
            case .damaged: ["is damaged", "put a copy in its place, or write a value"]
            case .variable: ["NOTES_EDITOR_INDENT", "editor/indent takes a whole number from 1 to 8"]
            }
        }
    }

    struct Row: Sendable {
        let words: String

        /// Where the command can't do what it was asked for.
        let fails: [Trouble]

        /// Where it can't, besides, over a plain `UserDefaults`, of whose damaged file nothing can be read.
        let failsIfPlain: [Trouble]

        init(_ words: String, fails: [Trouble] = [], failsIfPlain: [Trouble] = []) {
            (self.words, self.fails, self.failsIfPlain) = (words, fails, failsIfPlain)
        }

        func fails(_ name: String, _ trouble: Trouble) -> Bool {
            fails.contains(trouble) || name == "tour" && failsIfPlain.contains(trouble)
        }
    }

    static let rows = [
        // These show settings, so they need all of them.
        Row("list", fails: [.anotherUser, .damaged, .variable]),
        Row("list --json", fails: [.anotherUser, .damaged, .variable]),
        Row("list --changed", fails: [.anotherUser, .damaged, .variable]),
        Row("get editor.indent", fails: [.anotherUser, .damaged, .variable]),
        Row("audit", fails: [.anotherUser, .damaged, .variable]),
        // These need what is stored, to which no variable belongs.
        Row("get editor.font", fails: [.anotherUser, .damaged]),
        Row("export", fails: [.anotherUser, .damaged]),
        Row("export NEW", fails: [.anotherUser, .damaged]),
        Row("diff FILE", fails: [.anotherUser, .damaged]),
        Row("set editor.indent 5 --dry-run", fails: [.anotherUser, .damaged]),
        Row("import FILE --dry-run", fails: [.anotherUser, .damaged]),
        Row("watch", fails: [.anotherUser, .damaged]),
        // It needs it, and then writes.
        Row("edit", fails: [.anotherUser, .readOnly, .damaged]),
        // These write, which sets a damaged file aside.
        Row("set editor.indent 5", fails: [.anotherUser, .readOnly]),
        Row("set editor.font.size 5", fails: [.anotherUser, .readOnly], failsIfPlain: [.damaged]),
        Row("reset editor.indent", fails: [.anotherUser, .readOnly]),
        Row("reset --all", fails: [.anotherUser, .readOnly]),
        Row("import FILE", fails: [.anotherUser, .readOnly]),
        // Neither of the programs has a value that could do without a part.
        Row("unset editor.font.size", fails: Trouble.allCases),
        // These need only the declarations, and the name of the file.
        Row("check FILE"), Row("path"), Row("schema"), Row("completions bash"), Row("help"),
        Row("help editor.indent"),
    ]

    /// A file store, and the system's own `UserDefaults`, which has no variables.
    static let cases = [("notes", Trouble.allCases), ("tour", [.anotherUser, .readOnly, .damaged])]
        .flatMap { name, troubles in troubles.map { (name, $0) } }

    @Test(.noHang, arguments: cases)
    func everyCommandSaysWhatToDo(name: String, trouble: Trouble) throws {
        if trouble == .readOnly, !OtherUser.isNeeded { return }
        for row in Self.rows {
            let place = try Place(name, trouble)
            // It goes on until Control-C.
            if row.words == "watch", !row.fails(name, trouble) {
                let watch = try place.program.start(place.words(row.words))
                var lines = LineReader(watch.output.fileHandleForReading)
                #expect(lines.next()?.hasPrefix("Watching ") == true)
                watch.kill()
                continue
            }
            let outcome = try place.program.run(place.words(row.words))
            guard row.fails(name, trouble) else {
                #expect(outcome.status == (row.words.hasPrefix("diff") ? 1 : 0), "\(row.words): \(outcome)")
                continue
            }
            #expect([65, 66, 74].contains(outcome.status), "\(row.words): \(outcome)")
            let text = outcome.output + outcome.errors
            for part in trouble.advice where !row.words.hasPrefix("unset") {
                #expect(text.contains(part), "\(row.words): \(outcome)")
            }
            chmod(place.file.path, 0o644)
            #expect(try Data(contentsOf: place.file) == place.content, "\(row.words)")
        }
    }

    /// A new command has to be in the table.
    @Test func theTableHasEveryCommand() throws {
        let lines = try Program("tour").run("help").output.components(separatedBy: "\n").filter { $0.hasPrefix("  ") }
        let commands = lines.map { $0.split(separator: " ")[1] }
        #expect(commands.count == 16)
        #expect(Set(commands) == Set(Self.rows.compactMap { $0.words.split(separator: " ").first }))
    }

    /// The settings of a program, with a trouble.
    private struct Place {
        let program: Program
        let file: URL
        let content: Data

        private let isNotes: Bool
        private let others = TemporaryDirectory()

        init(_ name: String, _ trouble: Trouble) throws {
            let home = TemporaryDirectory()
            var program = Program(name, preferences: home)
            isNotes = name == "notes"
            file = home.file(isNotes ? "notes/defaults.plist" : "tour.plist")
            if isNotes { mkdir(home.file("notes").path, 0o755) }
            let list = try PropertyListSerialization.data(
                fromPropertyList: ["editor/indent": 3], format: .xml, options: 0)
            content = trouble == .damaged ? list.dropLast(40) : list
            try content.write(to: file)
            chmod(file.path, trouble == .anotherUser && OtherUser.isNeeded ? 0o600 : 0o644)
            try Data(#"{"editor/indent": 6}"#.utf8).write(to: others.file("new.json"))
            program.wrapper = [
                "env", "EDITOR=sed -i s/3/6/", "TMPDIR=\(others.path)", "NOTES_EDITOR_INDENT=many",
            ]
            if trouble != .variable { program.wrapper.removeLast() }
            switch trouble {
            case .anotherUser:
                program.wrapper += OtherUser.wrapper
                if !OtherUser.isNeeded { chmod(file.path, 0) }
            case .readOnly:
                let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\""
                program.wrapper += ["unshare", "--mount", "bash", "-c", script, home.path]
            case .damaged, .variable: break
            }
            self.program = program
        }

        func words(_ words: String) -> [String] {
            let all = words.split(separator: " ").map { word in
                switch word {
                case "FILE": others.file("new.json").path
                case "NEW": others.file("export.json").path
                default: String(word)
                }
            }
            return (isNotes ? ["config"] : []) + all
        }
    }
}
#endif
