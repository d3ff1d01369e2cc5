#if !canImport(Darwin)
import Foundation
import SafeDefaults

extension FileStatus {
    /// The times of the last changes.
    static func changes(_ status: stat) -> Changes { Changes(content: status.st_mtim, status: status.st_ctim) }
}
#endif
