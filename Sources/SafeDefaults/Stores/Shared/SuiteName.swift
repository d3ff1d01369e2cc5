import Foundation

/// The rules for names of suites: each becomes a file's name, and must not lead out of its directory.
enum SuiteName {
    /// A file's name has 255 bytes at most on every common file system, and `.plist` takes six.
    static let longest = 249

    /// The names by which Foundation knows the domain that all programs share, and its file.
    private static let shared: Set<String> = [
        UserDefaults.globalDomain, ".GlobalPreferences", "Apple Global Domain", "kCFPreferencesAnyApplication",
    ]

    /// Names that mean something else to Foundation than a suite.
    private static let reserved: Set<String> = [
        UserDefaults.argumentDomain, UserDefaults.registrationDomain, "kCFPreferencesCurrentApplication",
        "kCFPreferencesAnyUser", "kCFPreferencesCurrentUser", "kCFPreferencesAnyHost", "kCFPreferencesCurrentHost",
    ]

    /// The suites through which stores of ours read what isn't their own; whoever wrote one would write to all of them.
    private static let own: Set<String> = [OtherDomains.suite, InMemoryDefaults.suite, CloudDefaults.suite]

    /// Whether a name is that of the program itself, whose domain is `.standard`.
    static func isPrograms(_ name: String) -> Bool { name == PreferencesFile.programName }

    /// Why a name can't be a suite's, as a clause; nil if it can.
    static func reasonToRefuse(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name == "." || name == ".." { return "it names a directory" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "it has a \"/\" in it, and would lead to another directory" }
        if name.utf8.contains(0) { return "it has a NUL in it" }
        if shared.contains(name) { return "that is the domain that all programs share" }
        if reserved.contains(name) { return "Foundation uses it for another domain" }
        if own.contains(name) { return "this library uses it itself" }
        if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
        return nil
    }

    /// The error of a name that can't be a suite's.
    static func refusal(of name: String, because reason: String) -> DefaultsError {
        DefaultsError(
            .refusedStore, reason: "\"\(name.abbreviated)\" can't be the name of a suite, because \(reason)")
    }

    /// Why a name can't be that of a domain to write, as a clause; nil if it can.
    static func reasonToRefuseDomain(_ name: String) -> String? {
        switch name {
        case UserDefaults.globalDomain: nil
        case UserDefaults.argumentDomain, UserDefaults.registrationDomain: "that domain isn't kept"
        default: reasonToRefuse(name)
        }
    }
}
