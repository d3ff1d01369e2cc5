#if !canImport(Darwin)
import Foundation

/// Writes the issues of the default handler to standard error, one line each.
enum IssueLog {
    static func write(_ message: String) {
        // NB: `FileHandle` ends the process if standard error is closed, or is a file on a full disk.
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
