#if !canImport(Darwin)
package import Foundation

/// The directory in which Foundation keeps preferences, and the name of the program's own.
package enum PreferencesDirectory {
    /// The directory: `$XDG_CONFIG_HOME` if that is an absolute path; otherwise `.config` in `$HOME`.
    ///
    /// If `HOME` is missing or empty, that is `/.config`. A relative `HOME` is relative to the working directory.
    package static var path: String {
        let path = configurationHome ?? "\(variable("HOME") ?? "")/.config"
        return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    package static var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// The directory in which programs create directories of their own; nil if no environment variable names it.
    package static var ofPrograms: URL? {
        guard configurationHome != nil || !(variable("HOME") ?? "").isEmpty else { return nil }
        return url
    }

    private static var configurationHome: String? {
        variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The name of the program's own preferences.
    ///
    /// It is the bundle identifier in an `Info.plist` beside the executable. If there is none, it is the name of the
    /// executable, with links resolved.
    package static let programName: String? = {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        // Without /proc, the program's name is unknown. So the file of `.standard` can't be found or repaired.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path?.pathNames.last.map { String($0) }
    }()
}
#endif
