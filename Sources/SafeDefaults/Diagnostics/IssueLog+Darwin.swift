#if canImport(Darwin)
import os

/// Where the default handler writes: the unified log.
///
/// The text is public there, since no issue holds a value.
enum IssueLog {
    private static let log = OSLog(subsystem: "SafeDefaults", category: "issues")

    static func write(_ text: String) {
        os_log("%{public}s", log: log, type: .error, text)
    }
}
#endif
