#if canImport(Darwin)
import Foundation

extension FileDirectory {
    /// Where programs keep their settings: Application Support, and Caches on tvOS, where an app may write nowhere
    /// else.
    static var parent: URL? {
        FileManager.default.urls(for: directory, in: .userDomainMask).first
    }

    #if os(tvOS)
    private static var directory: FileManager.SearchPathDirectory { .cachesDirectory }
    #else
    private static var directory: FileManager.SearchPathDirectory { .applicationSupportDirectory }
    #endif
}
#endif
