public import SafeDefaults

extension DefaultsIssue {
    /// Creates the issue for a file that can't be used as a store.
    static func refusedFile(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedFile, error: error, location: location,
            advice: "Until that is put right, reads give defaults, and writes fail and try again.")
    }

    /// Creates the issue for a file name that a file store can't have.
    static func refusedFileName(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedFile, error: error, location: location,
            advice: "Its settings are kept in memory only, and are gone when the program ends; flush says false. Put "
                + "that right, or give file a URL.")
    }

    /// Creates the issue for a file that another program has changed, emptied or removed.
    static func unexpectedFile(_ reason: String, advice: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unexpectedFile, error: DefaultsError(.fileFailure, reason: reason), location: nil, advice: advice)
    }

    /// Creates the issue for a store whose files were all removed, perhaps with their directory.
    static func removedStore(_ path: String) -> DefaultsIssue {
        unexpectedFile(
            "\"\(path)\" and what belongs to it were removed by another program",
            advice: "The store begins empty; what was written since the removal is lost.")
    }

    /// Creates the issue for a store whose files were replaced by others, such as those of a backup.
    static func replacedStore(_ path: String) -> DefaultsIssue {
        unexpectedFile(
            "\"\(path)\" and what belongs to it were replaced by another program",
            advice: "The values in the new files are used; what was written since the last flush may be lost.")
    }

    /// Creates the issue for a file that couldn't be read again.
    static func unreadableFile(_ error: DefaultsError) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unreadableFile, error: error, location: nil,
            advice: "Reads give what was read before; each tries again.")
    }
}

extension DefaultsIssue.Kind {
    /// A file can't be used as a store.
    ///
    /// Reads return defaults. Writes fail, and each one tries to open the file again. If the name isn't allowed for a
    /// file store, a store in memory is used instead, whose `flush()` returns `false`.
    public static let refusedFile = DefaultsIssue.Kind(description: "refusedFile")

    /// Another program has changed, restored, emptied or removed a store's file.
    public static let unexpectedFile = DefaultsIssue.Kind(description: "unexpectedFile")

    /// A store's file couldn't be read again after another process had written to it.
    public static let unreadableFile = DefaultsIssue.Kind(description: "unreadableFile")
}
