#if !canImport(Darwin)
import Foundation
import SafeDefaults

extension SystemCalls {
    /// Waits until a file's or a directory's content is on the disk.
    static func makeDurable(_ file: Int32) -> Int32 { fsync(file) }

    /// Returns a number that identifies the current run of the machine; nil if the system doesn't provide one.
    static func bootIdentifier() -> UInt64? {
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)).flatMap(bootIdentifier)
    }

    /// Returns the file system of a directory; nil if it is unknown.
    static func fileSystem(at path: String) -> FileSystem? {
        var status = stat()
        guard stat(path, &status) == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
        else { return nil }
        return FileSystem(device: UInt64(status.st_dev), in: mounts)
    }

    /// Does nothing, because the system doesn't close files while a device is locked.
    static func allowUseWhileLocked(_ directory: String) {}

    /// Renames a file in a way that not every file system supports, such as exchanging two files.
    ///
    /// NB: Swift doesn't see the C library's declaration.
    static func renameSpecially(_ from: String, _ to: String, _ directory: Int32, _ way: SpecialRename) -> Int32 {
        guard let renameat2 else {
            errno = ENOSYS
            return -1
        }
        return renameat2(directory, from, directory, to, way == .exchange ? 2 : 1)
    }

    private typealias RenameAt2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private static let renameat2: RenameAt2? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
}
#endif
