import Foundation

/// The rules for suite names: a name becomes a file's name, and must not lead out of its directory.
enum SuiteName {
    /// The longest name, in bytes: common file systems take 255 for a file's name, and `.plist` needs six.
    static let longest = 249

    /// Foundation's names of the domain that all programs share, and of its file.
    private static let shared: Set<String> = [
        UserDefaults.globalDomain, ".GlobalPreferences", "Apple Global Domain", "kCFPreferencesAnyApplication",
    ]

    /// Names that Foundation takes for something else than a suite.
    private static let reserved: Set<String> = [
        UserDefaults.argumentDomain, UserDefaults.registrationDomain, "kCFPreferencesCurrentApplication",
        "kCFPreferencesAnyUser", "kCFPreferencesCurrentUser", "kCFPreferencesAnyHost", "kCFPreferencesCurrentHost",
    ]

    /// Whether a name is the program's own, whose domain is `.standard`.
    static func isPrograms(_ name: String) -> Bool { name == PreferencesFile.programName }

    /// Returns why a name can't be a suite's, as a clause, or nil if it can.
    static func reasonToRefuse(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name == "." || name == ".." { return "it names a directory" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "it has a \"/\" in it, and would lead to another directory" }
        if name.utf8.contains(0) { return "it has a NUL in it" }
        if shared.contains(name) { return "that is the domain that all programs share" }
        if reserved.contains(name) { return "Foundation uses it for another domain" }
        if OwnSuite(rawValue: name) != nil { return "this library uses it itself" }
        if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
        return nil
    }

    /// The error of a name that can't be a suite's.
    static func refusal(of name: String, because reason: String) -> DefaultsError {
        DefaultsError(
            .refusedStore, reason: "\"\(name.abbreviated)\" can't be the name of a suite, because \(reason)")
    }

    /// Returns why a domain of a name can't be written, as a clause, or nil if it can.
    static func reasonToRefuseDomain(_ name: String) -> String? {
        switch name {
        case UserDefaults.globalDomain: nil
        case UserDefaults.argumentDomain, UserDefaults.registrationDomain: "that domain isn't kept"
        default: reasonToRefuse(name)
        }
    }
}

/// The suites of this library's own `UserDefaults` classes; nobody writes them, because a write to one would show
/// through in every object of its class.
enum OwnSuite: String {
    case file = "SafeDefaults.FileDefaults"
    case inMemory = "SafeDefaults.InMemoryDefaults"
    case cloud = "SafeDefaults.CloudDefaults"
}
