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
#else
import Foundation

/// Writes issues to standard error, one line for each, for the default handler.
enum IssueLog {
    static func write(_ message: String) {
        // NB: `FileHandle` terminates the process if standard error is closed, or if it is a file on a full disk.
        var rest = Array("SafeDefaults: \(message)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Foundation.write(STDERR_FILENO, $0, bytes.count) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
#endif
