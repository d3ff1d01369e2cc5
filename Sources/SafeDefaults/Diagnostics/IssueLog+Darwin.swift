#if canImport(Darwin)
import Foundation
import os

/// Where the default handler writes: the unified log.
///
/// The text is public there, since no issue holds a value.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ text: String) {
        // An object, for `%@`: `%s` would take the argument for the address of a C string.
        os_log("%{public}@", log: log, type: .error, text as NSString)
    }
}
#endif
