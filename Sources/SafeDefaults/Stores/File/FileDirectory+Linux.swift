#if !canImport(Darwin)
import Foundation

extension FileDirectory {
    /// Where programs keep their settings: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`.
    static var parent: URL? { PreferencesDirectory.ofPrograms }
}
#endif
