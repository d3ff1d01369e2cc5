#if !canImport(Darwin)
package import Foundation

extension SettingsDirectory {
    /// The directory in which programs keep their settings: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`.
    package static var url: URL? { PreferencesDirectory.ofPrograms }
}
#endif
