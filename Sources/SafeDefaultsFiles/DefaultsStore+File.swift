public import Foundation
public import SafeDefaults

extension DefaultsStore {
    /// Returns a store that keeps its values in a file.
    ///
    /// Its writes survive the end of the process.
    ///
    /// The store's object is a `FileDefaults`.
    ///
    /// All stores with the same path, environment and defaults are the same store, for as long as one of them is in
    /// use. Two stores with different ones share the file, as two processes do. If the file can't be
    /// used, an issue of the kind `Kind.refusedFile` is reported. Until it can be used, reads return
    /// defaults, and writes fail with an issue. Both try to open the file again.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL. Missing directories are created.
    ///   - other: A `UserDefaults` whose values are imported into a new file; see
    ///     `FileDefaults.init(url:importing:)`.
    ///   - environment: What the names of environment variables begin with that override values, such as `"NOTES"`; see
    ///     `EnvironmentOverrides`. With nil, there are none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        _ url: URL, importing other: UserDefaults? = nil, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        let location = CodeLocation(fileID: fileID, line: line)
        return DefaultsStore(
            box: StoreRegistry.shared.box(forFile: identity(url.absoluteURL.path, environment, defaults)) {
                FileDefaults(retrying: url, importing: other, search: search(environment, defaults)) { error in
                    DefaultsIssue.report(.refusedFile(error, at: location))
                }
            })
    }

    /// Returns a string that is the same for stores that are the same.
    private static func identity(_ name: String, _ environment: EnvironmentOverrides?, _ defaults: URL?) -> String {
        if environment == nil, defaults == nil { return name }
        return [name, defaults?.absoluteURL.path ?? "", environment?.identity ?? ""].joined(separator: "\0")
    }

    private static func search(_ environment: EnvironmentOverrides?, _ defaults: URL?) -> SearchList {
        SearchList(
            environment: environment,
            file: defaults.map { DefaultsFile($0, report: DefaultsIssue.report) })
    }

    /// Returns a store that keeps its values in `defaults.plist`, in a directory of the program's own.
    ///
    /// On Linux, the file is `$XDG_CONFIG_HOME/<name>/defaults.plist`; if that variable isn't set, the directory is in
    /// `.config` in the home directory. The file is never the one that `UserDefaults` uses. On Apple systems, the
    /// directory is in Application Support. On tvOS it is in Caches, which the system may empty while the app isn't
    /// running.
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .file(named: "tour"))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The directory's name. It is refused if it is empty, `.` or `..`, contains a `/` or NUL, or is longer
    ///     than 255 bytes. Every name is refused if neither `XDG_CONFIG_HOME` nor `HOME` is set. If the name is
    ///     refused, an issue of the kind `Kind.refusedFile` is reported, and the store is kept in
    ///     memory. Stores with the same refused name are the same store, and their ``flush(fileID:line:)`` returns
    ///     `false`.
    ///   - other: A `UserDefaults` whose values are imported into a new file, such as `.standard`.
    ///   - environment: What the names of environment variables begin with that override values, such as `"NOTES"`; see
    ///     `EnvironmentOverrides`. With nil, there are none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        named name: String, importing other: UserDefaults? = nil, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        do throws(DefaultsError) {
            let directory = try FileDirectory.url(named: name)
            return file(
                directory.appendingPathComponent("defaults.plist", isDirectory: false), importing: other,
                environment: environment, defaults: defaults,
                fileID: fileID, line: line)
        } catch {
            DefaultsIssue.report(.refusedFileName(error, at: CodeLocation(fileID: fileID, line: line)))
            return DefaultsStore(
                box: StoreRegistry.shared.box(inPlaceOfFile: identity(name, environment, defaults)) {
                    DefaultsStore(InMemoryDefaults(inPlaceOf: error, search: search(environment, defaults))).box
                })
        }
    }
}

// MARK: - Only reading

extension DefaultsStore {
    /// Runs a closure in which file stores are opened without being created.
    ///
    /// Use it in a program that only looks at a store, or looks before it writes. Reading a store that was opened in
    /// the closure creates nothing, neither a directory nor a lock file. Its first write creates what is missing, and
    /// so does its first observation if there is no directory to watch. Where there is no lock file, each read looks at
    /// the files, which takes longer.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("not there/defaults.plist")
    /// let store = DefaultsStore.withoutCreatingFiles { DefaultsStore.file(url) }
    /// print(LoginDefaults(store: store).attempts)  //=> 0
    /// ```
    ///
    /// A store that imports another one's values is created all the same, because they are written to it. A store that
    /// is open already stays as it is.
    ///
    /// - Parameter operation: The closure, which opens stores.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error.
    public static func withoutCreatingFiles<Result>(_ operation: () throws -> Result) rethrows -> Result {
        try FileConnection.$createsOnlyToWrite.withValue(true, operation: operation)
    }
}

// MARK: - Importing from another store

// These are disfavoured, because `.standard` is a member of both `DefaultsStore` and `UserDefaults`.
extension DefaultsStore {
    /// Returns a store that keeps its values in a file.
    ///
    /// If the file is new, imports another store's values.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let login = LoginDefaults(store: .file(url, importing: .suite("com.acme.tour")))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: The store whose values are imported into a new file. Those of a scope are imported without its
    ///     prefix.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        _ url: URL, importing other: DefaultsStore, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(
            url, importing: other.importedDefaults, environment: environment, defaults: defaults,
            fileID: fileID, line: line)
    }

    /// Returns a store that keeps its values in `defaults.plist`, in a directory of the program's own.
    ///
    /// If the file is new, imports another store's values.
    ///
    /// - Parameters:
    ///   - name: The directory's name.
    ///   - other: The store whose values are imported into a new file. Those of a scope are imported without its
    ///     prefix.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public static func file(
        named name: String, importing other: DefaultsStore, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(
            named: name, importing: other.importedDefaults, environment: environment, defaults: defaults,
            fileID: fileID, line: line)
    }
}
