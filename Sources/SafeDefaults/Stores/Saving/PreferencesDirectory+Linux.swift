#if !canImport(Darwin)
import Foundation

/// Where Foundation keeps preferences, and under which name those of the program.
enum PreferencesDirectory {
    /// The directory: `$XDG_CONFIG_HOME` if that is an absolute path, else `.config` in `$HOME`.
    ///
    /// Without a `HOME`, or with an empty one, that is `/.config`. A relative `HOME` counts from the working directory.
    static var url: URL {
        URL(fileURLWithPath: configurationHome ?? "\(variable("HOME") ?? "")/.config", isDirectory: true)
    }

    /// The directory in which programs make directories of their own; nil where nothing says which.
    static var ofPrograms: URL? {
        guard configurationHome != nil || !(variable("HOME") ?? "").isEmpty else { return nil }
        return url
    }

    private static var configurationHome: String? {
        variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The name of the program's own preferences: its identifier, if there is an `Info.plist` beside it that says one, else
    /// that of the file that runs, whatever name it was called by.
    static let programName: String? = {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { URL(fileURLWithPath: $0).lastPathComponent }
    }()
}
#endif
