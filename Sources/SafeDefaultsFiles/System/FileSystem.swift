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
    private let bytes: [UInt8]

    init(_ table: Data) { bytes = Array(table) }

    /// Returns the file system of a path that contains no links.
    ///
    /// Of the mount points that contain the path, the deepest is used. Of several mounts at one point, the last is
    /// used.
    ///
    /// NB: only the lines of those mount points are taken apart, because a machine with containers has many lines, and
    /// all of them took as many instructions as everything else that opens a small store.
    func fileSystem(at path: String) -> FileSystem? {
        var deepest: (point: String, kind: String)?
        var rest = bytes[...]
        while let line = Self.next(in: &rest, until: UInt8(ascii: "\n")) {
            var words = line
            for _ in 0..<4 { _ = Self.next(in: &words, until: UInt8(ascii: " ")) }
            guard let point = Self.next(in: &words, until: UInt8(ascii: " ")).map(Self.unescaped),
                point == "/" || path == point || path.utf8.starts(with: (point + "/").utf8),
                point.utf8.count >= deepest?.point.utf8.count ?? 0, let kind = Self.kind(after: words)
            else { continue }
            deepest = (point, kind)
        }
        return deepest.map { FileSystem(kind: $0.kind, isNetwork: Self.isNetwork($0.kind)) }
    }

    /// Removes the bytes before a separator, and the separator, and returns those bytes; nil if nothing is left.
    private static func next(in rest: inout ArraySlice<UInt8>, until separator: UInt8) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: separator) ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return rest[..<end]
    }

    /// Returns the kind of file system, which stands behind a hyphen; nil if there is none.
    ///
    /// The number of optional words before the hyphen varies.
    private static func kind(after options: ArraySlice<UInt8>) -> String? {
        let words = options.split(separator: UInt8(ascii: " "))
        guard let hyphen = words.dropFirst().firstIndex(where: { $0.elementsEqual("-".utf8) }),
            hyphen + 1 < words.count
        else { return nil }
        return String(decoding: words[hyphen + 1], as: UTF8.self)
    }

    private static func isNetwork(_ kind: String) -> Bool {
        [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "davfs", "glusterfs", "lustre",
            "ncpfs", "ocfs2", "gfs2", "beegfs", "gpfs", "pvfs2", "orangefs",
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
