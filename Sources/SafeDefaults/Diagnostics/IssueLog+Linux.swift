#if !canImport(Darwin)
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
