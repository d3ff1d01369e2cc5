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

extension FileSystem {
    /// Creates the file system that has a device's number, or returns nil if there is none.
    ///
    /// - Parameters:
    ///   - device: The number, as a file's status has it.
    ///   - mounts: The mounted file systems, in the form of `/proc/self/mountinfo`. A line has the device's number as
    ///     its third word. The kind follows a hyphen, because the number of words before it varies.
    init?(device: UInt64, in mounts: Data) {
        guard let number = mounts.range(of: Data(" \(Self.number(of: device)) ".utf8)),
            let hyphen = mounts.range(of: Data(" - ".utf8), in: number.upperBound..<mounts.endIndex)
        else { return nil }
        let kind = String(decoding: mounts[hyphen.upperBound...].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        self.init(kind: kind, isNetwork: Self.isNetwork(kind))
    }

    /// Returns the two parts of a device's number, such as `254:0`.
    static func number(of device: UInt64) -> String {
        "\(device >> 8 & 0xFFF | device >> 32 & ~0xFFF):\(device & 0xFF | device >> 12 & 0xFFFF_FF00)"
    }

    private static func isNetwork(_ kind: String) -> Bool {
        [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "davfs", "glusterfs", "lustre",
            "ncpfs", "ocfs2", "gfs2", "beegfs", "gpfs", "pvfs2", "orangefs",
        ].contains(kind)
            || ["sshfs", "s3fs", "rclone", "glusterfs", "gcsfuse", "davfs", "curlftpfs", "ceph", "mergerfs-nfs"]
                .contains { kind.hasPrefix("fuse.\($0)") }
    }
}
