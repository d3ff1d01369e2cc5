#if !canImport(Darwin)
import Foundation
struct PreferencesFile: Sendable {
    static let standard = PreferencesFile()
    static func suite(_ name: String) -> PreferencesFile { PreferencesFile() }
}
#endif
