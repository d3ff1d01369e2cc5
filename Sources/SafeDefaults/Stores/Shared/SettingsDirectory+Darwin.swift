#if canImport(Darwin)
package import Foundation

extension SettingsDirectory {
    /// The directory in which programs keep their settings: Application Support, or Caches on tvOS, where an app can't
    /// write anywhere else.
    package static var url: URL? {
        FileManager.default.urls(for: directory, in: .userDomainMask).first
    }

    #if os(tvOS)
    private static var directory: FileManager.SearchPathDirectory { .cachesDirectory }
    #else
    private static var directory: FileManager.SearchPathDirectory { .applicationSupportDirectory }
    #endif
}
#endif
