import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

// A shell's script starts the program at each Tab, with the words of the line, and offers what it prints.

extension SettingsRun {
    /// Returns the words that may come next on a line, each with its help, or an empty string.
    ///
    /// - Parameters:
    ///   - words: The words after those that start the command.
    ///   - start: What is written of the next one.
    func nextWords(after words: [String], startingWith start: String) -> [(word: String, help: String)] {
        var (plain, option) = ([String](), CommandForm.Option?.none)
        for word in words {
            let isValue = option != nil
            option = isValue ? nil : commands.options.first { $0.name == word }
            if !isValue, option == nil, !word.hasPrefix("--") { plain.append(word) }
            if option?.values.isEmpty == true { option = nil }
        }
        let all =
            if let option {
                option.values
            } else if start.hasPrefix("-") {
                commands.forms.first { $0.name == plain.first }?.options.map(\.name) ?? []
            } else {
                nextWords(after: plain)
            }
        // Each word is printed on a line of its own, so one that contains the end of a line or a tab is left out.
        let lines = all.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        let starting = lines.filter { $0.hasPrefix(start) }
        // The start of a name may be left out.
        let offered =
            starting.isEmpty ? lines.filter { $0.contains("/\(start)") || $0.contains(".\(start)") } : starting
        let help = Dictionary(keepingLast: names.settings.map { ($0.storedName, $0.help.shown(atMost: 120)) })
        return offered.map { ($0, help[$0] ?? "") }
    }

    /// Returns the words that may follow some others, none of which is an option.
    private func nextWords(after words: [String]) -> [String] {
        switch (words.first, words.count) {
        case (nil, _), ("help", 1): return commands.forms.map(\.name)
        case ("completions", 1): return ["bash", "zsh", "fish"]
        case ("list", _), ("reset", _), ("watch", _), ("get", 1), ("set", 1), ("unset", 1):
            return names.settings.map(\.storedName)
        case ("set", 2):
            do throws(CommandFailure) { return try names.place(words[1]).setting.choices } catch { return [] }
        default: return []
        }
    }

    /// Prints the script for a shell, or after `next`, the words that such a script is to offer.
    func completions(_ words: CommandWords) throws {
        let rest = words.words.dropFirst()
        guard words[0] == "next" || rest.isEmpty else { throw CommandFailure.usage("Write only one shell.") }
        switch words[0] {
        case "bash": try console.say(shellScripts.bash)
        case "zsh": try console.say(shellScripts.zsh)
        case "fish": try console.say(shellScripts.fish)
        case "next":
            for (word, help) in nextWords(after: rest.dropLast(), startingWith: rest.last ?? "") {
                try console.say("\(word)\t\(help)")
            }
        default:
            throw CommandFailure.usage("There is no script for \((words[0] ?? "").quoted): write bash, zsh or fish.")
        }
    }

    private var shellScripts: ShellScripts { ShellScripts(command.name.split(separator: " ").map(String.init)) }
}

/// The scripts that complete words in a shell.
///
/// A script starts the program that the line names, or if there is none, such as for an alias, the one in `PATH`. If
/// the words after it aren't those that start the command, the completions that the program had before are called.
private struct ShellScripts {
    private let program: String

    /// The words between the program and the command, such as `config`, and their number.
    private let start: String
    private let count: Int

    /// The name of the script's function: the letters and digits of the command's name.
    private let function: String

    init(_ words: [String]) {
        program = words.first ?? ""
        (start, count) = (words.dropFirst().joined(separator: " "), words.count - 1)
        let name = words.joined(separator: "_").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        function = Self.prefix + name
    }

    /// The start of the functions' names.
    ///
    /// A script that is read again doesn't take the function of another command for the program's own: that one may
    /// call this one.
    private static let prefix = "_settings_"

    /// The variable with the function that completes the program's other words; `:` if there is none.
    private var others: String { "\(function)_others" }

    var bash: String {
        """
        # Completes the words of \(program.shown(atMost: 120)) in bash.
        \(function)() {
            COMPREPLY=()
            local IFS=$' \\t\\n' word help program="${COMP_WORDS[0]/#\\~\\//$HOME/}"
            if [[ "${COMP_WORDS[*]:1:\(count)}" != \(start.shellQuoted) ]] || (( COMP_CWORD <= \(count) )); then
                $\(others) "$@"; return
            fi
            if ! type -P "$program" >/dev/null; then program=\(program.shellQuoted); fi
            while IFS=$'\\t' read -r word help; do
                if [[ -n "$word" ]]; then COMPREPLY+=("$(printf '%q' "$word")"); fi
            done <<< "$(command "$program" "${COMP_WORDS[@]:1:\(count)}" completions next -- \\
                "${COMP_WORDS[@]:\(count + 1):COMP_CWORD-\(count)}" 2>/dev/null)"
        }
        if [[ "$(complete -p \(program.shellQuoted) 2>/dev/null)" =~ -F\\ ([^ ]+) ]]; then
            if [[ -z "${\(others):-}" || "${BASH_REMATCH[1]}" != \(Self.prefix)* ]]; then
                \(others)="${BASH_REMATCH[1]}"
            fi
        fi
        \(others)="${\(others):-:}"
        complete -o default -F \(function) \(program.shellQuoted)
        """
    }

    var zsh: String {
        let known = "${_comps[\(program.shown(atMost: 120))]:-}"
        return """
            #compdef \(program.shown(atMost: 120))
            \(function)() {
                local -a given candidates shown
                given=("${(@Q)words[1,CURRENT]}")
                if [[ "${(j: :)given[2,\(count + 1)]}" != \(start.shellQuoted) ]] || (( CURRENT <= \(count + 1) )); then
                    $\(others); return
                fi
                local line tab=$'\\t' program="${given[1]/#\\~\\//$HOME/}"
                if ! whence -p "$program" >/dev/null; then program=\(program.shellQuoted); fi
                for line in "${(@f)$(command "$program" "${(@)given[2,\(count + 1)]}" completions next -- \\
                    "${(@)given[\(count + 2),CURRENT]}" 2>/dev/null)}"; do
                    if [[ -z "$line" ]]; then continue; fi
                    candidates+=("${line%%$tab*}")
                    shown+=("${${line/$tab/  -- }%  -- }")
                done
                if (( ! ${#candidates} )); then _files; return; fi
                # Names whose start is left out may begin with nothing in common, which would replace what is typed.
                if [[ "${candidates[1]}" != "${given[CURRENT]}"* ]]; then compstate[insert]=menu; fi
                compadd -U -l -d shown -a candidates
            }
            if [[ -n "\(known)" && ( -z "${\(others):-}" || "\(known)" != \(Self.prefix)* ) ]]; then
                \(others)="\(known)"
            fi
            \(others)="${\(others):-:}"
            compdef \(function) \(program.shellQuoted)
            """
    }

    /// The script for fish, which chooses itself among the words that fit.
    var fish: String {
        let rest = start.isEmpty ? "" : " \(start)".fishQuoted
        let given = start.isEmpty ? "" : "$words[2..\(count + 1)] "
        return """
            # Completes the words of \(program.shown(atMost: 120)) in fish.
            function \(function)
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                if test (count $words) -gt \(count) -a "$words[1..\(count + 1)]" = "$words[1]"\(rest)
                    set -l program (string replace '~/' "$HOME/" -- $words[1])
                    command -q $program; or set program \(program.fishQuoted)
                    string match -q -- '-*' "$current"; or set current ''
                    command $program \(given)completions next -- $words[\(count + 2)..-1] "$current" 2>/dev/null
                end
            end
            complete -c \(program.fishQuoted) -f -n 'count (\(function)) >/dev/null' -a '(\(function))'
            """
    }
}

extension String {
    /// The string as one word of fish.
    fileprivate var fishQuoted: String {
        let escaped = map { $0 == "\\" ? "\\\\" : $0 == "'" ? "\\'" : String($0) }
        return "'\(escaped.joined())'"
    }
}
