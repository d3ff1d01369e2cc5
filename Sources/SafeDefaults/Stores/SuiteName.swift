import Foundation

/// The rules for names of suites: each becomes a file's name, and must not lead out of its directory.
enum SuiteName {
    /// A file's name has 255 bytes at most on every common file system, and `.plist` takes six.
    static let longest = 249

    /// Why a name can't be a suite's, as a clause; nil if it can.
    static func reasonToRefuse(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name == "." || name == ".." { return "it names a directory" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "it has a \"/\" in it, and would lead to another directory" }
        if name.utf8.contains(0) { return "it has a NUL in it" }
        if name == UserDefaults.globalDomain { return "that is the domain that all programs share" }
        if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
        return nil
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
