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
