import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFiles
import SafeDefaultsInspection
#endif

/// A command that lists, reads and changes a program's settings, for the people who use it.
///
/// Declare it with the program's domains and their store, and run it with the words that follow its name:
///
/// ```swift
/// import Foundation
/// import SafeDefaultsCommand
///
/// let command = SettingsCommand(
///     "notes config", domains: [LoginDefaults.self], store: .file(named: "notes", environment: "NOTES"))
/// exit(command.run(Array(CommandLine.arguments.dropFirst(2))))
/// ```
///
/// Then `notes config set login.attempts 3` stores a value, and `notes config help` explains the other commands:
/// `list`, `get`, `reset`, `unset`, `edit`, `watch`, `export`, `import`, `check`, `diff`, `audit`, `path`, `schema`,
/// `man` and `completions`.
/// The guide *A settings command* has a whole session.
///
/// It knows all settings of the domains. A launch argument or an environment variable overrides a
/// value as in the program itself, and is never stored.
public struct SettingsCommand: Sendable {
    let name: String
    let domains: [any SafeDefaults.Type]
    let store: DefaultsStore
    let version: String?

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: The words that start the command, such as `notes config`, for errors, help and completions.
    ///   - domains: The types of the domains. Their settings are listed in this order.
    ///   - store: The store of the settings, whatever store a domain has itself. If a file store is opened here,
    ///     commands that only read create no file; see `DefaultsStore.withoutCreatingFiles(_:)`.
    ///   - version: The program's version, which the option `--version` prints; without one, there is no such option.
    public init(
        _ name: String, domains: [any SafeDefaults.Type], store: @autoclosure () -> DefaultsStore,
        version: String? = nil
    ) {
        self.name = name
        self.version = version
        self.domains = domains
        self.store = DefaultsStore.withoutCreatingFiles(store)
    }

    /// Runs the command that some words name, and returns the status to end the process with.
    ///
    /// Nothing is thrown and nothing traps, whatever the words are. The status is one of `sysexits.h`:
    ///
    /// - 0: It is done. Changes are saved.
    /// - 1: `diff` has found a difference.
    /// - 64: The words make no command, or name no setting.
    /// - 65: A value or a file isn't in the right form, which `list`, `audit` and `check` say of each. Nothing was
    ///   changed.
    /// - 66: A file to be read doesn't exist, or can't be read, or the settings can't be read at the moment.
    /// - 73: A file can't be created.
    /// - 74: A change couldn't be saved, or it isn't known whether it was, or a file or the output couldn't be written.
    ///
    /// The command `watch` returns only if its output can't be written.
    ///
    /// ```swift
    /// import SafeDefaultsCommand
    ///
    /// let command = SettingsCommand("notes config", domains: [LoginDefaults.self], store: .inMemory())
    /// print(command.run(["set", "attempts", "three"]))  //=> 65
    /// ```
    ///
    /// While it runs, issues of the library are written as errors, and don't go to `DefaultsIssue.handler`.
    ///
    /// - Parameters:
    ///   - words: The words that follow the command's name.
    ///   - channels: Where the command writes and reads.
    /// - Returns: The status.
    public func run(_ words: [String], channels: CommandChannels = .standard) -> Int32 {
        let console = Console(name: name, channels: channels, explanation: explanation)
        return console.run { try SettingsRun(command: self, console: console).run(words) }
    }

    /// Returns what a setting takes, and the file in which its value stands if that isn't the store's own.
    private func explanation(_ storedName: String) -> String? {
        let settings = store.settings(of: domains)
        guard let setting = settings.first(where: { $0.storedName == storedName }) else { return nil }
        let form = "\(storedName.shownName) takes \(setting.textForm.shown(atMost: 500))."
        guard case .file(let url) = setting.origin else { return form }
        return "It stands in \(url.path.shown(atMost: 500)). \(form)"
    }
}

/// One run of a settings command.
struct SettingsRun {
    let command: SettingsCommand
    let console: Console
    let names: SettingNames
    let store: DefaultsStore

    /// - Parameter store: The store in place of the command's own, such as a copy of it.
    init(command: SettingsCommand, console: Console, store: DefaultsStore? = nil) {
        self.store = store ?? command.store
        self.command = command
        self.console = console
        names = SettingNames(
            settings: self.store.settings(of: command.domains), listing: "\(command.name) list")
    }

    func run(_ words: [String]) throws {
        if words == ["--version"], let version = command.version { return try console.say(version) }
        let stored = Set(names.settings.map(\.storedName))
        let (form, words) = try commands.command(in: words, isOverride: stored.contains)
        do {
            if Self.readers.contains(form.name) { try checkReadable(for: form, words) }
            guard words.has(.dryRun) else {
                if Self.writers.contains(form.name), let list = store.fileURL {
                    try StoreFamily(list).refuseOtherDirectory()
                }
                return try run(form, words)
            }
            try SettingsRun(command: command, console: console, store: copy()).run(form, words)
            console.complain("Nothing was changed, because of --dry-run.")
        } catch {
            let failure = CommandFailure(any: error)
            throw CommandFailure(failure.status, sentences: failure.sentences + advice(on: failure.status))
        }
    }

    private func run(_ form: CommandForm, _ words: CommandWords) throws {
        switch form.name {
        case "list": try list(words)
        case "get": try get(words)
        case "set": try set(words)
        case "reset": try reset(words)
        case "unset": try unset(words)
        case "watch": try watch(words)
        case "export": try export(words)
        case "import": try importFile(words)
        case "edit": try edit(words)
        case "check": try check(words)
        case "diff": try diff(words)
        case "audit": try audit(words)
        case "path": try path(words)
        case "schema": try console.say(schema)
        case "completions": try completions(words)
        default: try console.say(try help(for: words[0]))
        }
    }

    /// The commands that show what is stored.
    private static let readers = ["list", "get", "watch", "export", "diff", "audit", "edit"]

    /// The commands that may create the store's files.
    private static let writers = ["set", "reset", "unset", "import", "edit"]

    /// Throws a failure if the settings can't be read.
    ///
    /// Of a damaged file, `list` first prints what is left.
    private func checkReadable(for form: CommandForm, _ words: CommandWords) throws {
        do throws(CommandFailure) {
            try store.checkReadable()
        } catch {
            if form.name == "list", store.availability != .notYetReadable { _ = try say(words) }
            throw error
        }
    }

    /// Returns what people can do if this user may not read or write the files; empty if that isn't the problem.
    private func advice(on status: ExitStatus) -> [String] {
        guard let mode = [.noInput: R_OK, .failedWrite: W_OK][status], let list = store.fileURL else { return [] }
        let directory = list.deletingLastPathComponent().path
        for path in [directory] + StoreFamily(list).paths where access(path, mode) != 0 {
            if errno == EACCES {
                let (owner, place) = (NodeOwner(path), path.shown(atMost: 500))
                if owner?.isThisUser == true {
                    let (verb, letter) = mode == R_OK ? ("reading", "r") : ("writing", "w")
                    return ["\(place) is this user's, and closed for \(verb): chmod u+\(letter) opens it."]
                }
                guard let owner, !owner.isThisUser, NodeOwner(directory)?.isThisUser == true else {
                    return ["To change that, run the command as the user who has \(place), \(owner?.name ?? "?")."]
                }
                return ["\(place) belongs to \(owner.name), and its directory to this user: chown gives it back."]
            }
            if errno == EROFS { return ["The settings' file system is read-only: mount it for writing."] }
        }
        return []
    }

    /// The words of all commands.
    var commands: CommandSet {
        CommandSet(
            name: command.name, summary: "Lists, reads and changes settings.", forms: Self.forms,
            details: Self.details + (example.map { [$0] } ?? []))
    }

    private var example: String? {
        guard let environment = store.environment, let setting = names.settings.first,
            let variable = environment.variable(for: setting.storedName)
        else { return nil }
        return "A variable overrides a value for one run: \(variable.shownName)=<text>."
    }
}
