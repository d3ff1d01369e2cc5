import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

/// The scripts that complete words in a shell.
///
/// They contain the names of commands, options and settings, the help of settings, and the values of those whose type
/// lists them, so they don't start the program. Every word is quoted, so that no name is taken for code. Options may
/// stand anywhere, so the scripts take them out before they look at the position of a word.
struct Completions {
    /// The program that the shell runs.
    private let program: String

    /// The words between the program and the command, such as `config`.
    private let start: [String]

    /// The words that may follow, by the words before them.
    private let choices: [Choice]

    /// The words that may follow a command, and the first word after it if that matters.
    private struct Choice {
        let command: String
        /// The ways to write the first word after it, if that matters.
        var names: [String] = []
        let words: [String]
    }

    private let forms: [CommandForm]

    private var commands: [String] { forms.map(\.name) }

    /// The options of all commands, each once.
    private let options: [CommandForm.Option]

    private func options(takingValues takesValues: Bool) -> [CommandForm.Option] {
        options.filter { $0.values.isEmpty != takesValues }
    }

    init(of run: SettingsRun) {
        let words = run.command.name.split(separator: " ").map(String.init)
        program = words.first ?? ""
        start = Array(words.dropFirst())
        let names = run.names.settings.map(\.storedName)
        helpTexts = run.names.settings.filter { !$0.help.isEmpty }.map { ($0.storedName, $0.help.shown(atMost: 120)) }
        (forms, options) = (run.commands.forms, run.commands.options)
        let values = run.names.settings.filter { !$0.choices.isEmpty }.map { setting in
            Choice(command: "set", names: Self.spellings(of: setting.storedName, among: names), words: setting.choices)
        }
        choices =
            ["list", "get", "set", "reset", "unset", "watch"].map { Choice(command: $0, words: names) } + values + [
                Choice(command: "help", words: forms.map(\.name)),
                Choice(command: "completions", words: ["bash", "zsh", "fish"]),
            ]
    }

    /// Returns the ways to write a name: with dots, and without its start if no other name ends like this.
    private static func spellings(of name: String, among names: [String]) -> [String] {
        var spellings = [name]
        for (index, character) in zip(name.indices, name) where character == "/" || character == "." {
            let end = name[name.index(after: index)...]
            if names.filter({ $0 == end || $0.hasSuffix("/\(end)") || $0.hasSuffix(".\(end)") }).count == 1 {
                spellings.append(String(end))
            }
        }
        let dotted = spellings.map { $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: ".") }
        return spellings + dotted.filter { !spellings.contains($0) }
    }

    /// Returns the script for a shell.
    func script(for shell: String) throws(CommandFailure) -> String {
        switch shell {
        case "bash": return bash
        case "zsh": return zsh
        case "fish": return fish
        default:
            throw .usage("There is no script for \(shell.quoted): write bash, zsh or fish.")
        }
    }

    /// The name of the script's function: the letters and digits of the command's name.
    private var function: String {
        "_" + ([program] + start).joined(separator: "_").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    }

    /// The commands whose first word is a setting, and those that take several.
    private func isRepeated(_ command: String) -> Bool { ["list", "reset", "watch"].contains(command) }

    private func list(_ words: [String], _ quote: (String) -> String) -> String {
        words.map(quote).joined(separator: " ")
    }

    // MARK: - bash and zsh

    /// The call of the completions that the program has for its other words.
    private var others: String { "${\(function)_others:-:}" }

    private var bash: String {
        """
        # Completes the words of \(program.shown(atMost: 120)) in bash.
        \(function)() {
            local current="${COMP_WORDS[COMP_CWORD]}" candidates=()
            local given=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
            COMPREPLY=()
        \(cases(leaving: "\(others) \"$@\"; return"))
            for word in "${candidates[@]}"; do
                if [[ "$word" == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$word")"); fi
            done
            if (( ${#COMPREPLY[@]} )); then return; fi
            # The start of a name may be left out.
            for word in "${candidates[@]}"; do
                if [[ "$word" == *[/.]"$current"* ]]; then COMPREPLY+=("$(printf '%q' "$word")"); fi
            done
        }
        \(bashNeighbour)complete -o default -F \(function) \(program.shellQuoted)
        """
    }

    /// The lines that keep the completions that the program has for its other words; empty if it has no others.
    private var bashNeighbour: String {
        guard !start.isEmpty else { return "" }
        return """
            if [[ "$(complete -p \(program.shellQuoted) 2>/dev/null)" =~ -F\\ ([^ ]+) ]]; then
                if [[ "${BASH_REMATCH[1]}" != \(function) ]]; then \(function)_others="${BASH_REMATCH[1]}"; fi
            fi

            """
    }

    /// The script for zsh.
    ///
    /// NB: an inner function has the options of the Korn shell, whose arrays begin at 0, as those of bash do. They
    /// would break zsh's own completion functions.
    private var zsh: String {
        """
        #compdef \(program.shown(atMost: 120))
        \(function)_choose() {
            emulate -L ksh
            local -a given
            given=("$@")
        \(cases(leaving: "return 1"))
            return 0
        }
        \(function)() {
            local current="${words[CURRENT]}"
            local -a candidates shown
            local -A help
            help=(\(helpTexts.map { list([$0.name, $0.help], \.shellQuoted) }.joined(separator: " ")))
            \(function)_choose "${(@Q)words[2,CURRENT-1]}" || { \(others); return; }
            if (( ! ${#candidates} )); then _files; return; fi
            local word
            for word in "${candidates[@]}"; do shown+=("$word${help[$word]:+  -- ${help[$word]}}"); done
            if (( ${(M)#candidates:#${current}*} )); then
                compadd -l -d shown -a candidates
            else
                # The start of a name may be left out.
                compadd -M 'l:|=*' -l -d shown -a candidates
            fi
        }
        \(zshNeighbour)compdef \(function) \(program.shellQuoted)
        """
    }

    private var zshNeighbour: String {
        guard !start.isEmpty else { return "" }
        let known = "${_comps[\(program.shown(atMost: 120))]:-}"
        return "if [[ \"\(known)\" != \(function) ]]; then \(function)_others=\"\(known)\"; fi\n"
    }

    /// The names of settings that have a help text, and this text.
    private let helpTexts: [(name: String, help: String)]

    /// Returns the lines that choose the candidates, in the language that bash and zsh share.
    ///
    /// - Parameter leaving: What is done if the words are not those of this command.
    private func cases(leaving: String) -> String {
        let skipped = start.enumerated().map { index, word in
            """
                if [[ "${given[\(index)]:-}" != \(word.shellQuoted) ]]; then
                    \(leaving)
                fi

            """
        }.joined()
        let lines = choices.map { choice in
            let words = list(choice.words, \.shellQuoted)
            let isOpen = choice.names.isEmpty
            let patterns = isOpen ? ["\(choice.command):"] : choice.names.map { "\(choice.command):2:\($0)" }
            let end = !isOpen ? "" : isRepeated(choice.command) ? "*" : "1:"
            return "            \(pattern(patterns))\(end)) candidates=(\(words));;"
        }
        let none = start.count
        return withoutOptions + skipped + """
                if [[ -n "$option" ]]; then
                    case "$option" in
            \(valueLines.joined(separator: "\n"))
                    esac
                elif [[ "$current" == -* ]]; then
                    case "${given[\(none)]:-}" in
            \(optionLines.joined(separator: "\n"))
                    esac
                else
                    case "${given[\(none)]:-}:$((${#given[@]} - \(none))):${given[\(none + 1)]:-}" in
                        :0:) candidates=(\(list(commands, \.shellQuoted)));;
            \(lines.joined(separator: "\n"))
                    esac
                fi
            """
    }

    /// The lines that take options out of the words, and keep one whose value comes next.
    private var withoutOptions: String {
        """
            local word option='' plain=()
            for word in "${given[@]}"; do
                if [[ -n "$option" ]]; then option=''; continue; fi
                case "$word" in
                    \(pattern(options(takingValues: true).map(\.name)))) option="$word";;
                    \(pattern(options(takingValues: false).map(\.name) + ["--"]))) ;;
                    *) plain+=("$word");;
                esac
            done
            given=("${plain[@]}")

        """
    }

    private func pattern(_ words: [String]) -> String { words.map(\.shellQuoted).joined(separator: "|") }

    private var valueLines: [String] {
        options(takingValues: true).map { option in
            "            \(option.name.shellQuoted)) candidates=(\(list(option.values, \.shellQuoted)));;"
        }
    }

    private var optionLines: [String] {
        forms.filter { !$0.options.isEmpty }.map { form in
            let names = list(form.options.map(\.name), \.shellQuoted)
            return "            \(form.name.shellQuoted)) candidates=(\(names));;"
        }
    }

    // MARK: - fish

    private var fish: String {
        let conditions = choices.map { choice in
            let count = choice.names.isEmpty ? 1 : 2
            let test = isRepeated(choice.command) ? "-ge" : "-eq"
            let names = list(choice.names, \.fishQuoted)
            let name = names.isEmpty ? "" : "; and contains -- \"$words[\(start.count + 2)]\" \(names)"
            return """
                    if test "$words[\(start.count + 1)]" = \(choice.command) -a $count \(test) \(count)\(name)
                        printf '%s\\n' \(list(choice.words.map(withHelp), \.fishQuoted))
                    end
                """
        }
        let values = options(takingValues: true).map { option in
            """
                    case \(option.name.fishQuoted)
                        printf '%s\\n' \(list(option.values, \.fishQuoted))
            """
        }
        let skipped = start.enumerated().map { index, word in
            "    test \"$words[\(index + 1)]\" = \(word.fishQuoted); or return\n"
        }.joined()
        return """
            # Completes the words of \(program.shown(atMost: 120)) in fish.
            function \(function)
                set -l option ''
                set -l words
                for word in (commandline -opc)[2..-1]
                    if test -n "$option"
                        set option ''
                        continue
                    end
                    switch $word
                        case \(list(options(takingValues: true).map(\.name), \.fishQuoted))
                            set option $word
                        case \(list(options(takingValues: false).map(\.name) + ["--"], \.fishQuoted))
                        case '*'
                            set -a words $word
                    end
                end
                set -l count (math (count $words) - \(start.count))
            \(skipped)    switch "$option"
            \(values.joined(separator: "\n"))
                end
                if test -n "$option"
                    return
                end
                if test $count -eq 0
                    printf '%s\\n' \(list(commands, \.fishQuoted))
                    return
                end
            \(conditions.joined(separator: "\n"))
            end
            complete -c \(program.fishQuoted) -f -n 'count (\(function)) >/dev/null' -a '(\(function))'
            """
    }

    /// A word with the text that fish shows beside it.
    private func withHelp(_ word: String) -> String {
        helpTexts.first { $0.name == word }.map { "\(word)\t\($0.help)" } ?? word
    }
}

extension String {
    /// The string as one word of fish.
    fileprivate var fishQuoted: String {
        let escaped = map { $0 == "\\" ? "\\\\" : $0 == "'" ? "\\'" : String($0) }
        return "'\(escaped.joined())'"
    }
}
