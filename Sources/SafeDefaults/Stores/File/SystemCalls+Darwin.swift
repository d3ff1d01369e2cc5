#if canImport(Darwin)
import Foundation

extension SystemCalls {
    /// Waits until what was written to a file, or to a directory, is on the disk.
    ///
    /// NB: `fsync` leaves it in the drive's cache here; a file system that doesn't know the stronger call gets the other.
    static func makeDurable(_ file: Int32) -> Int32 { fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file) }

    /// What tells one start of the machine from another: when it was.
    static func bootIdentifier() -> UInt64? {
        var (time, size) = (timeval(), MemoryLayout<timeval>.size)
        guard sysctlbyname("kern.boottime", &time, &size, nil, 0) == 0 else { return nil }
        return UInt64(time.tv_sec) << 20 | UInt64(time.tv_usec)
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

    /// This thread as a number, which no other has as long as it lives.
    static var thisThread: UInt { UInt(pthread_mach_thread_np(pthread_self())) }
}
#endif
