public import Foundation

extension DefaultsStore {
    /// Returns a store over a file of its own, a ``FileDefaults``, whose writes survive the end of the process.
    ///
    /// The same path gives the same store as long as one of them is in use. A file that can't be used is an issue of
    /// the kind ``DefaultsIssue/Kind/refusedFile``. Until it can be used, reads give defaults, and writes fail with an
    /// issue; both try to open the file again.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL; missing directories are created.
    ///   - other: A `UserDefaults` whose values are imported into a new file; see
    ///     ``FileDefaults/init(url:importing:)``.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        _ url: URL, importing other: UserDefaults? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        let location = CodeLocation(fileID: fileID, line: line)
        return DefaultsStore(
            box: StoreRegistry.shared.box(forFile: url.absoluteURL.path) {
                FileDefaults(retrying: url, importing: other) { error in
                    DefaultsIssue.report(.refusedFile(error, at: location))
                }
            })
    }

    /// Returns a store over `defaults.plist` in a directory of the program's own.
    ///
    /// The file is `$XDG_CONFIG_HOME/<name>/defaults.plist` on Linux, or in `.config` of the home directory, and never
    /// the file that `UserDefaults` uses. On Apple systems the directory is in Application Support; on tvOS it is in
    /// Caches, which the system may empty while the app doesn't run.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .file(named: "tour"))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The directory's name. It is refused, with an issue of the kind ``DefaultsIssue/Kind/refusedFile``, if
    ///     it is empty, `.` or `..`, has a `/` or NUL in it, or is longer than 255 bytes; and so is every name if
    ///     neither `XDG_CONFIG_HOME` nor `HOME` is set. The store is then in memory, the same for the same name, and
    ///     its ``flush(fileID:line:)`` is false.
    ///   - other: A `UserDefaults` whose values are imported into a new file, such as `.standard`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        named name: String, importing other: UserDefaults? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        do throws(DefaultsError) {
            let directory = try FileDirectory.url(named: name)
            return file(
                directory.appendingPathComponent("defaults.plist", isDirectory: false), importing: other,
                fileID: fileID, line: line)
        } catch {
            DefaultsIssue.report(.refusedFileName(error, at: CodeLocation(fileID: fileID, line: line)))
            return DefaultsStore(
                box: StoreRegistry.shared.box(inPlaceOfFile: name) { StoreBox(InMemoryDefaults(inPlaceOf: error)) })
        }
    }
}

// MARK: - Importing from another store

// Disfavoured, because `.standard` is a member of both `DefaultsStore` and `UserDefaults`.
extension DefaultsStore {
    /// Returns a store over a file of its own, which imports another store's values when it is new.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url, importing: .suite("com.acme.tour")))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: The store whose values are imported into a new file.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        _ url: URL, importing other: DefaultsStore, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(url, importing: other.userDefaults, fileID: fileID, line: line)
    }

    /// Returns a store over `defaults.plist` in a directory of the program's own, which imports another store's values
    /// when it is new.
    ///
    /// - Parameters:
    ///   - name: The directory's name.
    ///   - other: The store whose values are imported into a new file.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        named name: String, importing other: DefaultsStore, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(named: name, importing: other.userDefaults, fileID: fileID, line: line)
    }
}
