#if canImport(Darwin)
import os

/// Where the default handler writes: the unified log. Other than the values, which no issue holds, nothing is private.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ text: String) {
        os_log("%{public}s", log: log, type: .error, text)
    }
}
#endif
