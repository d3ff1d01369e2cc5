import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

/// Finds settings by the names that people write.
struct SettingNames: Sendable {
    let settings: [AnySetting]

    /// The words that list all settings, for errors.
    let listing: String

    /// A setting, or a part of its value.
    struct Place: Sendable {
        let setting: AnySetting

        /// The keys that lead to the part; empty for the whole value.
        let path: [String]

        /// The name for output, such as `editor/font.size`.
        var name: String { ([setting.storedName] + path).joined(separator: ".") }
    }

    // MARK: - One setting

    /// Returns the setting with a name, or the part of a setting's value.
    ///
    /// `.` and `/` are the same. The start of the stored name may be left out if one setting remains. What follows a
    /// setting's name leads to a part of its value.
    func place(_ word: String) throws(CommandFailure) -> Place {
        if let setting = settings.first(where: { $0.storedName == word }) { return Place(setting: setting, path: []) }
        let parts = Self.parts(of: word)
        for count in stride(from: parts.count, to: 0, by: -1) {
            let path = Array(parts[count...])
            let found = try settings(ending: Array(parts[..<count]), for: word).filter { path.isEmpty || $0.hasParts }
            if let setting = found.first { return Place(setting: setting, path: path) }
        }
        throw unknown(word)
    }

    /// Returns the setting whose stored name has some parts, or ends with them; empty if there is none.
    private func settings(ending parts: [String], for word: String) throws(CommandFailure) -> [AnySetting] {
        let ending = settings.filter { Self.parts(of: $0.storedName).suffix(parts.count) == parts[...] }
        let whole = ending.filter { Self.parts(of: $0.storedName).count == parts.count }
        let found = whole.isEmpty ? ending : whole
        guard found.count < 2 else {
            let names = found.prefix(8).map(\.storedName.shownName).alternatives
            throw .usage("\(word.quoted) may be any of several settings: write \(names).")
        }
        return found
    }

    // MARK: - Several settings

    /// Returns the settings of a domain, or the one with a name.
    func group(_ word: String) throws(CommandFailure) -> [AnySetting] {
        let parts = Self.parts(of: word)
        let members = settings.filter { setting in
            let all = Self.parts(of: setting.storedName)
            return all.count > parts.count && all.prefix(parts.count) == parts[...]
        }
        if !members.isEmpty { return members }
        let place = try place(word)
        guard place.path.isEmpty else {
            throw .usage("\(word.quoted) is a part of \(place.setting.storedName.shownName): write that name.")
        }
        return [place.setting]
    }

    /// Returns the settings that some words name, each once, in their own order; all settings for no words.
    func groups(_ words: [String]) throws(CommandFailure) -> [AnySetting] {
        if words.isEmpty { return settings }
        var names: Set<String> = []
        for word in words { names.formUnion(try group(word).map(\.storedName)) }
        return settings.filter { names.contains($0.storedName) }
    }

    // MARK: - Errors

    private func unknown(_ word: String) -> CommandFailure {
        let names = settings.map(\.storedName)
        if names.isEmpty {
            return .usage("There are no settings: no domain has any.")
        }
        let nearest =
            Nearest.word(to: word, in: names)
            ?? Nearest.word(to: word, in: settings.map(\.name)).flatMap { name in
                settings.first { $0.name == name }?.storedName
            }
        let some = names.count <= 8 ? "Write \(names.map(\.shownName).alternatives)." : "\(listing) names all."
        return .usage(
            "There is no setting \(word.quoted). \(nearest.map { "Did you mean \($0.shownName)?" } ?? some)")
    }

    private static func parts(of name: String) -> [String] {
        name.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }.map(String.init)
    }
}

extension String {
    /// A stored name for a sentence or a table.
    var shownName: String { shown(atMost: 120) }
}

extension AnySetting {
    /// Whether the value is a dictionary, or may become one.
    fileprivate var hasParts: Bool {
        // What is wrong with the value is reported when it is read or written.
        let kind = DefaultsIssue.withHandler({ _ in }, operation: { value?.kind })
        return kind == nil || kind == .dictionary
    }
}
