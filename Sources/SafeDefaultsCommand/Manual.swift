import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

extension SettingsRun {
    /// The page of the manual, in the language mdoc.
    func manual(on day: Date = Date()) -> String {
        let title = command.name.replacingOccurrences(of: " ", with: "-")
        let commands = commands
        let texts = commands.forms.map { Manual.item($0.text, ["\($0.summary)."] + $0.details) }
        let options = commands.options.map { Manual.item($0.text, ["\($0.summary)."]) }
        let settings = names.settings.map { Manual.item($0.storedName, sentences(on: $0)) }
        let statuses = ExitStatus.allCases.map { Manual.item("\($0.rawValue)", [$0.meaning]) }
        let summary = commands.summary.prefix(1).lowercased() + commands.summary.dropFirst().dropLast()
        return """
            .Dd \(Manual.date(day))
            .Dt \(Manual.words(title.uppercased())) 1
            .Os
            .Sh NAME
            .Nm \(Manual.words(title))
            .Nd \(summary)
            .Sh SYNOPSIS
            .Nm \(Manual.words(command.name))
            .Ar command
            .Op Ar word ...
            .Sh DESCRIPTION
            \(Manual.text(commands.details))
            """ + Manual.section("COMMANDS", texts) + Manual.section("OPTIONS", options)
                + Manual.section("SETTINGS", settings) + Manual.section("EXIT STATUS", statuses)
    }

    private func sentences(on setting: AnySetting) -> [String] {
        let rest = rows(on: setting).map { "\($0.0.prefix(1).uppercased() + $0.0.dropFirst()): \($0.1)." }
        return [setting.help.shown(atMost: 500)].filter { !$0.isEmpty } + rest
    }
}

/// Writes text so that nothing in it is taken for a macro or an escape.
private enum Manual {
    static func section(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "\n.Sh \(title)\n.Bl -tag -width Ds\n\(items.joined(separator: "\n"))\n.El"
    }

    static func item(_ head: String, _ sentences: [String]) -> String {
        ".It \(words(head.shown(atMost: 500)))\n\(text(sentences))"
    }

    /// Returns the words of a macro, none of which is another macro.
    static func words(_ text: String) -> String {
        split(text).map { "\\&\($0.replacingOccurrences(of: "\"", with: "\\(dq"))" }.joined(separator: " ")
    }

    /// Returns lines of text, on each of which no more than one sentence ends.
    static func text(_ sentences: [String]) -> String {
        var lines: [String] = []
        for sentence in sentences {
            var line = ""
            for word in split(sentence) {
                let isFull = line.utf8.count + word.utf8.count > 76 || [".", "?", "!"].contains(line.last)
                if isFull, !line.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line += line.isEmpty ? word : " \(word)"
            }
            lines.append(line)
        }
        return lines.filter { !$0.isEmpty }.map { [".", "'"].contains($0.first) ? "\\&\($0)" : $0 }
            .joined(separator: "\n")
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: " ").map {
            $0.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
        }
    }

    static func date(_ day: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "MMMM d, yyyy"
        return format.string(from: day)
    }
}
