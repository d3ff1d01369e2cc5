#if !canImport(Darwin)
import Foundation

/// Where the default handler writes: standard error, a line an issue.
enum IssueLog {
    static func write(_ text: String) {
        // NB: FileHandle traps where standard error is closed, or on a disk that is full; a report is not worth that.
        var rest = Array("SafeDefaults: \(text)\n".utf8)[...]
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
