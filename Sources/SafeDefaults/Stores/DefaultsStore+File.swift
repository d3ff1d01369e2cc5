public import Foundation

extension DefaultsStore {
    /// A store over a file of its own, a ``FileDefaults``: what was written stays written, whatever happens to the
    /// process.
    ///
    /// The same path gives the same store for as long as one of them is in use. A file that can't be used is an issue
    /// of the kind ``DefaultsIssue/Kind/refusedFile``; until it can be, reads give defaults and writes fail, each with
    /// an issue, and each tries to open it again.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL; directories that are missing are made.
    ///   - other: A `UserDefaults` whose values a new file begins with; see ``FileDefaults/init(url:importing:)``.
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

    /// A store over `defaults.plist` in a directory of a program's own, where programs keep their settings.
    ///
    /// On Linux that is `$XDG_CONFIG_HOME/<name>/defaults.plist`, or `.config` in the home directory; never the file
    /// that `UserDefaults` itself uses. On Apple systems it is the same in the Application Support directory; on tvOS
    /// in Caches, which the system may empty while the app doesn't run.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .file(named: "tour"))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The directory's name. One that is empty, `.` or `..`, has a `/` or NUL in it or is longer than 255
    ///     bytes is an issue of the kind ``DefaultsIssue/Kind/refusedFile``, and so is a process to which neither
    ///     `XDG_CONFIG_HOME` nor `HOME` says where settings are kept. The store is one in memory then, the same for the
    ///     same name, and its ``flush(fileID:line:)`` is false.
    ///   - other: A `UserDefaults` whose values a new file begins with, such as `.standard`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        named name: String, importing other: UserDefaults? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        do throws(DefaultsError) {
            let directory = try FileDirectory.url(named: name)
            return file(
                directory.appendingPathComponent("defaults.plist", isDirectory: false), importing: other,
                fileID: fileID,
                line: line)
        } catch {
            DefaultsIssue.report(.refusedFileName(error, at: CodeLocation(fileID: fileID, line: line)))
            return DefaultsStore(
                box: StoreRegistry.shared.box(inPlaceOfFile: name) { StoreBox(InMemoryDefaults(inPlaceOf: error)) })
        }
    }
}
