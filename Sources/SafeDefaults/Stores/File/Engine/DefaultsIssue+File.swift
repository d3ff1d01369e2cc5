extension DefaultsIssue {
    /// The issue of a file that can't be a store's.
    static func refusedFile(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedFile, error: error, location: location,
            advice: "Until that is put right, reads give defaults, and writes fail and try again.")
    }

    /// The issue of a name that can't be that of a file store.
    static func refusedFileName(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedFile, error: error, location: location,
            advice: "Its settings are kept in memory only, and are gone when the program ends; flush says false. Give "
                + "file another name, or a URL.")
    }

    /// The issue of a file that another program has changed, emptied or removed.
    static func unexpectedFile(_ reason: String, advice: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unexpectedFile, error: DefaultsError(.fileFailure, reason: reason), location: nil, advice: advice)
    }

    /// The issue of a store all of whose files are gone, its directory perhaps too.
    static func removedStore(_ path: String) -> DefaultsIssue {
        unexpectedFile(
            "\"\(path)\" and what belongs to it were removed by another program",
            advice: "The store begins empty; what was written since the removal is lost.")
    }

    /// The issue of a file that couldn't be read again.
    static func unreadableFile(_ error: DefaultsError) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unreadableFile, error: error, location: nil,
            advice: "Reads give what was read before; each tries again.")
    }
}

extension DefaultsIssue.Kind {
    /// A file that can't be that of a store.
    ///
    /// Reads give defaults, writes fail and try again. For a name that can't be that of a file store, a store in memory is
    /// used instead, whose `flush()` is false.
    public static let refusedFile = DefaultsIssue.Kind(description: "refusedFile")

    /// A store's file isn't as the library left it: another program changed, restored, emptied or removed it.
    public static let unexpectedFile = DefaultsIssue.Kind(description: "unexpectedFile")

    /// What another process wrote into a store's file can't be read now.
    public static let unreadableFile = DefaultsIssue.Kind(description: "unreadableFile")
}
