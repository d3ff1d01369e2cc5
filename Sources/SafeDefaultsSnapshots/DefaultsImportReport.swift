/// What an import has done, by stored name.
///
/// ```swift
/// let report = try login.import(login.snapshot().export(as: .json))
/// print(report)  //=> 0 set, 1 unchanged, 0 skipped
/// ```
public struct DefaultsImportReport: Sendable, Hashable {
    /// The names whose values were stored, because another value or none was stored before, sorted.
    public let set: [String]

    /// The names under which the same values were stored before, sorted.
    public let unchanged: [String]

    /// The names in the file that belong to no key, and weren't stored, sorted.
    public let skipped: [String]
}

extension DefaultsImportReport: CustomStringConvertible {
    /// The numbers of names: `2 set, 1 unchanged, 0 skipped`.
    public var description: String { "\(set.count) set, \(unchanged.count) unchanged, \(skipped.count) skipped" }
}
