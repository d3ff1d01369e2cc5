import Foundation

/// Splits a stored name into the words of a variable's name.
enum VariableName {
    static func words(of name: String) -> [String] {
        let scalars = Array(name.precomposedStringWithCanonicalMapping.unicodeScalars)
        var words: [String] = []
        var word = ""
        func endWord() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for (index, scalar) in scalars.enumerated() {
            guard scalar.isASCII else {
                endWord()
                let digits = String(scalar.value, radix: 16, uppercase: true)
                words.append("U" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
                continue
            }
            guard scalar.isLetterOrDigit else {
                endWord()
                continue
            }
            if scalar.isCapital, index > 0 {
                let isFollowedBySmall = index + 1 < scalars.count && scalars[index + 1].isSmall
                if scalars[index - 1].isSmall || scalars[index - 1].isDigit || isFollowedBySmall { endWord() }
            }
            word += String(scalar).uppercased()
        }
        endWord()
        return words
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
    fileprivate var isSmall: Bool { ("a"..."z").contains(self) }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isLetterOrDigit: Bool { isCapital || isSmall || isDigit }
}

/// The environment variables that override the values of a store.
final class EnvironmentLayer: Sendable {
    private let overrides: EnvironmentOverrides
    private let variables: [String: String]

    /// Creates a layer; nil if there are no variables whose names begin with the prefix.
    init?(_ overrides: EnvironmentOverrides?) {
        guard let overrides else { return nil }
        let variables = overrides.overriding
        if variables.isEmpty { return nil }
        self.overrides = overrides
        self.variables = variables
    }

    /// Returns the text that overrides a value, or nil if there is none.
    func text(_ name: String) -> EnvironmentText? {
        guard let variable = overrides.variable(for: name), let text = variables[variable] else { return nil }
        return EnvironmentText(variable: variable, text: text)
    }
}
