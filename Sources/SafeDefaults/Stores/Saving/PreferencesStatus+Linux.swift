#if !canImport(Darwin)
import Foundation

/// The status of a preferences file, with enough details to detect that the file was changed or replaced.
struct PreferencesStatus: Equatable {
    enum Kind { case file, directory, other }

    let kind: Kind
    let permissions: mode_t

    /// When the content was last changed, in seconds and nanoseconds.
    private let change: [Int]

    /// Other numbers of the file, at least one of which differs after a change or a replacement.
    private let details: [UInt64]

    /// Creates the status of a file, or if it is a link, of the file that it points to; nil if there is none.
    init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        permissions = status.st_mode & 0o7777
        change = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        details = [
            UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
            UInt64(truncatingIfNeeded: status.st_size),
            UInt64(truncatingIfNeeded: status.st_uid), UInt64(truncatingIfNeeded: status.st_nlink),
            UInt64(truncatingIfNeeded: status.st_ctim.tv_sec), UInt64(truncatingIfNeeded: status.st_ctim.tv_nsec),
        ]
    }

    func isNewer(than other: PreferencesStatus?) -> Bool {
        guard let other else { return true }
        return other.change.lexicographicallyPrecedes(change)
    }
}
#endif
