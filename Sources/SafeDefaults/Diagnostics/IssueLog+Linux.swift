#if !canImport(Darwin)
import Foundation

/// Where the default handler writes: standard error, a line an issue.
enum IssueLog {
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("SafeDefaults: \(text)\n".utf8))
    }
}
#endif
