#if canImport(Darwin)
import Foundation

extension SystemCalls {
    /// Waits until what was written to a file, or to a directory, is on the disk.
    ///
    /// NB: `fsync` leaves it in the drive's cache here; a file system that doesn't know the stronger call gets the other. Not
    /// after a failure of the disk, which the second call may know nothing of.
    static func makeDurable(_ file: Int32) -> Int32 {
        if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
        return errno == EIO ? -1 : fsync(file)
    }

    /// What tells one start of the machine from another; nil where the system doesn't say.
    ///
    /// NB: not `kern.boottime`, which is computed anew whenever the clock is set or slewed (`clock_set_calendar_microtime` in
    /// xnu's `osfmk/kern/clock.c`).
    static func bootIdentifier() -> UInt64? {
        // The text of a UUID and a null: `uuid_string_t`, of 37 bytes.
        var (text, size) = ([UInt8](repeating: 0, count: 64), 64)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return bootIdentifier(of: String(decoding: text.prefix { $0 != 0 }, as: UTF8.self))
    }

    /// What kind of file system a directory is on; nil where the system doesn't say.
    static func fileSystem(at path: String) -> FileSystem? {
        let url = URL(fileURLWithPath: path, isDirectory: true)
        guard let isLocal = try? url.resourceValues(forKeys: [.volumeIsLocalKey]).volumeIsLocal else { return nil }
        return FileSystem(kind: isLocal ? "local" : "a network", isNetwork: !isLocal)
    }

    /// Renames a file in the two ways that aren't every system's.
    static func renameSpecially(_ from: String, _ to: String, _ directory: Int32, _ way: SpecialRename) -> Int32 {
        renameatx_np(directory, from, directory, to, UInt32(way == .exchange ? RENAME_SWAP : RENAME_EXCL))
    }
}
#endif
