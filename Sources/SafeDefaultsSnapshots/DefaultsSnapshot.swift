public import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// The values that were stored under the names of one or more domains at one moment.
///
/// Take a snapshot before a risky change, to compare two states, or to move settings elsewhere:
///
/// ```swift
/// let before = login.snapshot()
/// login.attempts = 9
/// print(login.snapshot().difference(from: before))  //=> login/attempts: added
/// try login.restore(before)
/// ```
///
/// A snapshot contains what is *stored*. Launch arguments, environment variables, registered values and defaults aren't
/// in it. The store of a `UserDefaults` that other code has created can't always tell its own values from others; then
/// it contains what a read finds. It also knows for which of the names nothing was stored, so that `restore(_:)` can
/// remove values that were stored later.
///
/// A snapshot is a value. It can be passed between threads, compared, and exported as a file with ``export(as:)``. Its
/// description shows names and kinds, but no values, so it is safe to log.
public struct DefaultsSnapshot: Sendable {
    /// A format of an exported file.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// JSON that keeps every value exactly, with sorted names; see <doc:SnapshotsAndExport#JSON>.
        case json

        /// An XML property list, which `plutil`, `defaults import` and `PropertyListSerialization` read.
        ///
        /// Only this library reads the fraction of a date's second, which others ignore.
        case xml

        /// A binary property list, which is read by the same tools, and is the smallest.
        case binary
    }

    /// What an import does with a name that no key of the domain has.
    public enum UnknownNames: Sendable, Hashable, CaseIterable {
        /// The import fails, and nothing is stored.
        case refuse

        /// The value isn't stored, and the report lists the name.
        case skip

        /// The value is stored under its name, whether or not that name belongs to other code.
        case keep
    }

    /// The values by stored name, such as `login/attempts`.
    public let values: [String: PropertyListValue]

    /// The names for which nothing was stored.
    let absentNames: Set<String>

    /// The names of secret settings, whose values no text shows.
    ///
    /// They don't count in a comparison.
    package let secretNames: Set<String>

    package init(
        values: [String: PropertyListValue], absentNames: Set<String> = [], secretNames: Set<String> = []
    ) {
        self.values = values
        self.secretNames = secretNames
        self.absentNames = absentNames.subtracting(values.keys)
    }

    /// All stored names that the snapshot covers, sorted, including those for which nothing was stored.
    public var names: [String] { (Array(values.keys) + absentNames).inAlphabeticalOrder() }

    /// Whether the snapshot has no value.
    public var isEmpty: Bool { values.isEmpty }

    /// The value under each name that the snapshot covers.
    var contents: [String: PropertyListValue?] {
        values.mapValues(Optional.some).merging(absentNames.map { ($0, nil) }, uniquingKeysWith: { value, _ in value })
    }

    /// Returns the snapshot's part for some names.
    func limited(to names: Set<String>) -> DefaultsSnapshot {
        DefaultsSnapshot(
            values: values.limited(to: names), absentNames: absentNames.intersection(names),
            secretNames: secretNames)
    }

    /// Returns the snapshot without the values of secret settings.
    package var withoutSecrets: DefaultsSnapshot { limited(to: Set(names).subtracting(secretNames)) }
}

extension DefaultsSnapshot: Equatable {
    /// Returns whether two snapshots have the same values, and cover the same names.
    public static func == (left: DefaultsSnapshot, right: DefaultsSnapshot) -> Bool {
        left.values == right.values && left.absentNames == right.absentNames
    }
}

// MARK: - Text

extension DefaultsSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names, sorted, each on a line of its own, with the kind of its value.
    ///
    /// It never contains a value.
    public var description: String { text() }

    /// The same text as ``description``.
    public var debugDescription: String { text() }

    /// The names and the kinds of their values, for `dump` and for debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: names.map { (label: $0, value: kind(of: $0)) }, displayStyle: .struct)
    }

    /// Returns the names, sorted, each on a line of its own, with the kind of its value or the value itself.
    ///
    /// ```swift
    /// print(login.snapshot().text(showingValues: true))  //=> login/attempts: 3
    /// ```
    ///
    /// - Parameter showingValues: Whether to show values, in JSON. Those of settings that are
    ///   declared as secret are `•••`; others may be secret, too, so don't log them.
    public func text(showingValues: Bool = false) -> String {
        names.map { name in
            let value = showingValues ? values[name].map(PropertyListJSON.line) : nil
            let shown = value.map { secretNames.contains(name) ? "•••" : $0 }
            return "\(name.abbreviated): \(shown ?? kind(of: name))"
        }.joined(separator: "\n")
    }

    private func kind(of name: String) -> String { values[name]?.kind.rawValue ?? "nothing" }
}

// MARK: - Files

extension DefaultsSnapshot {
    /// Reads an exported file, without storing anything.
    ///
    /// Use it to look at a file before it is imported. The format is recognized from the bytes. The snapshot covers the
    /// names in the file only.
    ///
    /// ```swift
    /// let file = try DefaultsSnapshot(importing: login.snapshot().export(as: .json))
    /// print(file.difference(from: login.snapshot()).isEmpty)  //=> true
    /// ```
    ///
    /// - Parameter data: JSON, or a property list in XML or in the binary form, of at most 16 megabytes and 128 levels.
    /// - Throws: A ``DefaultsImportError`` if the data is malformed, or contains a value that can't be stored.
    public init(importing data: Data) throws(DefaultsImportError) {
        let (snapshot, problems) = Self.reading(data)
        guard problems.isEmpty else { throw DefaultsImportError(problems) }
        self = snapshot
    }

    /// Returns whether a file is text that is no XML, such as JSON, so that it can be imported, but is no file that a
    /// file store writes.
    package static func isOtherText(_ data: Data) -> Bool { PropertyListFile.isOtherText(data) }

    /// Returns the values of a file that can be stored, and the problems with the others.
    ///
    /// - Parameters:
    ///   - data: The file's bytes.
    ///   - verb: What can't be done with the others, for the problems.
    package static func reading(
        _ data: Data, verb: String = "be imported"
    ) -> (snapshot: DefaultsSnapshot, problems: [DefaultsError]) {
        var contents = PropertyListFile.contents(of: data)
        var problems = contents.flaws.map {
            DefaultsError(.malformedImport, of: $0, ifWhole: "the data", verb: verb)
        }
        for (name, value) in contents.values {
            do throws(DefaultsError) {
                try StorableCheck.check(value, name: name)
            } catch {
                problems.append(error)
                contents.values[name] = nil
            }
        }
        return (DefaultsSnapshot(values: contents.values), problems)
    }

    /// Returns the values as the bytes of a file.
    ///
    /// Equal snapshots give equal bytes. The file has the full stored names, such as `login/attempts`. Names for which
    /// nothing is stored aren't in it.
    ///
    /// ```swift
    /// try login.snapshot().export(as: .json).write(to: URL(fileURLWithPath: "login.json"))
    /// ```
    ///
    /// - Parameter format: The format.
    /// - Throws: A `DefaultsError` if the format can't represent a value exactly, or if the file would be larger than
    ///   16 megabytes, so that it couldn't be imported.
    public func export(as format: Format) throws(DefaultsError) -> Data {
        let fileFormat: PropertyListFile.Format =
            switch format {
            case .json: .json
            case .xml: .xml
            case .binary: .binary
            }
        do throws(PropertyListFlaw) {
            return try PropertyListFile.data(of: values, as: fileFormat)
        } catch {
            throw DefaultsError(.failedExport, of: error, ifWhole: "the values", verb: "be exported")
        }
    }
}

extension DefaultsError {
    /// Creates the error for a flaw, whose path begins with a stored name unless the whole file is wrong.
    fileprivate init(_ kind: Kind, of flaw: PropertyListFlaw, ifWhole whole: String, verb: String) {
        let (name, path) = (flaw.path.first, Array(flaw.path.dropFirst()))
        let place = path.isEmpty ? "" : " (at \(path.joined(separator: ".").abbreviated))"
        self.init(
            kind, storedName: name, codingPath: path,
            reason: "\(name.map { "\"\($0.abbreviated)\"" } ?? whole) can't \(verb)\(place): \(flaw.reason)")
    }
}
