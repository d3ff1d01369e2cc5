import Foundation

/// The property list of a plain suite.
enum PlainSuite {
    /// Fills a suite that nobody has opened yet; returns its property list.
    ///
    /// On Linux it writes the file itself, because there the time that Foundation takes grows with the square of the
    /// number of keys.
    static func list(_ suite: String, _ content: [String: Any]) throws -> URL {
        #if canImport(Darwin)
        UserDefaults.suite(suite).setPersistentDomain(content, forName: suite)
        let folder = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Library/Preferences")
        #else
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #endif
        let list = folder.appendingPathComponent("\(suite).plist")
        if !FileManager.default.fileExists(atPath: list.path) {
            try PropertyListSerialization.data(fromPropertyList: content, format: .xml, options: 0).write(to: list)
        }
        return list
    }
}
