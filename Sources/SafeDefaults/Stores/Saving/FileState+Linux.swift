#if !canImport(Darwin)
import Foundation

/// What tells one state of a file from another.
struct FileState: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    let isRegularFile: Bool
    let isDevice: Bool

    /// Who may do what with the file.
    let permissions: mode_t

    /// The state of a file now; nil if there is none.
    init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
        let kind = status.st_mode & S_IFMT
        isRegularFile = kind == S_IFREG
        isDevice = kind != S_IFREG && kind != S_IFDIR
        permissions = status.st_mode & 0o7777
    }

    func isNewer(than other: FileState?) -> Bool {
        guard let other else { return true }
        return (seconds, nanoseconds) > (other.seconds, other.nanoseconds)
    }
}
#endif
