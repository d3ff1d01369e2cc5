public import Foundation

// MARK: - Data

extension Data: DefaultsValue {
    /// Data.
    public var defaultsRepresentation: PropertyListValue { .data(self) }

    /// Reads data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .data(let value) = stored else { throw DefaultsError.unreadable(Data.self, from: stored) }
        self = value
    }
}

// MARK: - Date

extension Date: DefaultsValue {
    /// A date.
    ///
    /// A date that isn't finite can't be stored, because a file that contains it could never be read again. A date that
    /// is more than two billion years away can't be stored either, because it would be read back as another date.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard timeIntervalSinceReferenceDate.isFinite else { throw DefaultsError.dateNotFinite }
            guard isInReachOfAFile else { throw DefaultsError.dateTooFar }
            return .date(self)
        }
    }

    /// Reads a date, or a string in the form `2026-11-21T05:37:21Z`, which can be used in launch arguments.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .date(let value): self = value
        case .string(let string):
            guard let value = ExactDate.wholeDate(from: string) else {
                throw DefaultsError.unreadable(
                    Date.self, from: stored, because: "that is no date in the form 2026-11-21T05:37:21Z")
            }
            self = value
        default: throw DefaultsError.unreadable(Date.self, from: stored)
        }
    }
}

extension DefaultsError {
    /// The error for a date that isn't finite.
    ///
    /// Such a date would make the whole file unreadable.
    static let dateNotFinite = DefaultsError(
        .unstorable, expected: "Date", reason: "a date that is not finite would make the whole file unreadable")

    /// The error for a date that is too far away, and would be read back as another date.
    static let dateTooFar = DefaultsError(
        .unstorable, expected: "Date", reason: "a date two billion years away would be read back as another one")
}

// MARK: - UUID

extension UUID: DefaultsValue {
    /// The UUID's string, in upper case.
    public var defaultsRepresentation: PropertyListValue { .string(uuidString) }

    /// Reads the UUID's string, in upper or lower case.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let string) = stored else {
            self = try stored.alternativeForm(of: UUID.self)
            return
        }
        // NB: Foundation reads the string as a C string, so it would ignore a NUL and all characters after it.
        guard string.utf8.count == 36, let value = UUID(uuidString: string) else {
            throw DefaultsError.unreadable(UUID.self, from: stored, because: "that is no UUID")
        }
        self = value
    }
}

// MARK: - IndexSet

/// Stored as `Codable` stores it: a dictionary that contains an array of ranges, each with a location and a length.
extension IndexSet: DefaultsValue {}
