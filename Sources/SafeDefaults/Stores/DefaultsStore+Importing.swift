public import Foundation

// Importing from a store in place of its `UserDefaults`. Disfavoured, because `.standard` is a member of both types.

extension DefaultsStore {
    /// A store over a file of its own, which begins with another store's values.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url, importing: .suite("com.acme.tour")))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: The store whose values a new file begins with.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        _ url: URL, importing other: DefaultsStore, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(url, importing: other.userDefaults, fileID: fileID, line: line)
    }

    /// A store over `defaults.plist` in a directory of a program's own, which begins with another store's values.
    ///
    /// - Parameters:
    ///   - name: The directory's name.
    ///   - other: The store whose values a new file begins with.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        named name: String, importing other: DefaultsStore, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(named: name, importing: other.userDefaults, fileID: fileID, line: line)
    }
}
