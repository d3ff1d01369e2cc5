import Foundation

/// Reads launch arguments as `UserDefaults` does: pairs of `-name value`, where a value that looks like a property list
/// is parsed as one and any other is text.
enum LaunchArguments {
    /// The values by name.
    static func parse(_ arguments: [String]) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        var index = arguments.startIndex
        while index + 1 < arguments.endIndex {
            let (flag, text) = (arguments[index], arguments[index + 1])
            index += 1
            // A value that begins with a hyphen is the next flag.
            guard flag.hasPrefix("-"), flag.count > 1, !text.hasPrefix("-") else { continue }
            index += 1
            values[String(flag.dropFirst())] = PropertyListValue(launchArgument: text)
        }
        return values
    }
}

extension PropertyListValue {
    /// Reads one argument: a property list in one of its text forms, or text, without the spaces around it.
    init(launchArgument: String) {
        self = Self.parsing(launchArgument) ?? .string(launchArgument.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The property list that a text is, if it begins like one and can be parsed.
    static func parsing(_ text: String) -> PropertyListValue? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = trimmed.first, "{[(<\"".contains(first), !trimmed.mayNestTooDeep else { return nil }
        guard let object = try? PropertyListSerialization.propertyList(from: Data(trimmed.utf8), format: nil) else {
            return nil
        }
        return try? PropertyListValue(foundationObject: object)
    }
}

extension String {
    /// Foundation's parser of text recurses once a bracket, so a hostile text is kept from it.
    ///
    /// Brackets in quotes close nothing. Where there may be comments, which can hide a quote, every opening bracket counts
    /// as one level.
    var mayNestTooDeep: Bool {
        let hidesQuotes = hasPrefix("<") || contains("//") || contains("/*")
        var (depth, deepest, quote, isEscaped) = (0, 0, UInt8?.none, false)
        for byte in utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = quote != nil && !hidesQuotes
            case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "<"):
                depth += quote == nil || hidesQuotes ? 1 : 0
                deepest = max(deepest, depth)
            case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: ">"):
                depth -= quote == nil && !hidesQuotes ? 1 : 0
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            default: continue
            }
        }
        return deepest > (hidesQuotes ? 2 * deepestPropertyList : deepestPropertyList)
    }
}
