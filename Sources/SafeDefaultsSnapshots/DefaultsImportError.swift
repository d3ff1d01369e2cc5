public import Foundation
public import SafeDefaults

/// The reasons why an import has stored nothing.
///
/// It contains all problems that were found, each with the stored name. Of more than 1,000 names that no domain has, it
/// contains the first 1,000. It never contains a value, so it is safe to log.
///
/// ```swift
/// do {
///     try login.import(Data(#"{"login/attempts": "three"}"#.utf8))
/// } catch {
///     print(error)
///     //=> Nothing was imported. Can't read "login/attempts" as Int: found a string that is no whole number …
/// }
/// ```
public struct DefaultsImportError: Error, Sendable, Hashable {
    /// The problems, sorted by stored name.
    ///
    /// A problem's `DefaultsError.storedName` is `nil` if the whole file is malformed, or if it has more than 1,000
    /// names that no domain has, whose number that problem tells. Its `DefaultsError.expected` type and
    /// `DefaultsError.found` kind are set if a value doesn't fit its setting.
    public let problems: [DefaultsError]

    init(_ problems: [DefaultsError]) {
        self.problems = problems.sorted { ($0.storedName ?? "", $0.reason) < ($1.storedName ?? "", $1.reason) }
    }
}

extension DefaultsImportError: CustomStringConvertible, LocalizedError {
    /// A sentence for each of the first 20 problems, and the number of the others.
    public var description: String {
        let others = problems.count > 20 ? " There are \(problems.count - 20) more problems." : ""
        return "Nothing was imported. \(problems.prefix(20).map(\.description).joined(separator: " "))\(others)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

// MARK: - Kinds of errors

extension DefaultsError.Kind {
    /// The data to import is malformed, or contains something that no property list has.
    public static let malformedImport = DefaultsError.Kind(description: "malformedImport")

    /// A name belongs to no key of the domains.
    public static let unknownName = DefaultsError.Kind(description: "unknownName")

    /// A format can't represent a value exactly, or the exported file would be too large.
    public static let failedExport = DefaultsError.Kind(description: "failedExport")
}
