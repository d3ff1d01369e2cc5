/// A problem that is reported without throwing an error, such as an unreadable value, a failed write, or a damaged
/// file.
///
/// An issue goes to the task's handler if there is one (see ``withHandler(_:operation:)-swift.type.method``), otherwise
/// to the process's handler (see ``handler``). If neither exists, a default handler logs each distinct issue once. An
/// issue never contains a stored value.
///
/// ```swift
/// DefaultsIssue.handler = { issue in
///     print(issue.kind, issue.storedName ?? "a store")
/// }
/// ```
public struct DefaultsIssue: Sendable, Hashable {
    /// A kind of issue.
    ///
    /// Later versions may add kinds, so a `switch` over a kind needs a `default`.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `unreadableValue`.
        public let description: String

        package init(description: String) { self.description = description }

        /// A stored value can't be read as the requested type.
        ///
        /// The read returned `nil` or the default.
        public static let unreadableValue = Kind(description: "unreadableValue")

        /// A value couldn't be stored.
        ///
        /// The previously stored value is kept, unless the error says that the outcome isn't known.
        public static let failedWrite = Kind(description: "failedWrite")

        /// A default couldn't be registered.
        public static let failedRegistration = Kind(description: "failedRegistration")

        /// A name is not allowed as the name of a suite or of a scope.
        ///
        /// A store in memory is used instead. Its `flush()` returns `false`.
        public static let refusedName = Kind(description: "refusedName")

        /// Values couldn't be saved.
        ///
        /// The issue's description says whether they are kept in memory and saved later.
        public static let failedSave = Kind(description: "failedSave")

        /// A store's file can't be parsed.
        ///
        /// The damaged file is moved aside before a new one is written.
        public static let damagedFile = Kind(description: "damagedFile")

        /// The stored values take more than the system keeps.
        ///
        /// The value was passed on, and reads in this process find it. It may be gone after the next start.
        public static let oversizedDomain = Kind(description: "oversizedDomain")

        /// The program isn't in the app group with a suite's name, so no other program sees what it stores there.
        ///
        /// Reported when the suite is used for the first time, on Apple systems; on macOS from version 27.
        public static let unavailableGroup = Kind(description: "unavailableGroup")

        /// The system can't observe a key, so other processes' writes to it aren't noticed.
        ///
        /// Occurs on Apple systems only.
        public static let unobservableKey = Kind(description: "unobservableKey")
    }

    /// The kind of this issue.
    public let kind: Kind

    /// The error that describes the problem.
    public let error: DefaultsError

    /// The call that caused the issue, or `nil` if the issue occurred in the background.
    ///
    /// For a setting that is used as a property, this is the setting's declaration.
    public let location: CodeLocation?

    /// One or two sentences that say what the library did, and what the developer can do.
    let advice: String

    /// The stored name of the value, including its namespace, or `nil` if the issue is about a whole store.
    public var storedName: String? { error.storedName }

    package init(kind: Kind, error: DefaultsError, location: CodeLocation?, advice: String) {
        self.kind = kind
        self.error = error
        self.location = location
        self.advice = advice
    }
}

// MARK: - Description

extension DefaultsIssue: CustomStringConvertible {
    /// The problem, its consequence, and a way to fix or silence it.
    ///
    /// It never contains the value.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return place + textWithoutPlace
    }

    /// The description without the place in the program's sources, for people who don't have them.
    package var textWithoutPlace: String { "\(error) \(advice)" }
}

// MARK: - Making issues

extension DefaultsIssue {
    /// Returns the issue for a value that a getter couldn't read.
    ///
    /// - Parameter override: What overrides the stored value, if that is what can't be read.
    static func unreadable(
        _ error: DefaultsError, fallback: Fallback, override: ValueOrigin?, at location: CodeLocation
    ) -> DefaultsIssue {
        let advice =
            override.map(adviceOnOverride)
            ?? "The stored value is kept; a write replaces it, and lookup tells this case from a missing value without "
            + "an issue."
        return DefaultsIssue(
            kind: .unreadableValue, error: error, location: location, advice: "\(fallback.rawValue) \(advice)")
    }

    /// Returns this issue of an unreadable value for a change that isn't stored because it was computed from the
    /// default.
    func ofAChangeThatIsNotStored(override: ValueOrigin? = nil) -> DefaultsIssue {
        let advice =
            override.map(Self.adviceOnOverride)
            ?? "The stored value is kept. To replace it, call reset or write a value without reading it; lookup and "
            + "read tell you beforehand."
        return DefaultsIssue(
            kind: kind, error: error, location: location,
            advice: "The change was computed from the default, so nothing was written. \(advice)")
    }

    /// A write or a reset would replace or remove a good value, and the next read would find the override again.
    private static func adviceOnOverride(_ origin: ValueOrigin) -> String {
        "What is stored is kept, and is read again without the \(origin == .managed ? "managed value" : "\(origin)"): "
            + "correct that, or leave it out."
    }

    /// What a read returned in place of an unreadable value.
    enum Fallback: String {
        case `nil` = "The read gave nil."
        case `default` = "The read gave the default."
    }

    /// Returns the issue for a write that failed, and stored nothing unless the error says that this isn't known.
    package static func failedWrite(_ error: DefaultsError, at location: CodeLocation?) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedWrite, error: error, location: location,
            advice: error.kind == .unsettled
                ? "Reads give the value before; if the change is made after all, observers are notified."
                : "Nothing was written, and what was stored before is still there.")
    }

    static func failedRegistration(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedRegistration, error: error, location: location,
            advice: "No default was registered for it; reads through settings give their defaults all the same.")
    }

    /// Returns the issue for a property that is named `settings` but doesn't list a domain's settings.
    package static func unusableList(_ error: DefaultsError) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedRegistration, error: error, location: nil, advice: "The list of all settings is empty.")
    }

    /// Returns the issue for a name that can't be that of a suite or a scope.
    static func refusedName(_ error: DefaultsError, at location: CodeLocation) -> DefaultsIssue {
        DefaultsIssue(
            kind: .refusedName, error: error, location: location,
            advice: "Its settings are kept in memory only, and are gone when the program ends; choose another name.")
    }

    /// The consequences of a failed save.
    package enum SaveAdvice: String {
        case isTriedAgain =
            "What was written is readable in this process; later writes, flush and a normal exit try again."
        case isInMemory = "What was written is kept in memory only, and is gone when the program ends."
        case nothingIsWritten =
            "Nothing can be written until that is put right: reads give defaults, and writes fail and try again."
        case isUncertain =
            "It is not certain that what was written would survive a loss of power; the next flush tries again."
        case isLostInFork = "What was written is readable in this process, and gone when it ends."
    }

    package static func failedSave(
        _ reason: String, _ advice: SaveAdvice = .isTriedAgain, at location: CodeLocation?
    ) -> DefaultsIssue {
        DefaultsIssue(
            kind: .failedSave, error: DefaultsError(.fileFailure, reason: reason), location: location,
            advice: advice.rawValue)
    }

    /// Returns the issue for writes of a forked child, which aren't saved.
    static func unsavedInFork(at location: CodeLocation?) -> DefaultsIssue {
        failedSave("this process was forked from one that saves the same settings", .isLostInFork, at: location)
    }

    /// Returns the issue for a stored name that the system can't observe.
    ///
    /// Changes are found by comparing values instead.
    static func unobservableKey(_ name: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unobservableKey,
            error: DefaultsError(
                .unobservable, storedName: name,
                reason: "\"\(name.abbreviated)\" can't be observed by the system, because it is empty, contains a dot "
                    + "or begins with @"),
            location: nil,
            advice: "Observers are notified of every write of this process, but of another process's write only after "
                + "refresh(), a write made here, or a return of the app to the foreground. Give the key a uniqueValue "
                + "without dots if that matters.")
    }

    /// Returns the issue for a suite with the name of an app group in which the program isn't.
    static func unavailableGroup(_ name: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unavailableGroup,
            error: DefaultsError(.refusedStore, reason: "the program isn't in the app group \"\(name.abbreviated)\""),
            location: nil,
            advice: "It has values of its own under that name, which its widgets and extensions don't see, and which "
                + "macOS 27 drops when it ends. Add the App Groups capability with this name to the target, or mend "
                + "the name.")
    }

    /// Returns the issue for a write that makes a domain larger than the system keeps.
    static func oversizedDomain(_ error: DefaultsError) -> DefaultsIssue {
        DefaultsIssue(
            kind: .oversizedDomain, error: error, location: nil,
            advice: "The value was written, but it may be gone after the next start, and so may everything that is "
                + "written from now on. Remove large values, or keep them in files.")
    }

    package static func damagedFile(_ reason: String, advice: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .damagedFile, error: DefaultsError(.fileFailure, reason: reason), location: nil, advice: advice)
    }
}
