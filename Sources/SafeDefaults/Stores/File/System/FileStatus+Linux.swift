#if !canImport(Darwin)
import Foundation

extension FileStatus {
    /// When the content and the status were changed last.
    static func changes(_ status: stat) -> Changes { Changes(content: status.st_mtim, status: status.st_ctim) }
}
#endif
