import Foundation
import SafeDefaults

/// A line of a record of keys.
struct AuditEntry: Hashable {
    let storedName: String
    let domain: String

    /// The domain and the case, such as `LoginDefaults.attempts`.
    let key: String

    let type: String

    /// The kind of the stored default, and the codec in parentheses if the setting has one, such as `string (json)`.
    let form: String

    /// The names under which earlier versions of the program stored the value.
    var formerNames: [String] = []

    static let unknown = "-"
    static let heading = "# Recorded by SafeDefaults: stored name | key | type | stored form"
    static let recordAgain = "If that is meant, record again."

    private static let separator = " | "

    init(_ storedName: String, domain: String, name: String, setting: (any ErasableSetting)?) {
        self.storedName = storedName
        self.domain = domain
        key = domain + name
        type = setting?.typeName ?? Self.unknown
        let kind = setting?.storableDefault?.kind.rawValue ?? Self.unknown
        let codec = setting?.codecName ?? ""
        form = codec.isEmpty ? kind : "\(kind) (\(codec))"
        formerNames = setting?.formerNames ?? []
    }

    // MARK: - Text

    var quotedName: String { "\"\(storedName.abbreviated)\"" }

    var line: String { [storedName, key, type, form].map(Self.escaped).joined(separator: Self.separator) }

    /// Creates an entry from a line of a record; nil if it is no such line.
    init?(line: String) {
        let fields = line.components(separatedBy: Self.separator).map { $0.removingPercentEncoding ?? $0 }
        guard fields.count == 4 else { return nil }
        (storedName, key, type, form) = (fields[0], fields[1], fields[2], fields[3])
        // The key is the domain and `.attempts`, or the domain and `(rawValue: "lobby")`.
        let end = key.range(of: "(rawValue:")?.lowerBound ?? key.lastIndex(of: ".") ?? key.endIndex
        domain = String(key[..<end])
    }

    /// The characters that a field contains as they are; all others, such as a line break, are percent-encoded.
    private static let plain = CharacterSet(charactersIn: " "..."~").subtracting(CharacterSet(charactersIn: "#%|"))

    private static func escaped(_ field: String) -> String {
        field.addingPercentEncoding(withAllowedCharacters: plain) ?? field
    }

    // MARK: - Comparing

    /// The type without the optional around it, because an optional is stored as what it contains.
    var wrappedType: String {
        type.hasPrefix("Optional<") && type.hasSuffix(">") ? String(type.dropFirst(9).dropLast()) : type
    }

    /// Returns the entry that has this one's values now; nil if none has.
    ///
    /// That is the same key, or else one with the same stored name, or one that reads it as a former name.
    func match(in current: [AuditEntry]) -> AuditEntry? {
        let stored = current.filter { $0.storedName == storedName }
        return current.first { $0.key == key } ?? stored.first { $0.domain == domain } ?? stored.first
            ?? current.first { $0.formerNames.contains(storedName) }
    }

    /// Returns the problems if the same key has this entry now, and had another one before.
    func differences(from old: AuditEntry) -> [String] {
        var problems: [String] = []
        if storedName != old.storedName, !formerNames.contains(old.storedName) {
            problems.append(
                "\(key) is stored as \(quotedName) now, and was stored as \(old.quotedName), where users have their "
                    + "values: restore the name, add formerly: \(old.quotedName) to the setting, or rename it in a "
                    + "migration. \(Self.recordAgain)")
        }
        let known = [type, old.type].allSatisfy { $0 != Self.unknown }
        if known, wrappedType != old.wrappedType {
            problems.append(
                "\(key) is of the type \(type) now, and was of the type \(old.type), in which users have stored "
                    + "values: restore the type, or convert \(quotedName) in a migration. \(Self.recordAgain)")
        } else if hasOtherForm(than: old, isTypeKnown: known) {
            problems.append(
                "\(key) is stored in the form \(form) now, and was stored in the form \(old.form): restore the "
                    + "codec, or convert \(quotedName) in a migration. \(Self.recordAgain)")
        } else if !known, type != old.type {
            problems.append(
                type == Self.unknown
                    ? "\(key) has no setting any more, and had one of the type \(old.type). \(Self.recordAgain)"
                    : "\(key) has a setting of the type \(type) now, which isn't recorded. \(Self.recordAgain)")
        }
        return problems
    }

    private func hasOtherForm(than old: AuditEntry, isTypeKnown: Bool) -> Bool {
        let (new, old) = (form.split(separator: " "), old.form.split(separator: " "))
        let kinds = Set([new.first, old.first].compactMap { $0 }).subtracting([Self.unknown[...]])
        return kinds.count > 1 || isTypeKnown && new.dropFirst() != old.dropFirst()
    }

    /// Returns the problem if this entry is in the record, and its key isn't there any more.
    func isMissing(perhapsNow new: AuditEntry?) -> String {
        guard let new else {
            return "\(key), stored as \(quotedName), is in the record, and is no key any more: what users have stored "
                + "under it stays there. Remove it in a migration. \(Self.recordAgain)"
        }
        return "\(key), stored as \(quotedName), is gone, and \(new.key), stored as \(new.quotedName), is new: if "
            + "that is the same setting, give it back its stored name by a raw value, or add formerly: \(quotedName). "
            + Self.recordAgain
    }
}
