package import Foundation

/// The directory in which programs keep their settings; each file store that has only a name has a directory in it.
package enum SettingsDirectory {
    #if canImport(Darwin)
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
    #else
    /// The directory in which programs keep their settings: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`.
    package static var url: URL? { PreferencesDirectory.ofPrograms }
    #endif
}
