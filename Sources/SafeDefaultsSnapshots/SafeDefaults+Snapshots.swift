public import Foundation
public import SafeDefaults

extension SafeDefaults {
    /// Returns the values stored under this domain's keys, as they are at one moment.
    ///
    /// An ``edit(fileID:line:_:)`` that is made at the same time is in the snapshot as a whole, or not at all. Keys
    /// that are made at run time are covered if they are in `allCases`, or of a `DynamicDefaultsKey`. A value that
    /// can't be read as its setting's type is in the snapshot like any other.
    ///
    /// ```swift
    /// let before = login.snapshot()
    /// login.attempts = 9
    /// try login.restore(before)
    /// ```
    ///
    /// To export it as a file, use `DefaultsSnapshot.export(as:)`.
    ///
    /// - Returns: The snapshot.
    public func snapshot() -> DefaultsSnapshot { store.snapshot(of: [Self.self]) }

    /// Stores what a snapshot contains for this domain's keys, as one change.
    ///
    /// Afterwards, the stored values equal those of the snapshot for all of this domain's names that the snapshot
    /// covers. If nothing was stored under a name when the snapshot was taken, the value under it is removed. Names of
    /// other domains are ignored, so a snapshot of several domains can be restored in parts.
    ///
    /// Either everything is stored, or nothing. Observers are notified once. Values are stored as they are, even if a
    /// setting can't read them, because that is what was stored.
    ///
    /// - Parameter snapshot: The snapshot.
    /// - Throws: A `DefaultsError` if a value can't be stored, or if the snapshot covers names, but none of this
    ///   domain's.
    public func restore(_ snapshot: DefaultsSnapshot) throws(DefaultsError) {
        let names = Self.storedNames(in: store.box) + Self.dynamicNames(among: snapshot.contents.keys)
        let part = snapshot.limited(to: Set(names))
        guard !part.contents.isEmpty || snapshot.contents.isEmpty else {
            throw DefaultsError(.unknownName, reason: "the snapshot has none of the names of \(Self.self)")
        }
        try store.restore(part)
    }

    /// Stores the values of an exported file, as one change, after checking all of them.
    ///
    /// The format is recognized from the bytes. Each value must be readable by its setting. Of a key that has none,
    /// only the name is checked. A name that no key of the domain has is refused; to skip or keep such names, use
    /// `DefaultsStore.import(_:for:unknown:)`. What is stored under names that the file doesn't have is kept.
    ///
    /// Either everything is stored, or nothing. Observers are notified once. JSON may have a comma after the last
    /// element, and may be UTF-16 with a byte-order mark.
    ///
    /// ```swift
    /// let report = try login.import(Data(contentsOf: URL(fileURLWithPath: "login.json")))
    /// print(report.set, report.unchanged)
    /// ```
    ///
    /// - Parameter data: JSON, or a property list in XML or in the binary form, of at most 16 megabytes and 128 levels.
    /// - Returns: The names that were set and unchanged.
    /// - Throws: A `DefaultsImportError` with all problems if the data is malformed, if a value doesn't fit its
    ///   setting, if a name is unknown, or if the store can't store a value. Nothing is stored then.
    @discardableResult
    public func `import`(_ data: Data) throws(DefaultsImportError) -> DefaultsImportReport {
        try store.import(data, for: [Self.self])
    }
}
