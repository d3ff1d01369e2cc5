import Foundation
import SafeDefaults

/// The directories of file stores that are created by name.
enum FileDirectory {
    /// Returns the directory with a name, or throws an error if the name isn't allowed.
    static func url(named name: String) throws(DefaultsError) -> URL {
        let reason: String? =
            switch name {
            case "": "it is empty"
            case ".", "..": "it names another directory"
            case _ where name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(0):
                "it has a \"/\" or a NUL in it"
            case _ where name.utf8.count > FilePlace.longestName: "it is longer than \(FilePlace.longestName) bytes"
            default: nil
            }
        if let reason {
            throw DefaultsError(
                .refusedStore, reason: "\"\(name.abbreviated)\" can't be a directory's name, because \(reason)")
        }
        guard let parent = SettingsDirectory.url else {
            throw DefaultsError(.refusedStore, reason: "neither XDG_CONFIG_HOME nor HOME says where settings are kept")
        }
        return parent.appendingPathComponent(name, isDirectory: true)
    }
}
