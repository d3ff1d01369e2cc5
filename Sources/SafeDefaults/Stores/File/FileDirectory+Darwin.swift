#if canImport(Darwin)
import Foundation

extension FileDirectory {
    /// Where programs keep their settings: the Application Support directory.
    static var parent: URL? {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    }
}
#endif
