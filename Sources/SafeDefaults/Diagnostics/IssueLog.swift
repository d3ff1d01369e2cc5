#if canImport(Darwin)
import Foundation
import os

/// Writes issues to the unified log, for the default handler.
///
/// The message is logged as public, which is safe because no issue contains a stored value.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ issue: DefaultsIssue) {
        // `%@` takes an object. `%s` would treat the argument as the address of a C string.
        os_log("%{public}@", log: log, type: .error, issue.description as NSString)
    }
}
#else
import Foundation

/// Writes issues to standard error, one line for each, for the default handler.
enum IssueLog {
    static func write(_ issue: DefaultsIssue) {
        #if DEBUG
        let text = issue.description
        #else
        // Who runs the program hasn't its sources, so a place in them would tell nothing.
        let text = issue.textWithoutPlace
        #endif
        // NB: `write(_:)` terminates the process if standard error is closed, or if it is a file on a full disk.
        try? FileHandle.standardError.write(contentsOf: Data("SafeDefaults: \(text)\n".utf8))
    }
}
#endif
