import Foundation
import SafeDefaults

/// A file's status, with enough details to detect that the file was changed or replaced.
struct FileStatus: Equatable {
    enum Kind { case file, directory, link, other }

    let kind: Kind
    let device: UInt64
    let inode: UInt64
    let size: Int
    let owner: uid_t
    let permissions: mode_t
    let changes: Changes

    /// The times at which the content and the status were last changed.
    struct Changes: Equatable {
        let content: timespec
        let status: timespec

        static func == (left: Changes, right: Changes) -> Bool {
            left.content.tv_sec == right.content.tv_sec && left.content.tv_nsec == right.content.tv_nsec
                && left.status.tv_sec == right.status.tv_sec && left.status.tv_nsec == right.status.tv_nsec
        }
    }

    /// Whether the permissions let the owner write to the file.
    ///
    /// The superuser may write to any file.
    var isWritable: Bool { permissions & S_IWUSR != 0 }

    /// The file's identity, which doesn't depend on its name.
    var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// Whether this is the same file with the same content.
    ///
    /// Names and permissions may differ.
    func hasContent(of other: FileStatus) -> Bool {
        identity == other.identity && size == other.size
            && changes.content.tv_sec == other.changes.content.tv_sec
            && changes.content.tv_nsec == other.changes.content.tv_nsec
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = max(0, Int(clamping: status.st_size))
        owner = status.st_uid
        permissions = status.st_mode & 0o7777
        changes = Self.changes(status)
    }

    #if canImport(Darwin)
    private static func changes(_ status: stat) -> Changes {
        Changes(content: status.st_mtimespec, status: status.st_ctimespec)
    }
    #else
    private static func changes(_ status: stat) -> Changes { Changes(content: status.st_mtim, status: status.st_ctim) }
    #endif
}

/// The identity of a file, which doesn't depend on its name.
struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
}

extension FileStatus {
    /// Whether the file was changed within the last two seconds, so that someone may still be writing to it.
    var isRecent: Bool {
        // As `Double`: the time of a damaged file system may be any integer, and a difference of integers may overflow.
        abs(Date().timeIntervalSince1970 - Double(changes.content.tv_sec)) < 2
    }
}

extension FileStatus? {
    /// Whether both are the same file with the same content, or neither file exists.
    func isContent(of other: FileStatus?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasContent(of: other)
    }
}
