import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

/// The scripts that complete words in a shell.
///
/// They contain the names of commands, options and settings, and the values of settings whose type lists them, so they
/// don't start the program. Every word is quoted, so that no name is taken for code. Options may stand anywhere, so the
/// scripts take them out before they look at the position of a word.
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
        var name: String?
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
        forms = run.commands.forms
        var options: [CommandForm.Option] = []
        for option in forms.flatMap(\.options) where !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        self.options = options
        let values = run.names.settings.filter { !$0.choices.isEmpty }.map { setting in
            Choice(command: "set", name: setting.storedName, words: setting.choices)
        }
        choices =
            ["list", "get", "set", "reset", "watch"].map { Choice(command: $0, words: names) } + values + [
                Choice(command: "help", words: forms.map(\.name)),
                Choice(command: "completions", words: ["bash", "zsh", "fish"]),
            ]
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

    private var bash: String {
        """
        # Completes the words of \(program.shown(atMost: 120)) in bash.
        \(function)() {
            local current="${COMP_WORDS[COMP_CWORD]}" candidates=()
            local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
            COMPREPLY=()
        \(cases)
            for word in "${candidates[@]}"; do
                if [[ "$word" == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$word")"); fi
            done
        }
        complete -o default -F \(function) \(Self.shellQuoted(program))
        """
    }

    private var zsh: String {
        """
        #compdef \(program.shown(atMost: 120))
        \(function)() {
            setopt localoptions ksharrays
            local -a candidates
            local current="${words[CURRENT-1]}"
            local -a words=("${(@Q)words[@]:1:CURRENT-2}")
        \(cases)
            if (( ${#candidates} )); then compadd -a candidates; else _files; fi
        }
        compdef \(function) \(Self.shellQuoted(program))
        """
    }

    /// The lines that choose the candidates, in the language that bash and zsh share.
    private var cases: String {
        let skipped = start.enumerated().map { index, word in
            "    [[ \"${words[\(index)]:-}\" == \(Self.shellQuoted(word)) ]] || return 0\n"
        }.joined()
        let lines = choices.map { choice in
            let words = list(choice.words, Self.shellQuoted)
            let pattern =
                choice.name.map { "\(choice.command):2:\($0)" }
                ?? "\(choice.command):\(isRepeated(choice.command) ? "*" : "1:")"
            let isOpen = pattern.hasSuffix("*")
            let quoted = Self.shellQuoted(isOpen ? String(pattern.dropLast()) : pattern) + (isOpen ? "*" : "")
            return "            \(quoted)) candidates=(\(words));;"
        }
        let none = start.count
        return withoutOptions + skipped + """
                if [[ -n "$option" ]]; then
                    case "$option" in
            \(valueLines.joined(separator: "\n"))
                    esac
                elif [[ "$current" == -* ]]; then
                    case "${words[\(none)]:-}" in
            \(optionLines.joined(separator: "\n"))
                    esac
                else
                    case "${words[\(none)]:-}:$((${#words[@]} - \(none))):${words[\(none + 1)]:-}" in
                        :0:) candidates=(\(list(commands, Self.shellQuoted)));;
            \(lines.joined(separator: "\n"))
                    esac
                fi
            """
    }

    /// The lines that take options out of the words, and keep one whose value comes next.
    private var withoutOptions: String {
        """
            local word option='' plain=()
            for word in "${words[@]}"; do
                if [[ -n "$option" ]]; then option=''; continue; fi
                case "$word" in
                    \(pattern(options(takingValues: true).map(\.name)))) option="$word";;
                    \(pattern(options(takingValues: false).map(\.name) + ["--"]))) ;;
                    *) plain+=("$word");;
                esac
            done
            words=("${plain[@]}")

        """
    }

    private func pattern(_ words: [String]) -> String { words.map(Self.shellQuoted).joined(separator: "|") }

    private var valueLines: [String] {
        options(takingValues: true).map { option in
            "            \(Self.shellQuoted(option.name))) candidates=(\(list(option.values, Self.shellQuoted)));;"
        }
    }

    private var optionLines: [String] {
        forms.filter { !$0.options.isEmpty }.map { form in
            let names = list(form.options.map(\.name), Self.shellQuoted)
            return "            \(Self.shellQuoted(form.name))) candidates=(\(names));;"
        }
    }

    private static func shellQuoted(_ word: String) -> String {
        "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }

    // MARK: - fish

    private var fish: String {
        let conditions = choices.map { choice in
            let count = choice.name == nil ? 1 : 2
            let test = isRepeated(choice.command) ? "-ge" : "-eq"
            let name = choice.name.map { " -a \"$words[\(start.count + 2)]\" = \(Self.fishQuoted($0))" } ?? ""
            return """
                    if test "$words[\(start.count + 1)]" = \(choice.command) -a $count \(test) \(count)\(name)
                        printf '%s\\n' \(list(choice.words, Self.fishQuoted))
                    end
                """
        }
        let values = options(takingValues: true).map { option in
            """
                    case \(Self.fishQuoted(option.name))
                        printf '%s\\n' \(list(option.values, Self.fishQuoted))
            """
        }
        let skipped = start.enumerated().map { index, word in
            "    test \"$words[\(index + 1)]\" = \(Self.fishQuoted(word)); or return\n"
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
                        case \(list(options(takingValues: true).map(\.name), Self.fishQuoted))
                            set option $word
                        case \(list(options(takingValues: false).map(\.name) + ["--"], Self.fishQuoted))
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
                    printf '%s\\n' \(list(commands, Self.fishQuoted))
                    return
                end
            \(conditions.joined(separator: "\n"))
            end
            complete -c \(Self.fishQuoted(program)) -a '(\(function))'
            """
    }

    private static func fishQuoted(_ word: String) -> String {
        let escaped = word.map { $0 == "\\" ? "\\\\" : $0 == "'" ? "\\'" : String($0) }
        return "'\(escaped.joined())'"
    }
}
