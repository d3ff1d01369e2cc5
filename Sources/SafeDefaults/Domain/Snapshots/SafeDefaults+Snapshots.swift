public import Foundation

extension SafeDefaults {
    /// Returns the values stored under this domain's keys, as they are at one moment.
    ///
    /// An ``edit(fileID:line:_:)`` that is made at the same time is in the snapshot as a whole, or not at all. Keys
    /// that are created at run time are covered if they are in `allCases`. A value that can't be read as its setting's
    /// type is in the snapshot like any other.
    ///
    /// ```swift
    /// let before = login.snapshot()
    /// login.attempts = 9
    /// try login.restore(before)
    /// ```
    ///
    /// - Parameter values: Whether to include only what is stored, or everything that reads return.
    public func snapshot(values: DefaultsSnapshot.Values = .stored) -> DefaultsSnapshot {
        store.snapshot(of: [Self.self], values: values)
    }

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
    /// - Throws: A ``DefaultsError`` if a value can't be stored, or if the snapshot covers names, but none of this
    ///   domain's.
    public func restore(_ snapshot: DefaultsSnapshot) throws(DefaultsError) {
        let names = Self.storedNames(in: store.box) + Self.dynamicNames(among: snapshot.contents.keys)
        let part = snapshot.limited(to: Set(names))
        guard !part.contents.isEmpty || snapshot.contents.isEmpty else {
            throw DefaultsError(.unknownName, reason: "the snapshot has none of the names of \(Self.self)")
        }
        try store.restore(part)
    }

    /// Returns the values stored under this domain's keys as the bytes of a file.
    ///
    /// The file has the full stored names, such as `login/attempts`. What comes from launch arguments or the
    /// environment isn't in it, and neither are defaults. To export those too, use
    /// `snapshot(values: .effective).export(as:)`.
    ///
    /// ```swift
    /// let data = try login.export(as: .json)
    /// try data.write(to: URL(fileURLWithPath: "login.json"))
    /// ```
    ///
    /// - Parameter format: The format.
    /// - Throws: A ``DefaultsError`` if the format can't represent a value exactly, or if the file would be larger than
    ///   16 megabytes.
    public func export(as format: DefaultsSnapshot.Format) throws(DefaultsError) -> Data {
        try snapshot().export(as: format)
    }

    /// Stores the values of an exported file, as one change, after checking all of them.
    ///
    /// The format is recognized from the bytes. Each value must be readable by its setting. Of a key that has none,
    /// only the name is checked. What is stored under names that the file
    /// doesn't have is kept.
    ///
    /// Either everything is stored, or nothing. Observers are notified once.
    ///
    /// ```swift
    /// let report = try login.import(Data(contentsOf: URL(fileURLWithPath: "login.json")), unknown: .skip)
    /// print(report.set, report.unchanged, report.skipped)
    /// ```
    ///
    /// - Parameters:
    ///   - data: JSON, or a property list in XML or in the binary form, of at most 16 megabytes and 128 levels.
    ///   - unknown: What to do with names that no key of the domain has.
    /// - Returns: The names that were set, unchanged and skipped.
    /// - Throws: A ``DefaultsImportError`` with all problems if the data is malformed, if a value doesn't fit its
    ///   setting, if a name is unknown and refused, or if the store can't store a value. Nothing is stored then.
    @discardableResult
    public func `import`(
        _ data: Data, unknown: DefaultsSnapshot.UnknownNames = .refuse
    ) throws(DefaultsImportError) -> DefaultsImportReport {
        try store.import(data, for: [Self.self], unknown: unknown)
    }
}
