#if canImport(Darwin)
import Foundation
import SafeDefaults

extension FileStatus {
    /// The times of the last changes.
    ///
    /// On Apple systems, the fields have other names.
    static func changes(_ status: stat) -> Changes {
        Changes(content: status.st_mtimespec, status: status.st_ctimespec)
    }
}
#endif
