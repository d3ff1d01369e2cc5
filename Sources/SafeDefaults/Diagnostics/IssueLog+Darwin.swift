#if canImport(Darwin)
import Foundation
import os

/// Writes the issues of the default handler to the unified log.
///
/// The message is public there, since no issue contains a value.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ message: String) {
        // `%@` takes an object; `%s` would take the argument for the address of a C string.
        os_log("%{public}@", log: log, type: .error, message as NSString)
    }
}
#endif
