#if !canImport(Darwin)
import Foundation

/// Where Foundation keeps preferences: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`, as the process was started with.
enum PreferencesDirectory {
    static let url: URL? = {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return environment["HOME"].map {
            URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent(".config", isDirectory: true)
        }
    }()

    /// The name of the file that runs, whatever name it was called by.
    static let executableName: String? = {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { URL(fileURLWithPath: $0).lastPathComponent }
    }()
}
#endif
