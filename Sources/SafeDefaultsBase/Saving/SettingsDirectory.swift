package import Foundation

/// The directory in which programs keep their settings; each file store that has only a name has a directory in it.
package enum SettingsDirectory {
    /// The directory: Application Support, or Caches on tvOS, where an app can't write anywhere else; on Linux
    /// `$XDG_CONFIG_HOME`, or `.config` in `$HOME`.
    package static var url: URL? {
        #if os(tvOS)
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        #elseif canImport(Darwin)
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        #else
        PreferencesDirectory.ofPrograms
        #endif
    }
}
