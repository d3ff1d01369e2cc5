/// A problem that a developer should know of although the call that met it went on: a value that can't be read, a write
/// that failed, a damaged file.
///
/// Every issue goes to the task's handler, if there is one (``withHandler(_:operation:)-swift.type.method``), else to
/// the process's (``handler``), else to a default one that logs each distinct issue once. No issue contains a stored
/// value.
///
/// ```swift
/// DefaultsIssue.handler = { issue in
///     print(issue.kind, issue.storedName ?? "a store")
/// }
/// ```
public struct DefaultsIssue: Sendable, Hashable {
    /// A kind of issue; versions may add kinds, so give a `switch` over it a `default`.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `unreadableValue`.
        public let description: String

        /// A stored value can't be read as the type that was asked for; the read gave `nil` or the default.
        public static let unreadableValue = Kind(description: "unreadableValue")

        /// A value couldn't be stored; what was stored before is still there.
        public static let failedWrite = Kind(description: "failedWrite")

        /// A default couldn't be registered.
        public static let failedRegistration = Kind(description: "failedRegistration")

        /// A name can't be the name of a suite; a store in memory is used instead, and its `flush()` returns false.
        public static let refusedSuite = Kind(description: "refusedSuite")

        /// Values couldn't be saved; the issue says whether they are kept in memory and saved later.
        public static let saveFailed = Kind(description: "saveFailed")

        /// A store's file can't be parsed; it was moved aside before anything was written in its place.
        public static let damagedFile = Kind(description: "damagedFile")

        /// More was written to iCloud than it has room for; values that didn't fit aren't stored.
        public static let cloudQuotaExceeded = Kind(description: "cloudQuotaExceeded")

        /// The system can't observe a key, so writes of other processes to it go unnoticed; on Apple systems only.
        public static let unobservableKey = Kind(description: "unobservableKey")
    }

    /// Which kind of issue this is.
    public let kind: Kind

    /// The error behind the issue.
    public let error: DefaultsError

    /// The call that met the issue, or the declaration of the setting if it was used as a property; `nil` for an issue
    /// that was met in the background.
    public let location: CodeLocation?

    /// What the library did, and what the developer can do, in a sentence or two.
    let advice: String

    /// The stored name of the value that the issue is about, namespace included; `nil` for an issue about a whole
    /// store.
    public var storedName: String? { error.storedName }
}

// MARK: - Description

extension DefaultsIssue: CustomStringConvertible {
    /// The problem, its consequence, and a way to fix or silence it; it never contains the value.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return "\(place)\(error) \(advice)"
    }
}

// MARK: - Making issues

extension DefaultsIssue {
    /// Returns the issue of a value that a getter couldn't read.
    static func unreadable(_ error: DefaultsError, fallback: Fallback, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unreadableValue, error: error, location: location,
            advice: "\(fallback.rawValue) The stored value is kept; a write replaces it, and lookup tells this case "
                + "from a missing value without an issue.")
    }

    /// This issue of an unreadable value, for a change that was computed from the default and so isn't stored.
    var ofAChangeThatIsNotStored: DefaultsIssue {
        DefaultsIssue(
            kind: kind, error: error, location: location,
            advice: "The change was computed from the default, so nothing was written, and the stored value is kept. "
                + "To replace it, call reset or write a value without reading it; lookup and read tell you beforehand.")
    }

    /// The value that a read returned instead of an unreadable one.
    enum Fallback: String {
        case `nil` = "The read gave nil."
        case `default` = "The read gave the default."
    }

    /// Returns the issue of a write that stored nothing.
    static func failedWrite(_ error: DefaultsError, at location: CodeLocation?) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedWrite, error: error, location: location,
            advice: "Nothing was written, and what was stored before is still there; use write to handle the error "
                + "yourself.")
    }

    static func failedRegistration(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedRegistration, error: error, location: location,
            advice: error.kind == .unlisted
                ? "No default was registered; reads through the settings give them all the same."
                : "This default was not registered; reads through the setting give it all the same.")
    }

    /// Returns the issue of a property called `settings` that doesn't list a domain's settings.
    static func unusableList(_ error: DefaultsError) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedRegistration, error: error, location: nil, advice: "The list of all settings is empty.")
    }

    static func refusedSuite(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedSuite, error: error, location: location,
            advice: "Its settings are kept in memory only, and are gone when the program ends; choose another name.")
    }

    /// The consequences for values that couldn't be saved.
    enum SaveAdvice: String {
        case isTriedAgain =
            "What was written is readable in this process; later writes, flush and a normal exit try again."
        case isInMemory = "What was written is kept in memory only, and is gone when the program ends."
        case nothingIsWritten =
            "Nothing can be written until that is put right: reads give defaults, and writes fail and try again."
        case isUncertain =
            "It is not certain that what was written would survive a loss of power; the next flush tries again."
        case isLostInFork = "What was written is readable in this process, and gone when it ends."
    }

    static func saveFailed(
        _ reason: String, _ advice: SaveAdvice = .isTriedAgain, at location: CodeLocation?
    ) -> DefaultsIssue {
        DefaultsIssue(
            kind: .saveFailed, error: DefaultsError(.fileFailure, reason: reason), location: location,
            advice: advice.rawValue)
    }

    /// Returns the issue of a stored name that the system can't observe, and whose value is compared instead.
    static func unobservableKey(_ name: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unobservableKey,
            error: DefaultsError(
                .unobservable, storedName: name,
                reason: "\"\(name.abbreviated)\" can't be observed by the system, because it is empty, contains a dot "
                    + "or begins with @"),
            location: nil,
            advice: "Observers are notified of every write of this process, but of another process's write only after "
                + "refresh() or a write made here. Give the key a uniqueValue without dots if that matters.")
    }

    /// Returns the issue of writes to iCloud that didn't fit.
    static func cloudQuotaExceeded(_ names: [String]) -> DefaultsIssue {
        let list = names.prefix(5).map { "\"\($0.abbreviated)\"" }.joined(separator: ", ")
        let keys = names.isEmpty ? "" : " (\(list)\(names.count > 5 ? " and others" : ""))"
        return DefaultsIssue(
            kind: .cloudQuotaExceeded,
            error: DefaultsError(
                .refusedStore, storedName: names.count == 1 ? names[0] : nil,
                reason: "iCloud has no room for what was written\(keys)"),
            location: nil,
            advice: "An app may keep 1,024 keys and 1 megabyte there; remove some, or store large values elsewhere.")
    }

    static func damagedFile(_ reason: String, advice: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .damagedFile, error: DefaultsError(.fileFailure, reason: reason), location: nil, advice: advice)
    }
}
