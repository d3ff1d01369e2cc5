import SafeDefaults

/// Writes JSON, in which values have the form of exported files.
enum JSONText {
    /// Returns an object on one line, without the entries that have no value.
    static func object(_ entries: [(name: String, value: String?)]) -> String {
        let members = entries.compactMap { entry in entry.value.map { "\(string(entry.name)): \($0)" } }
        return "{\(members.joined(separator: ", "))}"
    }

    /// Returns an array with each element on a line of its own.
    static func lines(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n]"
    }

    static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

    static func string(_ value: String) -> String { self.value(.string(value)) }

    /// Returns a value in the form of exported files; nil is null.
    ///
    /// Control characters, which could change what a terminal shows, are escaped.
    static func value(_ value: PropertyListValue?) -> String {
        let escaped = (value?.description ?? "null").unicodeScalars.map { scalar in
            switch scalar {
            case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": escape(scalar)
            default: String(scalar)
            }
        }
        return escaped.joined()
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
