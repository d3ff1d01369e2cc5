import Foundation

/// The rules for suite names.
///
/// A suite's name becomes the name of a file, and must not lead to another directory.
package enum SuiteName {
    /// The maximum length of a name, in bytes.
    ///
    /// Common file systems allow 255 for a file name, and `.plist` takes six.
    static let longest = 249

    /// The names that have another meaning in Foundation, and the name of the file of the domain that all programs
    /// share.
    private static let taken: Set<String> = [
        UserDefaults.globalDomain, ".GlobalPreferences", "Apple Global Domain", "kCFPreferencesAnyApplication",
        UserDefaults.argumentDomain, UserDefaults.registrationDomain, "kCFPreferencesCurrentApplication",
        "kCFPreferencesAnyUser", "kCFPreferencesCurrentUser", "kCFPreferencesAnyHost", "kCFPreferencesCurrentHost",
        own,
    ]

    /// The suite of this library's own `UserDefaults` classes.
    ///
    /// Nothing is ever written to it, because every object of these classes would then show the value.
    static let own = "SafeDefaults.PropertyListDefaults"

    /// Returns the reason why a name can't be a suite's, as a clause; nil if it can.
    package static func reasonToRefuse(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if [".", ".."].contains(name) || name.utf8.contains(where: "/\0".utf8.contains) {
            return "no file can have it"
        }
        if taken.contains(name) { return "Foundation or this library uses it for another domain" }
        if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
        return nil
    }
}

extension DefaultsError {
    /// The error for a name that can't be that of a suite or a scope.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: What it can't be the name of.
    ///   - reason: The reason, as a clause.
    static func refusal(of name: String, as kind: String, because reason: String) -> DefaultsError {
        DefaultsError(
            .refusedStore, reason: "\"\(name.abbreviated)\" can't be the name of a \(kind), because \(reason)")
    }
}

/// The rules for the names of scopes, and their stored form.
///
/// The stored names of a scope `user-7` begin with `scope:user-7/`. ASCII letters, digits, `-` and `_` stand for
/// themselves, and every other byte of the name's UTF-8 is written as `%` and two capital hexadecimal digits. So no two
/// names have the same form, none contains a `/` that would end it early, and none contains a dot, which would prevent
/// Apple's systems from observing the keys.
enum ScopeName {
    /// The maximum length of a name, in bytes of UTF-8.
    static let longest = 1024

    private static let marker = ReservedName.scopes
    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    /// Returns the reason why a name can't be a scope's, as a clause; nil if it can.
    static func reasonToRefuse(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
        return nil
    }

    /// Returns the beginning of all stored names of a scope.
    static func prefix(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes = Array(marker.utf8)
        for byte in name.utf8 {
            let isPlain = Unicode.Scalar(byte).isLetterOrDigit || "-_".utf8.contains(byte)
            bytes += isPlain ? [byte] : [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes + [slash], as: UTF8.self)
    }

    /// Returns the name of the scope to which a stored name belongs, or nil if it belongs to none.
    ///
    /// Only the exact form that ``prefix(_:)`` returns counts. So a stored name that other code has made, such as
    /// `scope:%41/x`, isn't taken for a name of the scope `A`.
    static func scope(of storedName: Substring.UTF8View) -> String? {
        guard storedName.begin(with: marker), let end = storedName.firstIndex(of: slash) else { return nil }
        let parts = storedName[..<end].dropFirst(marker.utf8.count)
            .split(separator: percent, omittingEmptySubsequences: false)
        // What isn't two digits, or no UTF-8, becomes other characters here, whose form isn't the same.
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            bytes.append(UInt8(digits: Substring(part.prefix(2)), radix: 16) ?? percent)
            bytes += part.dropFirst(2)
        }
        let name = String(decoding: bytes, as: UTF8.self)
        let isExact = prefix(name).hasBytes(of: String(Substring(storedName[...end])))
        return reasonToRefuse(name) == nil && isExact ? name : nil
    }
}

/// The names under which the library stores values of its own, beside those of domains.
package enum ReservedName {
    /// The beginning of all stored names of all scopes.
    package static let scopes = "scope:"

    /// The beginning of all names that lists of migrations store.
    package static let migrations = "migrations/"

    /// The name of the value by which a file of preferences is known to be readable: see ``FirstUnlock``.
    package static let firstUnlock = "SafeDefaults/readable"
}
