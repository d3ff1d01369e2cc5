import Foundation

/// The file system of a store's directory.
struct FileSystem: Equatable {
    /// The kind, such as `ext4`.
    let kind: String

    /// Whether it is another machine's, where locks may not exclude others and mappings may not show what others write.
    let isNetwork: Bool

    /// Whether a page that was written once can be written through a mapping even if the disk is full.
    ///
    /// That isn't so where files may share blocks until one of them is written (XFS, Btrfs), nor known where a file
    /// lies on another file system (overlay).
    var keepsWrittenPages: Bool { ["ext2", "ext3", "ext4", "tmpfs"].contains(kind) }
}

/// The mounted file systems, read from `/proc/self/mountinfo`.
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

    /// Returns the file system of a path without links: the one that is mounted deepest on the way to it, and of
    /// several at one mount point the last.
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

    /// Returns a path of the table with its escapes replaced, such as `\040` for a space.
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
