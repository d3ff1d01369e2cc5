import Foundation

/// The rules for suite names.
///
/// A suite's name becomes the name of a file, and must not lead to another directory.
package enum SuiteName {
    /// The maximum length of a name, in bytes.
    ///
    /// Common file systems allow 255 for a file name, and `.plist` takes six.
    static let longest = 249

    /// Foundation's names for the domain that all programs share, and the name of its file.
    private static let shared: Set<String> = [
        UserDefaults.globalDomain, ".GlobalPreferences", "Apple Global Domain", "kCFPreferencesAnyApplication",
    ]

    /// Names that have another meaning in Foundation.
    private static let reserved: Set<String> = [
        UserDefaults.argumentDomain, UserDefaults.registrationDomain, "kCFPreferencesCurrentApplication",
        "kCFPreferencesAnyUser", "kCFPreferencesCurrentUser", "kCFPreferencesAnyHost", "kCFPreferencesCurrentHost",
    ]

    /// Whether a name is that of the program's own domain, which `.standard` uses.
    static func isPrograms(_ name: String) -> Bool { name == PreferencesFile.programName }

    /// Returns the reason why a name can't be a suite's, as a clause; nil if it can.
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

    /// Returns the error for a name that can't be a suite's.
    static func refusal(of name: String, because reason: String) -> DefaultsError {
        DefaultsError(
            .refusedStore, reason: "\"\(name.abbreviated)\" can't be the name of a suite, because \(reason)")
    }

    /// Returns the reason why the domain with a name can't be written, as a clause; nil if it can.
    package static func reasonToRefuseDomain(_ name: String) -> String? {
        switch name {
        case UserDefaults.globalDomain: nil
        case UserDefaults.argumentDomain, UserDefaults.registrationDomain: "that domain isn't kept"
        default: reasonToRefuse(name)
        }
    }
}

/// The suites of this library's own `UserDefaults` classes.
///
/// Nothing is ever written to them, because every object of the class would then show the value.
package enum OwnSuite: String {
    case file = "SafeDefaults.FileDefaults"
    case inMemory = "SafeDefaults.InMemoryDefaults"
    case cloud = "SafeDefaults.CloudDefaults"
}
