public import SafeDefaults

extension DefaultsIssue.Kind {
    /// The values written to iCloud exceed its quota.
    ///
    /// Values that don't fit aren't stored.
    public static let fullCloud = DefaultsIssue.Kind(description: "fullCloud")

    /// What is written to iCloud isn't kept, as in an app without the entitlement.
    ///
    /// Reported once for the store, and again only after a `flush()` that returned `true`.
    public static let unavailableCloud = DefaultsIssue.Kind(description: "unavailableCloud")
}

extension DefaultsIssue {
    /// Returns the issue for values that exceeded the iCloud quota.
    static func fullCloud(_ names: [String]) -> DefaultsIssue {
        let list = names.prefix(5).map { "\"\($0.abbreviated)\"" }.joined(separator: ", ")
        let keys = names.isEmpty ? "" : " (\(list)\(names.count > 5 ? " and others" : ""))"
        return DefaultsIssue(
            kind: .fullCloud,
            error: DefaultsError(
                .refusedStore, storedName: names.count == 1 ? names[0] : nil,
                reason: "iCloud has no room for what was written\(keys)"),
            location: nil,
            advice: "An app may keep 1,024 keys and 1 megabyte there; remove some, or store large values elsewhere.")
    }

    /// Returns the issue for a cloud store whose values the system doesn't keep.
    static func unavailableCloud(at location: CodeLocation?) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unavailableCloud,
            error: DefaultsError(.refusedStore, reason: "the system doesn't keep what is written to iCloud"),
            location: location,
            advice: "What was written may be gone when the program ends; flush() says whether it is kept. An app needs "
                + "the entitlement com.apple.developer.ubiquity-kvstore-identifier.")
    }
}
