#if !canImport(Darwin)
import Foundation

extension FileStatus {
    /// When the content and the status were changed last.
    static func moments(_ status: stat) -> [Int] {
        [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
#endif
