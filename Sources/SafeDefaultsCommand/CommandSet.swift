/// The commands of a program, and their help.
struct CommandSet: Sendable {
    /// The words that start each command, such as `notes config`.
    let name: String

    /// What the program does, as a sentence.
    let summary: String

    let forms: [CommandForm]

    /// The options of all commands, each once.
    var options: [CommandForm.Option] {
        var names: Set<String> = []
        return forms.flatMap(\.options).filter { names.insert($0.name).inserted }
    }

    /// Sentences at the end of the help.
    let details: [String]

    /// Finds the command that some words name, and sorts the other words.
    ///
    /// Where they ask for help, that is the command `help`.
    func command(
        in words: [String], isOverride: (String) -> Bool
    ) throws(CommandFailure) -> (form: CommandForm, words: CommandWords) {
        var (options, rest) = try leadingOptions(of: words, isOverride: isOverride)
        // `--` before the name ends the options of the whole line.
        let isEnded = rest.first == "--"
        if isEnded { rest.removeFirst() }
        let asksForHelp = options.contains(where: CommandWords.help.contains)
        guard let word = rest.popFirst() ?? (asksForHelp ? "help" : nil) else {
            throw .usage("Write \(name) \(forms.map(\.name).alternatives). \(name) help explains them.")
        }
        let form = try form(named: word)
        if isEnded { options.append("--") }
        let sorted = try CommandWords(options + rest, for: form, of: self.name, isOverride: isOverride)
        guard sorted.asksForHelp, form.name != "help" else { return (form, sorted) }
        var help = CommandWords()
        help.words = [form.name]
        return (try self.form(named: "help"), help)
    }

    /// Separates the options and launch arguments that come before a command's name from the other words.
    private func leadingOptions(
        of words: [String], isOverride: (String) -> Bool
    ) throws(CommandFailure) -> (options: [String], rest: ArraySlice<String>) {
        var (options, rest) = ([String](), words[...])
        let known = forms.flatMap(\.options)
        while let word = rest.first, word.hasPrefix("-"), word != "-", word != "--" {
            let (option, value) = (known.first { $0.name == word }, rest.dropFirst().first)
            let takesValue = option.map { !$0.values.isEmpty } ?? isOverride(String(word.dropFirst()))
            if let option, takesValue, !option.values.contains(value ?? "") { throw option.needsValue }
            if takesValue, value == nil { throw CommandWords.needsValue(word) }
            options += rest.prefix(takesValue ? 2 : 1)
            rest = rest.dropFirst(takesValue ? 2 : 1)
        }
        return (options, rest)
    }

    private func form(named name: String) throws(CommandFailure) -> CommandForm {
        if let form = forms.first(where: { $0.name == name }) { return form }
        let nearest = Nearest.word(to: name, in: forms.map(\.name))
        let advice = nearest.map { "Did you mean \($0)?" } ?? "Write \(forms.map(\.name).alternatives)."
        throw .usage("There is no command \(name.quoted). \(advice)")
    }

    /// Returns the help for one command, or for all.
    func help(for name: String?) throws(CommandFailure) -> String {
        guard let name else { return help }
        let form = try form(named: name)
        var lines = ["\(self.name) \(form.text)", "", "  \(form.summary)"] + form.details.map { "  \($0)" }
        if !form.options.isEmpty {
            lines += ["", Table.text(form.options.map { ["  \($0.text)", $0.summary] })]
        }
        return lines.joined(separator: "\n")
    }

    private var help: String {
        let rows = forms.map { form in
            ["  \([name, form.name, form.words].filter { !$0.isEmpty }.joined(separator: " "))", form.summary]
        }
        return ([summary, "", Table.text(rows), ""] + details).joined(separator: "\n")
    }
}
