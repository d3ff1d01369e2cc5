import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFiles
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

// The command that looks for problems with the declarations, and with the values wherever they come from.

extension SettingsRun {
    func audit(_ words: CommandWords) throws {
        let domains = command.domains
        var problems =
            store.environment.map { DefaultsAudit.problems(in: domains, environment: $0) }
            ?? DefaultsAudit.problems(in: domains)
        let strays = strayVariables + strayNames
        problems += strays.filter(\.isNear).map(\.sentence)
        for stray in strays where !stray.isNear { console.complain(stray.sentence) }
        if let problem = store.administratorsFile?.problem { problems.append("\(problem)") }
        for setting in names.settings { problems += self.problems(with: setting) }
        try say(problems, words)
    }

    // MARK: - Values

    /// Returns the reasons why a value can't be read, or isn't read as it is, because it is out of a range.
    private func problems(with setting: AnySetting) -> [String] {
        do throws(CommandFailure) { _ = try readable(setting) } catch { return error.sentences }
        let name = setting.storedName
        var problems: [String] = []
        if setting.origin.isOverride, case .string(let text)? = store.box.content(named: name).propertyListValue {
            problems += setting.refusal(of: text).map { ["\($0) \(use(of: setting))"] } ?? []
        }
        var values: [String: PropertyListValue] = [:]
        for name in [name] + setting.formerNames where values.isEmpty {
            values[name] = store.box.content(named: name, in: .beneathOverrides).propertyListValue
        }
        if let refusal = setting.refusal(in: values) {
            problems.append(setting.origin.isOverride ? "\(refusal)" : "\(refusal) \(use(of: setting))")
        }
        return problems
    }

    private func use(of setting: AnySetting) -> String {
        let place = setting.origin.place
        return "\(place.prefix(1).uppercased())\(place.dropFirst()) is read as \(setting.shownText.shown(atMost: 200))."
    }

    // MARK: - Names

    /// A name without a setting, which is a problem if a setting's is near.
    ///
    /// One that is near no other may be an earlier version's, or another program's own.
    private typealias Stray = (sentence: String, isNear: Bool)

    private static func stray(_ name: String, _ nearest: String?) -> Stray {
        ("No setting has the \(name)." + (nearest.map { " Did you mean \($0.shownName)?" } ?? ""), nearest != nil)
    }

    /// The variables with the program's prefix that override nothing.
    private var strayVariables: [Stray] {
        guard let environment = store.environment, !environment.prefix.isEmpty else { return [] }
        let known = Set(store.snapshot(of: command.domains).names.compactMap(environment.variable))
        let made = command.domains.compactMap { $0.dynamicPrefix }
            .compactMap { environment.variable(for: "\($0)x")?.dropLast() }
        let stray = environment.overriding.keys.filter { name in
            !known.contains(name) && !made.contains(where: name.hasPrefix)
        }
        let start = "\(environment.prefix)_"
        let rests = known.map { String($0.dropFirst(start.count)) }.sorted()
        return stray.sorted().map { name in
            let nearest = Nearest.word(to: String(name.dropFirst(start.count)), in: rests)
            return Self.stray("variable \(name.shownName)", nearest.map { start + $0 })
        }
    }

    /// The names in the store, and in an administrator's file, that no key has.
    private var strayNames: [Stray] {
        // A plain `UserDefaults` has names of the system, too.
        guard store.userDefaults is PropertyListDefaults else { return [] }
        let (domains, known) = (command.domains, Set(store.snapshot(of: command.domains).names))
        func strays(_ names: [String], _ place: String) -> [Stray] {
            let made = domains.flatMap { $0.dynamicNames(among: names) }
            return Set(names).subtracting(known).subtracting(made).sorted().map { name in
                Self.stray("name \(name.shownName), which \(place)", Self.nearest(to: name, in: known.sorted()))
            }
        }
        let file = store.administratorsFile
        return strays(store.box.storedNames(), "is stored")
            + strays(file?.names ?? [], "stands in \(file?.path.shown(atMost: 500) ?? "")")
    }

    /// Returns the nearest of some names, of those in the same namespace if there are any.
    private static func nearest(to name: String, in known: [String]) -> String? {
        let space = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        let neighbours = known.filter { $0.hasPrefix(space) }
        guard !neighbours.isEmpty else { return Nearest.word(to: name, in: known) }
        let rests = neighbours.map { String($0.dropFirst(space.count)) }
        return Nearest.word(to: String(name.dropFirst(space.count)), in: rests).map { space + $0 }
    }
}
