#if !canImport(Darwin)
import Foundation

extension FileSystem {
    /// Creates the file system that has a device's number, or returns nil if there is none.
    ///
    /// - Parameters:
    ///   - device: The number, as a file's status has it.
    ///   - mounts: The mounted file systems, in the form of `/proc/self/mountinfo`. A line has the device's number as
    ///     its third word, and then a path. The kind follows a hyphen, because the number of words before it varies.
    init?(device: UInt64, in mounts: Data) {
        guard let number = mounts.range(of: Data(" \(Self.number(of: device)) /".utf8)),
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
#endif
