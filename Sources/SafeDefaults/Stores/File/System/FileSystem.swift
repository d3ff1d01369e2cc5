import Foundation

/// What a store has to know of the file system that its directory is on.
struct FileSystem: Equatable {
    /// Its kind, such as `ext4`.
    let kind: String

    /// Whether it is another machine's, so that a lock may not hold, and a mapping may not show what others write.
    let isNetwork: Bool

    /// Whether a page that has been written once can be written through a mapping even where the disk is full.
    ///
    /// Not where files may share their blocks until one of them is written (XFS, Btrfs), or lie on a file system of which
    /// that isn't known (overlay).
    var keepsWrittenPages: Bool { ["ext2", "ext3", "ext4", "tmpfs"].contains(kind) }
}

/// The system's list of what is mounted where, in the form of `/proc/self/mountinfo`.
struct MountTable {
    private let mounts: [(path: String, kind: String)]

    init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let parts = line.components(separatedBy: " - ")
            guard parts.count == 2 else { return nil }
            let (words, kind) = (parts[0].split(separator: " "), parts[1].split(separator: " ").first)
            guard words.count > 4, let kind else { return nil }
            return (Self.unescaped(words[4]), String(kind))
        }
    }

    /// The file system that a path, without links in it, is on: of those mounted on its way the one that lies deepest, and
    /// of those in one place the last.
    func fileSystem(at path: String) -> FileSystem? {
        let covering = mounts.filter { mount in
            mount.path == "/" || path == mount.path || path.hasPrefix(mount.path + "/")
        }
        guard let deepest = covering.map(\.path.utf8.count).max(),
            let mount = covering.last(where: { $0.path.utf8.count == deepest })
        else { return nil }
        return FileSystem(kind: mount.kind, isNetwork: Self.isNetwork(mount.kind))
    }

    private static func isNetwork(_ kind: String) -> Bool {
        [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "davfs", "glusterfs", "lustre",
            "ncpfs",
            "ocfs2", "gfs2", "beegfs", "gpfs", "pvfs2", "orangefs",
        ].contains(kind)
            || ["sshfs", "s3fs", "rclone", "glusterfs", "gcsfuse", "davfs", "curlftpfs", "ceph", "mergerfs-nfs"]
                .contains { kind.hasPrefix("fuse.\($0)") }
    }

    /// A path as the table writes it, with `\040` for a space and the like.
    private static func unescaped(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
