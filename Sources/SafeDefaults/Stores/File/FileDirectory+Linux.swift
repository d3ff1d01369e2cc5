#if !canImport(Darwin)
import Foundation

extension FileDirectory {
    /// The directory in which programs keep their settings: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`.
    static var parent: URL? { PreferencesDirectory.ofPrograms }
}
#endif
