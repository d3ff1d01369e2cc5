/// The commands of a program, and their help.
struct CommandSet: Sendable {
    /// The words that start each command, such as `notes config`.
    let name: String

    /// What the program does, as a sentence.
    let summary: String

    let forms: [CommandForm]

    /// Sentences at the end of the help.
    let details: [String]

    /// Finds the command that some words name, and sorts the words after it.
    ///
    /// Where they ask for help, that is the command `help`.
    func command(
        in words: [String], isOverride: (String) -> Bool
    ) throws(CommandFailure) -> (form: CommandForm, words: CommandWords) {
        guard let word = words.first else {
            throw .usage("Write \(name) \(forms.map(\.name).alternatives). \(name) help explains them.")
        }
        let name = ["--help", "-h"].contains(word) ? "help" : word
        let form = try form(named: name)
        let sorted = try CommandWords(Array(words.dropFirst()), for: form, of: self.name, isOverride: isOverride)
        guard sorted.asksForHelp, form.name != "help" else { return (form, sorted) }
        var help = CommandWords()
        help.words = [form.name]
        return (try self.form(named: "help"), help)
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
