import Foundation

/// Environment variables that override the values of a store for one run.
///
/// Pass the prefix of the variables' names to a store, as a string:
///
/// ```swift
/// let login = LoginDefaults(store: .file(named: "tour", environment: "TOUR"))
/// ```
///
/// Then `TOUR_LOGIN_ATTEMPTS=5` makes `login.attempts` 5 for that run. Launch arguments override the variables. Nothing
/// of them is ever stored: ``SafeDefaults/update(_:fileID:line:_:)`` and ``SafeDefaults/edit(fileID:line:_:)`` compute
/// from the value beneath, and ``SafeDefaults/storedKeys`` doesn't count them.
///
/// - *Names:* A variable's name is the prefix, `_` and the stored name in capitals, whose words are separated by `_`:
///   `editor/fontSize` has `NOTES_EDITOR_FONT_SIZE`. A new word begins at a capital after a small letter or a digit
///   (`fontSize`, `size2X`), and at the last capital of several if a small letter follows (`URLPath` is `URL_PATH`),
///   unless it is the s of a plural (`userIDs` is `USER_IDS`). Every other ASCII character separates words, so `a.b`,
///   `a/b` and `a_b` have the same variable; `DefaultsAudit` finds such names. A character beyond ASCII becomes a word
///   of its own, `U` and its number in hexadecimal digits: `straße` is `STRA_U00DF_E`.
/// - *Values:* A variable is a string, like a launch argument: `5`, `yes`, `dark`. A setting whose type takes any
///   string, such as `String` or ``PropertyListValue``, has the text as it is. If the setting's type can't be read from
///   the string, the text is read as `AnySetting/setText(_:)` does, in JSON: `["a", "b"]`, `{"name": "Tom"}`.
/// - *Unreadable text:* The read returns the default, even if a value is stored, and reports an issue that names the
///   variable.
/// - *When:* The variables are read once, when the store is created, because other threads may change them meanwhile.
///   A variable that is set later has no effect.
public struct EnvironmentOverrides: Sendable, Hashable, ExpressibleByStringLiteral {
    /// What the names of the variables begin with, such as `NOTES`.
    package let prefix: String

    /// The variables; nil for those of the process.
    private let variables: [String: String]?

    /// Creates overrides from environment variables.
    ///
    /// ```swift
    /// let overrides = EnvironmentOverrides(prefix: "TOUR", variables: ["TOUR_LOGIN_ATTEMPTS": "5"])
    /// let test = LoginDefaults(store: .inMemory(environment: overrides))
    /// test.attempts  //=> 5
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: What the variables' names begin with, without the `_` after it. With an empty prefix, the names are
    ///     those of the settings alone, and any variable of the process may be taken for one.
    ///   - variables: The variables by name; nil for those of the process.
    public init(prefix: String, variables: [String: String]? = nil) {
        self.prefix = prefix
        self.variables = variables
    }

    /// Creates overrides from the environment variables of the process whose names begin with a prefix.
    public init(stringLiteral prefix: String) { self.init(prefix: prefix) }

    /// Returns the name of the variable that overrides a stored name, or `nil` if the name has no letter or digit.
    ///
    /// Letters become capitals, and digits are kept.
    package func variable(for storedName: String) -> String? {
        let words = Self.words(of: storedName)
        if words.isEmpty { return nil }
        return (prefix.isEmpty ? words : [prefix] + words).joined(separator: "_")
    }

    /// The variables whose names begin with the prefix, by name.
    package var overriding: [String: String] {
        let start = prefix.isEmpty ? "" : "\(prefix)_"
        return (variables ?? ProcessInfo.processInfo.environment).entries { name, _ in name.hasPrefix(start) }
    }

    /// A string that is different for different overrides.
    package var identity: String {
        guard let variables else { return prefix }
        return prefix + "\0"
            + variables.inAlphabeticalOrder().map { "\($0.key)=\($0.value)" }.joined(separator: "\0")
    }
}

extension EnvironmentOverrides {
    /// Splits a stored name into the words of a variable's name.
    private static func words(of name: String) -> [String] {
        let scalars = Array(name.precomposedStringWithCanonicalMapping.unicodeScalars)
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            if !scalar.isASCII {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "_U" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_"
            } else if !scalar.isLetterOrDigit {
                text += "_"
            } else {
                if scalar.isCapital, index > 0, beginsWord(at: index, in: scalars) { text += "_" }
                text += String(scalar).uppercased()
            }
        }
        return text.split(separator: "_").map(String.init)
    }

    /// Returns whether a capital that isn't the first character begins a word.
    private static func beginsWord(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let previous = scalars[index - 1]
        let small = scalars[(index + 1)...].prefix { $0.isSmall }
        // The s of `URLs` is no word.
        let isFollowedByWord = !small.isEmpty && !(small.elementsEqual(["s"]) && previous.isCapital)
        return previous.isSmall || previous.isDigit || isFollowedByWord
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
    fileprivate var isSmall: Bool { ("a"..."z").contains(self) }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    var isLetterOrDigit: Bool { isCapital || isSmall || isDigit }
}

/// An environment variable that overrides a value.
struct OverridingVariable {
    let name: String

    let text: String

    /// Returns the value that a closure reads from the text.
    ///
    /// - Throws: An error that names the variable.
    func value<Value>(_ read: (String) throws -> Value) throws -> Value {
        do {
            return try read(text)
        } catch {
            var error = DefaultsError.converting(error, as: .unreadable, expected: Value.self, found: "string")
            let hint =
                error.reason == "found a string"
                ? #"; a list or a structure is written in JSON, such as ["a"] or {"name": "Tom"}"# : ""
            error.reason =
                "the environment variable \(name) overrides it with an unreadable text: \(error.reason)\(hint)"
            throw error
        }
    }
}

/// Reads values from texts, which people write in a command or in an environment variable.
package enum SettingText {
    /// Returns the value that a text represents: a string, or a value in JSON.
    ///
    /// - Throws: The error of the attempt to read the text as a string.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func decoded<Value>(_ text: String, decode: (PropertyListValue) throws -> Value) throws -> Value {
        do {
            return try decode(.string(text))
        } catch let first {
            guard let stored = PropertyListValue(json: text) else { throw first }
            do { return try decode(stored) } catch { throw first }
        }
    }
}
