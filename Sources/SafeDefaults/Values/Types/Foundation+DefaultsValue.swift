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
    /// A date; one that is not finite can't be stored, because a file with it could never be read again, and neither can
    /// one that is more than two billion years away, because a file gives back another one.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard timeIntervalSinceReferenceDate.isFinite else { throw DefaultsError.dateNotFinite }
            guard isInReachOfAFile else { throw DefaultsError.dateTooFar }
            return .date(self)
        }
    }

    /// Reads a date, and text in the form `2026-11-21T05:37:21Z`, which launch arguments need.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .date(let value): self = value
        case .string(let text):
            guard let value = DateText.date(from: text) else {
                throw DefaultsError.unreadable(
                    Date.self, from: stored, because: "that is no date in the form 2026-11-21T05:37:21Z")
            }
            self = value
        default: throw DefaultsError.unreadable(Date.self, from: stored)
        }
    }
}

extension DefaultsError {
    /// The refusal of a date that would make a whole file unreadable.
    static let dateNotFinite = DefaultsError(
        .unstorable, expected: "Date", reason: "a date that is not finite would make the whole file unreadable")

    /// The refusal of a date that would come back as another one.
    static let dateTooFar = DefaultsError(
        .unstorable, expected: "Date", reason: "a date two billion years away would be read back as another one")
}

// MARK: - UUID

extension UUID: DefaultsValue {
    /// The identifier's text, in capitals.
    public var defaultsRepresentation: PropertyListValue { .string(uuidString) }

    /// Reads the identifier's text, in either case.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let text) = stored else {
            self = try stored.decodedFromAlternativeForm(
                UUID.self, after: DefaultsError.unreadable(UUID.self, from: stored))
            return
        }
        // NB: Foundation reads a C string, so that what follows a NUL would go unnoticed.
        guard text.utf8.count == 36, let value = UUID(uuidString: text) else {
            throw DefaultsError.unreadable(UUID.self, from: stored, because: "that is no UUID")
        }
        self = value
    }
}
