import Foundation
import SafeDefaults

/// The commands of the program.
struct Tour {
    private let domains: [(name: String, domain: any SafeDefaults)] = [
        ("login", LoginDefaults()), ("appearance", AppearanceDefaults()), ("editor", EditorDefaults()),
    ]

    static let help = """
        tour: a small program that remembers its settings in UserDefaults.

          tour                                   says hello, and lists every setting
          tour get <domain> <setting>            prints a setting's value
          tour set <domain> <setting> <value>    changes a setting
          tour reset [<domain>]                  forgets what is stored, of one domain or of all
          tour watch [<domain> [<setting>]]      prints changes as they come, until Control-C
          tour --help                            prints this

        With --file <path> a command keeps the settings in a property list of their own, a FileDefaults, and watch shows
        at once what other programs change in it: tour watch --file /tmp/tour.plist

        Without it, on Linux, where the system doesn't report another program's writes, watch reads the file again every
        half second. It shows the newest value, not each one in between, and takes a file that is just being written for
        an empty one.

        A launch argument overrides a setting for one run: tour -login/attempts 7
        """

    /// An error in the input, with a sentence that describes correct input.
    struct Misuse: Error {
        let sentence: String
    }

    /// A failure that the input didn't cause.
    struct Failure: Error {
        let sentence: String
    }

    /// Returns the arguments without `--file <path>`, and the store that this option selects.
    ///
    /// Without the option, the store is `.standard`.
    static func store(in arguments: [String]) throws -> (words: [String], store: DefaultsStore) {
        // The third argument of `set` is a value, even if it is `--file`.
        let value = arguments.first == "set" ? 3 : nil
        guard let flag = arguments.indices.first(where: { arguments[$0] == "--file" && $0 != value }) else {
            return (arguments, .standard)
        }
        guard let path = arguments[flag...].dropFirst().first, !path.isEmpty else {
            throw Misuse(sentence: "--file needs a path: write --file <path>.")
        }
        var words = arguments
        words.removeSubrange(flag...flag + 1)
        return (words, .file(URL(fileURLWithPath: path)))
    }

    /// Runs the command that the arguments name.
    func run(_ arguments: [String]) throws {
        let command = arguments.first.flatMap { $0.hasPrefix("-") && $0 != "--help" ? nil : $0 }
        let rest = Array(arguments.dropFirst(command == nil ? 0 : 1))
        switch command {
        case nil: try hello(checkingOverrides(in: rest))
        case "get": try get(checkingOverrides(in: rest))
        // The third argument of `set` is a value, which may begin with a hyphen.
        case "set": try set(Array(rest.prefix(3)) + checkingOverrides(in: Array(rest.dropFirst(3))))
        case "reset": try reset(checkingOverrides(in: rest))
        case "watch": try watch(checkingOverrides(in: rest))
        case "--help": print(Self.help)
        case let word?:
            throw Misuse(sentence: "There is no command \"\(word)\": write get, set, reset, watch or --help.")
        }
    }

    // MARK: - Commands

    private func hello(_ words: [String]) throws {
        try expect(words, count: 0, form: "tour")
        let login = LoginDefaults()
        let last = login.lastLogin
        login.update(\.launches) { $0 += 1 }
        // The fraction of a second is dropped, because people don't need it.
        login.lastLogin = Date(timeIntervalSinceReferenceDate: Date().timeIntervalSinceReferenceDate.rounded(.down))
        // The launch is saved before the greeting, so that it counts even if the program is interrupted.
        login.store.flush()
        let seen =
            last.map { "I last saw you at \(ISO8601DateFormatter().string(from: $0))" } ?? "We haven't met before"
        let theme = AppearanceDefaults().theme.rawValue
        print("Hello! This is launch \(login.launches). \(seen). Your theme is \(theme).\n")
        printTable()
    }

    private func get(_ words: [String]) throws {
        try expect(words, count: 2, form: "tour get <domain> <setting>")
        print(try setting(words[1], in: words[0]).text ?? "nil")
    }

    private func set(_ words: [String]) throws {
        try expect(words, count: 3, form: "tour set <domain> <setting> <value>")
        let setting = try setting(words[1], in: words[0])
        do {
            try setting.setText(words[2])
        } catch {
            // The store failed, so the value isn't the cause.
            if [.fileFailure, .refusedStore].contains(error.kind) { throw Failure(sentence: "\(error)") }
            throw Misuse(
                sentence: "\"\(words[2])\" is no value for \(words[0]) \(words[1]), which takes "
                    + "\(setting.textForm).")
        }
        try save()
        print("\(words[0]) \(words[1]) is now \(setting.text ?? "nil").")
    }

    private func reset(_ words: [String]) throws {
        guard let name = words.first else {
            for entry in domains { entry.domain.removeAll() }
            try save()
            return print("Everything is back to its default.")
        }
        try expect(words, count: 1, form: "tour reset <domain>")
        try domain(name).removeAll()
        try save()
        print("\(name) is back to its defaults.")
    }

    private func watch(_ words: [String]) throws {
        guard words.count <= 2 else { return try expect(words, count: 2, form: "tour watch <domain> <setting>") }
        let name = words.first
        if let name { _ = try domain(name) }
        let setting = try words.count == 2 ? setting(words[1], in: words[0]).name : nil
        Watch(domains: domains.filter { name == nil || $0.name == name }, setting: setting).run()
    }

    private func save() throws {
        guard DefaultsStore.standard.flush() else { throw Failure(sentence: "The change couldn't be saved.") }
    }

    private func printTable() {
        var rows = [["domain", "setting", "stored name", "value", "from"]]
        let overrides = DefaultsStore.standard.userDefaults.volatileDomain(forName: UserDefaults.argumentDomain)
        for (name, domain) in domains {
            for setting in domain.allSettings {
                let stored = setting.isStored ? "stored" : "default"
                let origin = overrides[setting.storedName] == nil ? stored : "argument"
                rows.append([name, setting.name, setting.storedName, setting.text ?? "nil", origin])
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row.dropLast(), widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            print((cells + row.suffix(1)).joined(separator: "  "))
        }
    }

    // MARK: - Words

    private func domain(_ name: String) throws -> any SafeDefaults {
        guard let entry = domains.first(where: { $0.name == name }) else {
            throw Misuse(sentence: "There is no domain \"\(name)\": write \(Self.list(domains.map(\.name))).")
        }
        return entry.domain
    }

    private func setting(_ name: String, in domainName: String) throws -> AnySetting {
        let settings = try domain(domainName).allSettings
        guard let setting = settings.first(where: { $0.name == name }) else {
            throw Misuse(
                sentence: "\(domainName) has no setting \"\(name)\": write \(Self.list(settings.map(\.name))).")
        }
        return setting
    }

    private func expect(_ words: [String], count: Int, form: String) throws {
        guard words.count != count else { return }
        throw Misuse(sentence: "That is too \(words.count < count ? "few" : "many") words: write \(form).")
    }

    /// Returns the words that aren't launch arguments.
    ///
    /// Throws an error if a launch argument names no setting or has no value.
    private func checkingOverrides(in words: [String]) throws -> [String] {
        let names = domains.flatMap { $0.domain.allSettings.map(\.storedName) }
        var rest: [String] = []
        var index = 0
        while index < words.count {
            defer { index += 1 }
            guard words[index].hasPrefix("-") else {
                rest.append(words[index])
                continue
            }
            let name = String(words[index].dropFirst())
            guard names.contains(name) else {
                let flags = Self.list(names.map { "-\($0)" })
                throw Misuse(sentence: "There is no setting stored as \"\(name)\": write one of \(flags).")
            }
            index += 1
            guard index < words.count, !words[index].hasPrefix("-") else {
                throw Misuse(
                    sentence: "-\(name) needs a value: write -\(name) <value>; a negative number needs quotes and a "
                        + "space before it, such as \" -5\".")
            }
        }
        return rest
    }

    private static func list(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
    }
}
