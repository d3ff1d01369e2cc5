#if canImport(Darwin)
import Foundation
import os

/// Writes issues to the unified log, for the default handler.
///
/// The message is logged as public, which is safe because no issue contains a stored value.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ message: String) {
        // `%@` takes an object. `%s` would treat the argument as the address of a C string.
        os_log("%{public}@", log: log, type: .error, message as NSString)
    }
}
#endif
