#if !canImport(Darwin)
import Foundation

/// The directory in which Foundation keeps preferences, and the name of the program's own.
enum PreferencesDirectory {
    /// The directory: `$XDG_CONFIG_HOME` if that is an absolute path, else `.config` in `$HOME`.
    ///
    /// Without a `HOME`, or with an empty one, that is `/.config`. A relative `HOME` counts from the working directory.
    static var url: URL {
        URL(fileURLWithPath: configurationHome ?? "\(variable("HOME") ?? "")/.config", isDirectory: true)
    }

    /// The directory in which programs make directories of their own; nil if no variable names it.
    static var ofPrograms: URL? {
        guard configurationHome != nil || !(variable("HOME") ?? "").isEmpty else { return nil }
        return url
    }

    private static var configurationHome: String? {
        variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The name of the program's own preferences: its identifier, if an `Info.plist` beside it has one, otherwise the
    /// name of the file that runs, whatever link it was started by.
    static let programName: String? = {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        do {
            let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: path).lastPathComponent
        } catch {
            // Without /proc the name isn't known, and the file of `.standard` can't be looked after.
            return nil
        }
    }()
}
#endif
