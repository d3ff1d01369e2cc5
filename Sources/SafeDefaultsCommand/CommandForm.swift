/// The words of one command.
struct CommandForm: Sendable {
    struct Option: Sendable {
        let name: String

        /// The values that the option accepts; empty for a flag.
        var values: [String] = []

        let summary: String

        var text: String { values.isEmpty ? name : "\(name) \(values.joined(separator: "|"))" }

        /// The failure if the option has no value, or one that it doesn't accept.
        var needsValue: CommandFailure { .usage("\(name) takes \(values.alternatives): write \(text).") }

        static let json = Option(name: "--json", summary: "prints JSON")

        static let dryRun = Option(name: "--dry-run", summary: "says what would change, and changes nothing")

        static let force = Option(name: "--force", summary: "replaces a file that exists")

        static let reveal = Option(name: "--reveal", summary: "shows or writes what is secret, too")

        static let format = Option(
            name: "--format", values: ["json", "xml", "binary"],
            summary: "chooses the format; without it, xml for a .plist file, and otherwise json")
    }

    let name: String

    /// The words that follow the name, such as `<name> <text>`.
    var words = ""

    let summary: String

    /// The numbers of words that may follow the name.
    var count = 0...0

    var options: [Option] = []

    /// The position of a word that is taken as it is, even if it begins with a hyphen, unless it is an option of the
    /// command that is followed by another word, or asks for help.
    var verbatim: Int?

    /// Further sentences for the help of this command.
    var details: [String] = []

    /// The whole command as one writes it.
    var text: String { ([name, words].filter { !$0.isEmpty } + options.map { "[\($0.text)]" }).joined(separator: " ") }
}

/// The words of a command, sorted into those that stand for themselves and options.
struct CommandWords {
    var words: [String] = []
    var options: [String: String] = [:]

    /// Whether `--` is among them, so that a word after it is taken as it is.
    var isEnded = false

    /// Whether `--help` is among them.
    var asksForHelp = false

    /// The options of all commands that ask for help.
    static let help = ["--help", "-h"]

    /// The failure if a launch argument is the last word, or the next one begins with a hyphen, which no program reads
    /// as its value.
    static func needsValue(_ word: String) -> CommandFailure {
        .usage("\(word.shown(atMost: 120)) needs a value: write \(word.shown(atMost: 120)) <value>, -5 as '\"-5\"'.")
    }

    var isJSON: Bool { has(.json) }

    func has(_ option: CommandForm.Option) -> Bool { options[option.name] != nil }

    subscript(index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

    init() {}

    /// Sorts the words that follow a command's name.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - form: What the command takes.
    ///   - command: The words that start the command, for errors.
    ///   - isOverride: Returns whether a word without its hyphen is the name of a launch argument, which is followed by
    ///     its value. Foundation has read both already.
    init(
        _ words: [String], for form: CommandForm, of command: String, isOverride: (String) -> Bool
    ) throws(CommandFailure) {
        var rest = words[...]
        var isOptions: Bool { !isEnded }
        while let word = rest.popFirst() {
            // An option of the command may come before the word that is taken as it is.
            let isOption = isOptions && !rest.isEmpty && form.options.contains { $0.name == word }
            let isHelp = isOptions && Self.help.contains(word)
            if self.words.count == form.verbatim, !isOption, !isHelp {
                // `--` itself is the value if nothing follows it.
                if isOptions, word == "--", !rest.isEmpty { isEnded = true } else { self.words.append(word) }
                continue
            }
            if !isOptions || !word.hasPrefix("-") || word == "-" {
                self.words.append(word)
            } else if word == "--" {
                isEnded = true
            } else if isHelp {
                asksForHelp = true
            } else if isOverride(String(word.dropFirst())) {
                guard rest.popFirst()?.hasPrefix("-") == false else { throw Self.needsValue(word) }
            } else {
                try read(word, rest: &rest, for: form, of: command)
            }
        }
        if asksForHelp { return }
        guard !form.count.contains(self.words.count) else { return }
        let problem = self.words.count < form.count.lowerBound ? "few" : "many"
        throw .usage("That is too \(problem) words: write \(command) \(form.text).")
    }

    private mutating func read(
        _ word: String, rest: inout ArraySlice<String>, for form: CommandForm, of command: String
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = form.options.first(where: { $0.name == parts[0] }) else {
            let nearest = Nearest.word(to: parts[0], in: form.options.map(\.name))
            let advice = nearest.map { "Did you mean \($0)?" } ?? "Write \(command) \(form.text)."
            throw .usage("\(form.name) has no option \(parts[0].quoted). \(advice)")
        }
        if option.values.isEmpty {
            guard parts.count == 1 else { throw .usage("\(option.name) takes no value: write \(option.name).") }
            options[option.name] = ""
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), option.values.contains(value) else {
            throw option.needsValue
        }
        options[option.name] = value
    }
}
