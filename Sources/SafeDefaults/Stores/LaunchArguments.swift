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
        self = Self(parsing: launchArgument) ?? .string(launchArgument.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
