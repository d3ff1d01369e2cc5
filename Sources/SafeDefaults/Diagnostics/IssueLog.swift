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
        // NB: `FileHandle` terminates the process if standard error is closed, or if it is a file on a full disk.
        var rest = Array("SafeDefaults: \(text(of: issue))\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Foundation.write(STDERR_FILENO, $0, bytes.count) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if DEBUG
    /// The text for who develops the program.
    private static func text(of issue: DefaultsIssue) -> String { issue.description }
    #else
    /// The text for who runs the program, to whom a place in its sources tells nothing.
    private static func text(of issue: DefaultsIssue) -> String { issue.textWithoutPlace }
    #endif
}
#endif
