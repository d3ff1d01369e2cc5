import Foundation
public import SafeDefaults

/// A command that shows and changes the values of any property list or file store, without knowing its settings.
///
/// It is for Linux what `defaults` is on a Mac, and is also the program `settings` of this package:
///
/// ```swift
/// import Foundation
/// import SafeDefaultsCommand
///
/// exit(FileCommand("settings").run(Array(CommandLine.arguments.dropFirst())))
/// ```
///
/// The file is the property list of a `FileDefaults`, whose newer values in the journal are seen too, or any other one
/// in XML or in the binary form. Without the option `--write`, no file is created or changed. Launch arguments and
/// environment variables of the program that the file belongs to aren't known, so values are those that are stored.
public struct FileCommand: Sendable {
    let name: String

    /// The store that takes the place of a file; nil if the words name a file.
    let store: DefaultsStore?

    /// Creates a command.
    ///
    /// - Parameter name: The words that start the command, such as `settings`, for errors and help.
    public init(_ name: String) {
        self.name = name
        store = nil
    }

    /// Creates a command that shows and changes all values of one store, of whatever kind, instead of a file's.
    ///
    /// The commands are the same, without the word that names the file:
    ///
    /// ```swift
    /// import SafeDefaultsCommand
    ///
    /// let command = FileCommand("fleet", store: .inMemory())
    /// print(command.run(["set", "limit", "5", "--write"]))  //=> 0
    /// ```
    ///
    /// - Parameters:
    ///   - name: The words that start the command, for errors and help.
    ///   - store: The store, such as one over an etcd cluster.
    public init(_ name: String, store: DefaultsStore) {
        self.name = name
        self.store = store
    }

    /// Runs the command that some words name, and returns the status to end the process with.
    ///
    /// The statuses are those of ``SettingsCommand/run(_:channels:)``. Nothing is thrown and nothing traps.
    ///
    /// ```swift
    /// import SafeDefaultsCommand
    ///
    /// print(FileCommand("settings").run(["get", "/no/such/file", "name"]))  //=> 66
    /// ```
    ///
    /// - Parameters:
    ///   - words: The words that follow the command's name.
    ///   - channels: Where the command writes and reads.
    /// - Returns: The status.
    public func run(_ words: [String], channels: CommandChannels = .standard) -> Int32 {
        let console = Console(name: name, channels: channels)
        return console.run { try run(words, console) }
    }

    private func run(_ words: [String], _ console: Console) throws {
        let commands = CommandSet(
            name: name,
            summary: "Shows and changes the values in \(store == nil ? "a property list or file store" : "a store").",
            forms: store == nil ? Self.forms : Self.forms.compactMap(\.ofStore), details: Self.details(store))
        var (form, sorted) = try commands.command(in: words, isOverride: { _ in false })
        guard form.name != "help" else { return try console.say(try commands.help(for: sorted[0])) }
        let isWriting = form.options.contains { $0.name == "--write" }
        guard !isWriting || sorted.options["--write"] != nil else {
            let noun = store == nil ? "file" : "store"
            throw CommandFailure.usage(
                "\(form.name) changes the \(noun), which is only done with --write: write \(name) \(form.text).")
        }
        // A command over a store has no file's name. An empty one keeps the other arguments at their places.
        if store != nil { sorted.words.insert("", at: 0) }
        let file = try store.map(OpenedFile.init) ?? OpenedFile(sorted[0] ?? "", isWriting: isWriting)
        try FileRun(file: file, console: console).run(form.name, sorted)
    }

    private static let write = CommandForm.Option(name: "--write", summary: "allows the change")

    /// The kinds of value, and their flags.
    static let kinds = ["string", "int", "float", "bool", "date", "data"]

    private static let forms = [
        CommandForm(
            name: "list", words: "<file>", summary: "lists names, kinds and values", count: 1...1, options: [.json]),
        CommandForm(name: "get", words: "<file> <name>", summary: "prints a value", count: 2...2, options: [.json]),
        CommandForm(
            name: "set", words: "<file> <name> <text>", summary: "stores a value", count: 3...3,
            options: [write] + kinds.map { CommandForm.Option(name: "-\($0)", summary: "stores a value of this kind") },
            verbatim: 2,
            details: [
                "The word after the name is the value, even if it begins with a hyphen, such as -5.",
                "For the text of an option, write -- before it: \"set <file> title -- --write\".",
                #"Without a kind, 5 is a whole number, true a Boolean, ["a", "b"] a list, and other text a string."#,
            ]),
        CommandForm(
            name: "delete", words: "<file> <name>", summary: "removes a value", count: 2...2, options: [write]),
        CommandForm(
            name: "export", words: "<file> [<output>]", summary: "writes all values to another file, or prints them",
            count: 1...2, options: [.force, .format]),
        CommandForm(
            name: "import", words: "<file> <input>", summary: "stores all values of an exported file, all or none",
            count: 2...2, options: [write, .json], details: ["The input - is standard input."]),
        CommandForm(
            name: "diff", words: "<file> <input>", summary: "prints what an import of a file would change",
            count: 2...2, options: [.json],
            details: [
                "The status is 0 if it would change nothing, and 1 if it would.", "The input - is standard input.",
            ]),
        CommandForm(
            name: "watch", words: "<file>", summary: "prints changes as they come, until Control-C", count: 1...1,
            options: [.json]),
        CommandForm(name: "path", words: "<file>", summary: "prints the absolute path", count: 1...1),
        CommandForm(name: "help", words: "[<command>]", summary: "explains the commands, or one", count: 0...1),
    ]

    private static func details(_ store: DefaultsStore?) -> [String] {
        [
            "A name is the whole stored name, such as editor/fontSize.",
            "Without --write, \(store == nil ? "no file is created or changed" : "nothing is changed").",
            "Options may stand anywhere, also before the command. -- ends them, so that what follows are words.",
        ]
    }
}

extension CommandForm {
    /// The same without the word that names a file; nil if there is no such command for a store.
    fileprivate var ofStore: CommandForm? {
        guard words.hasPrefix("<file>") else { return self }
        if name == "path" { return nil }
        var form = self
        form.words = words.dropFirst("<file>".count).trimmingCharacters(in: .whitespaces)
        form.count = (count.lowerBound - 1)...(count.upperBound - 1)
        form.verbatim = verbatim.map { $0 - 1 }
        form.details = details.map { $0.replacingOccurrences(of: "set <file> ", with: "set ") }
        return form
    }
}
