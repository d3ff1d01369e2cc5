#if canImport(Darwin)
import Foundation

extension FileStatus {
    /// When the content and the status were changed last; the fields have other names here.
    static func changes(_ status: stat) -> Changes {
        Changes(content: status.st_mtimespec, status: status.st_ctimespec)
    }
}
#endif
