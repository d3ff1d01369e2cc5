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
    ///   - other: A store whose values are imported into a new file, such as `.standard`; see
    ///     `FileDefaults.init(url:importing:)`. Those of a scope are imported without its prefix.
    ///   - environment: What the names of environment variables begin with that override values, such as `"NOTES"`; see
    ///     `EnvironmentOverrides`. With nil, there are none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        _ url: URL, importing other: DefaultsStore? = nil, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(url, importing: other, Layers(environment, defaults), fileID, line)
    }

    private static func file(
        _ url: URL, importing other: DefaultsStore?, _ layers: Layers, _ fileID: StaticString, _ line: UInt
    ) -> DefaultsStore {
        let location = CodeLocation(fileID: fileID, line: line)
        return DefaultsStore(
            box: StoreRegistry.shared.box(forFile: layers.identity(of: url.absoluteURL.path)) {
                FileDefaults(retrying: url, importing: other?.importedDefaults, search: layers.search(.shared)) {
                    error in
                    DefaultsIssue.report(.refusedFile(error, at: location))
                }
            })
    }

    /// What is searched before and after a file's own values.
    private struct Layers {
        let environment: EnvironmentOverrides?

        /// A string that is the same for defaults that are the same.
        var defaultsIdentity = ""
        var makeDefaults: () -> (any DefaultsSource)? = { nil }

        /// Searches a file for values that the store hasn't got; nil for none.
        init(_ environment: EnvironmentOverrides?, _ defaults: URL?) {
            self.environment = environment
            guard let defaults else { return }
            defaultsIdentity = defaults.absoluteURL.path
            makeDefaults = { DefaultsFile(defaults, report: DefaultsIssue.report) }
        }

        /// Searches another store for values that the store hasn't got.
        init(_ environment: EnvironmentOverrides?, _ defaults: DefaultsStore) {
            self.environment = environment
            defaultsIdentity = StoreBeneath.identity(of: defaults)
            makeDefaults = { StoreBeneath(defaults) }
        }

        /// Returns a string that is the same for stores that are the same.
        func identity(of name: String) -> String {
            if environment == nil, defaultsIdentity.isEmpty { return name }
            return [name, defaultsIdentity, environment?.identity ?? ""].joined(separator: "\0")
        }

        /// Returns the list of what is searched.
        ///
        /// - Parameter system: What has the suites and the registered values; nil if the store has its own.
        func search(_ system: SystemSearchList?) -> SearchList {
            SearchList(environment: environment, defaults: makeDefaults(), system: system)
        }
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
    ///   - other: A store whose values are imported into a new file, such as `.standard`. Those of a scope are imported
    ///     without its prefix.
    ///   - environment: What the names of environment variables begin with that override values, such as `"NOTES"`; see
    ///     `EnvironmentOverrides`. With nil, there are none.
    ///   - defaults: A file with values for names that have none in the store, such as `/etc/notes.plist`. It is never
    ///     written. With nil, there is none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        named name: String, importing other: DefaultsStore? = nil, environment: EnvironmentOverrides? = nil,
        defaults: URL? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(named: name, importing: other, Layers(environment, defaults), fileID, line)
    }

    private static func file(
        named name: String, importing other: DefaultsStore?, _ layers: Layers, _ fileID: StaticString, _ line: UInt
    ) -> DefaultsStore {
        do throws(DefaultsError) {
            let directory = try FileDirectory.url(named: name)
            return file(
                directory.appendingPathComponent("defaults.plist", isDirectory: false), importing: other, layers,
                fileID, line)
        } catch {
            DefaultsIssue.report(.refusedFileName(error, at: CodeLocation(fileID: fileID, line: line)))
            return DefaultsStore(
                box: StoreRegistry.shared.box(forSuite: "refused/\(layers.identity(of: name))") {
                    DefaultsStore(InMemoryDefaults(inPlaceOf: error, search: layers.search(nil))).box
                })
        }
    }
}

// MARK: - Over another store

extension DefaultsStore {
    /// Returns a file store over another store, whose values are found where the file has none.
    ///
    /// A machine's own settings over those of a fleet:
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let fleet = DefaultsStore.inMemory()  // or `.etcd(…)`
    /// let login = LoginDefaults(store: .file(url, over: fleet))
    /// login.attempts = 3  // on this machine only
    /// login.reset(\.attempts)  // the fleet's value again
    /// ```
    ///
    /// - *Reads* look for launch arguments and environment variables, then in the file, then in the other store, then
    ///   for registered values. `origin(in:)` is `.otherDomain` for a value of the other store.
    /// - *Writes* go to the file. `update` and `edit` compute from what a read finds, and store the result in the file.
    ///   If the other store's value changes meanwhile, they compute again, but nothing holds back its writers in the
    ///   last moment. Don't write to this store in a closure of the other one's `update` or `edit`.
    /// - *Observers* are notified of changes of both stores. A setter of the other store may return before they are.
    /// - `availability` is that of the file, or of the other store if the file can be read. While nothing is known of
    ///   the other store, `lookup`, `read`, `update` and `edit` of a value that the file hasn't got give an error.
    /// - Launch arguments and environment variables of the other store don't count. What a snapshot, an export or
    ///   `removeAll` of a domain sees are the file's values only.
    ///
    /// If the file can't be used, an issue of the kind `Kind.refusedFile` is reported, as for any file store.
    ///
    /// - Parameters:
    ///   - url: The property list's URL. Missing directories are created.
    ///   - other: The other store, of any kind. It is kept for as long as this one is in use.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        _ url: URL, over other: DefaultsStore, environment: EnvironmentOverrides? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(url, importing: nil, Layers(environment, other), fileID, line)
    }

    /// Returns a file store in a directory of the program's own, over another store, whose values are found where the
    /// file has none.
    ///
    /// ```swift
    /// let fleet = DefaultsStore.inMemory()  // or `.etcd(…)`
    /// let login = LoginDefaults(store: .file(named: "tour", over: fleet))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The directory's name, which is refused as that of any file store is.
    ///   - other: The other store, of any kind; see ``file(_:over:environment:fileID:line:)``.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public static func file(
        named name: String, over other: DefaultsStore, environment: EnvironmentOverrides? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsStore {
        file(named: name, importing: nil, Layers(environment, other), fileID, line)
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

extension DefaultsStore {
    /// The object whose values are imported into a new file.
    ///
    /// For a scope, it is a copy of what the scope holds, by the names in it, because nothing else of the store may be
    /// imported.
    fileprivate var importedDefaults: UserDefaults {
        if DefaultsStore(userDefaults) == self { return userDefaults }
        let copy = InMemoryDefaults()
        for (name, content) in box.contents(named: box.storedNames(), in: .own) {
            if case .value(let value) = content { copy.set(value.foundationObject, forKey: name) }
        }
        return copy
    }
}
