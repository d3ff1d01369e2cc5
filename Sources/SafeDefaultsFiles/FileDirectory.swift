import Foundation
import SafeDefaults

/// The directories of file stores that are created by name.
enum FileDirectory {
    /// Returns the directory with a name, or throws an error if the name isn't allowed.
    static func url(named name: String) throws(DefaultsError) -> URL {
        guard !["", ".", ".."].contains(name), !name.utf8.contains(where: "/\0".utf8.contains),
            name.utf8.count <= FilePlace.longestName
        else {
            throw DefaultsError(
                .refusedStore,
                reason: "\"\(name.abbreviated)\" can't be a directory's name, because it is empty, leads elsewhere, or "
                    + "is longer than \(FilePlace.longestName) bytes")
        }
        guard let parent = SettingsDirectory.url else {
            throw DefaultsError(.refusedStore, reason: "neither XDG_CONFIG_HOME nor HOME says where settings are kept")
        }
        return parent.appendingPathComponent(name, isDirectory: true)
    }
}
