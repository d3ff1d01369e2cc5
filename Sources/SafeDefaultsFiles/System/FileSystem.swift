import Foundation
import SafeDefaults

/// The file system of a store's directory.
struct FileSystem: Equatable {
    /// The kind, such as `ext4`.
    let kind: String

    /// Whether the file system is on another machine.
    ///
    /// There, locks may not exclude other processes, and mappings may not show their writes.
    let isNetwork: Bool

    /// Whether a page that has been written once can be written again through a mapping even if the disk is full.
    ///
    /// It can't be on a file system where files may share blocks until one of them is written (XFS, Btrfs). It is
    /// unknown for one that keeps its files on another file system (overlay).
    var keepsWrittenPages: Bool { ["ext2", "ext3", "ext4", "tmpfs"].contains(kind) }
}

/// The mounted file systems, read from `/proc/self/mountinfo`.
struct MountTable {
    private let mounts: [(path: String, kind: String)]

    /// Reads the table.
    ///
    /// NB: the lines are split as bytes, because as strings they would take a third of the time that a program needs to
    /// start.
    init(_ table: Data) {
        mounts = Array(table).split(separator: UInt8(ascii: "\n")).compactMap { line in
            // The number of optional words before the hyphen varies.
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count > 6, let hyphen = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
                hyphen + 1 < words.count
            else { return nil }
            return (Self.unescaped(words[4]), String(decoding: words[hyphen + 1], as: UTF8.self))
        }
    }

    /// Returns the file system of a path that contains no links.
    ///
    /// Of the mount points that contain the path, the deepest is used. Of several mounts at one point, the last is
    /// used.
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
    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        var (bytes, rest) = ([UInt8](), text)
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
