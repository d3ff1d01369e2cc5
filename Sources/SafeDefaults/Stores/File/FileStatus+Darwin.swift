#if canImport(Darwin)
import Foundation

extension FileStatus {
    /// When the content and the status were changed last; the fields have other names here.
    static func moments(_ status: stat) -> [Int] {
        [
            status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec, status.st_ctimespec.tv_sec,
            status.st_ctimespec.tv_nsec,
        ]
    }
}
#endif
