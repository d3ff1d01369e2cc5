#if canImport(Darwin)
import Foundation
import SafeDefaults

extension SystemCalls {
    /// Waits until a file's or a directory's content is on the disk.
    ///
    /// NB: on Apple systems, `fsync` leaves the content in the drive's cache, so `F_FULLFSYNC` is used. Some file
    /// systems don't have that, and only there `fsync` takes its place. If `F_FULLFSYNC` fails because of the disk,
    /// `fsync` isn't called, because it might report success although the content isn't on the disk.
    static func makeDurable(_ file: Int32) -> Int32 {
        if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
        return errno == EIO ? -1 : fsync(file)
    }

    /// Returns a number that identifies the current run of the machine; nil if the system doesn't provide one.
    ///
    /// NB: this isn't `kern.boottime`, which changes whenever the clock is set (`clock_set_calendar_microtime` in xnu's
    /// `osfmk/kern/clock.c`).
    static func bootIdentifier() -> UInt64? {
        // The result is a UUID as a string with a null at its end: `uuid_string_t`, of 37 bytes.
        var (text, size) = ([UInt8](repeating: 0, count: 64), 64)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return bootIdentifier(of: String(decoding: text.prefix { $0 != 0 }, as: UTF8.self))
    }

    /// Returns the file system of a directory; nil if it is unknown.
    static func fileSystem(at path: String) -> FileSystem? {
        let url = URL(fileURLWithPath: path, isDirectory: true)
        guard let isLocal = try? url.resourceValues(forKeys: [.volumeIsLocalKey]).volumeIsLocal else { return nil }
        return FileSystem(kind: isLocal ? "local" : "a network", isNetwork: !isLocal)
    }

    #if os(macOS)
    /// Does nothing, because a Mac doesn't close files while it is locked.
    static func allowUseWhileLocked(_ directory: String) {}
    #else
    /// Lets the files of a new directory be used while the device is locked, once it has been unlocked after its start.
    ///
    /// That is how the system protects its settings. In an app whose files have complete protection, nothing could be
    /// written a few seconds after the device is locked. If this fails, the files have the app's protection.
    static func allowUseWhileLocked(_ directory: String) {
        _ = try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: directory)
    }
    #endif

    /// Renames a file in a way that not every file system supports, such as exchanging two files.
    static func renameSpecially(_ from: String, _ to: String, _ directory: Int32, _ way: SpecialRename) -> Int32 {
        renameatx_np(directory, from, directory, to, UInt32(way == .exchange ? RENAME_SWAP : RENAME_EXCL))
    }
}
#endif
