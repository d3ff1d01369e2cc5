// The words that the commands take.

extension SettingsRun {
    private static let unknown = CommandForm.Option(
        name: "--unknown", values: ["refuse", "skip", "keep"],
        summary: "says what is done with names that no domain has; refuse, if nothing is said")

    static let all = CommandForm.Option(name: "--all", summary: "removes all of them")

    static let changed = CommandForm.Option(
        name: "--changed", summary: "lists only what doesn't have its default")

    static let forms = [
        CommandForm(
            name: "list", words: "[<name>…]", summary: "lists settings, their values, and where these come from",
            count: 0...100, options: [changed, .json]),
        CommandForm(
            name: "get", words: "<name>", summary: "prints a value", count: 1...1, options: [.reveal, .json]),
        CommandForm(
            name: "set", words: "<name> <text>", summary: "stores a value", count: 1...2, options: [.dryRun, .json],
            verbatim: 1,
            details: [
                "The word after the name is the value, even if it begins with a hyphen, such as -5.",
                "The text - is what standard input has, for a secret that nobody is to see; -- - is a hyphen.",
                "For the text of an option, write -- before it: \"set title -- --json\".",
                #"Lists are written as ["a", "b"], and dictionaries as {"name": "Tom"}."#,
            ]),
        CommandForm(
            name: "reset", words: "<name>…", summary: "removes stored values: of some settings or domains, or all",
            count: 0...100, options: [all, .dryRun, .json]),
        CommandForm(
            name: "unset", words: "<name>", summary: "removes an entry of a dictionary, such as font.size",
            count: 1...1, options: [.dryRun, .json]),
        CommandForm(
            name: "watch", words: "[<name>…]", summary: "prints changes as they come, until Control-C",
            count: 0...100, options: [.json]),
        CommandForm(
            name: "export", words: "[<file>]", summary: "writes what is stored to a file, or prints it",
            count: 0...1, options: [.force, .reveal, .format],
            details: [
                "A new file is readable by you alone. Secrets are left out without --reveal.",
                "The file - is the output.",
            ]),
        CommandForm(
            name: "import", words: "<file>", summary: "stores the values of an exported file, all or none",
            count: 1...1, options: [unknown, .dryRun, .json], details: ["The file - is standard input."]),
        CommandForm(
            name: "edit", words: "[<file>]", summary: "opens the settings in your editor, and stores what you change",
            count: 0...1, options: [.dryRun],
            details: [
                "The editor is that of VISUAL or EDITOR, on Linux only.",
                "The text is checked as a whole before anything is stored. If it is wrong, the editor opens again.",
                "A line that you remove resets a setting. Secrets aren't in the text, but may be added.",
                "With a file, the text is that of the file, such as one that was kept because it was wrong.",
            ]),
        CommandForm(
            name: "check", words: "<file>", summary: "checks the names, types and ranges in a file", count: 1...1,
            options: [unknown, .json], details: ["The file - is standard input."]),
        CommandForm(
            name: "schema", summary: "prints the JSON Schema of an exported file",
            details: ["It is for editors. What check also takes, such as \"5\" for 5, isn't in it."]),
        CommandForm(
            name: "diff", words: "<file>", summary: "prints what an import of a file would change", count: 1...1,
            options: [unknown, .json],
            details: [
                "The status is 0 if it would change nothing, and 1 if it would.", "The file - is standard input.",
            ]),
        CommandForm(
            name: "audit", summary: "checks declarations, all values wherever they come from, and stored names",
            options: [.json],
            details: [
                "A name or a variable without a setting is a problem if a setting's is near; others are only printed,",
                "because they may be an earlier version's, or other code's.",
            ]),
        CommandForm(name: "path", summary: "prints the path of the file with the settings", options: [.json]),
        CommandForm(
            name: "help", words: "[<command or name>]", summary: "explains the commands, or one, or a setting",
            count: 0...1),
        CommandForm(
            name: "completions", words: "bash|zsh|fish", summary: "prints a script that completes words in a shell",
            count: 1...10_000),
    ]

    static let details = [
        "A name is that of list, with . or /, and without its start if only one setting ends like this.",
        "What follows a name leads to a part of the value: font.size is the entry size of font.",
        "In list, reset and watch, the name of a domain stands for its settings.",
        "A launch argument overrides a value for one run: -<name> <text>.",
        "Options may stand anywhere, also before the command. -- ends them, so that what follows are words.",
    ]
}
