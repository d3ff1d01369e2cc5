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
    /// A date that is not finite can't be stored, because a file with it could never be read again. Nor can a date that
    /// is more than two billion years away, because it would be read back as another one.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard timeIntervalSinceReferenceDate.isFinite else { throw DefaultsError.dateNotFinite }
            guard isInReachOfAFile else { throw DefaultsError.dateTooFar }
            return .date(self)
        }
    }

    /// Reads a date, and a string in the form `2026-11-21T05:37:21Z`, which launch arguments need.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .date(let value): self = value
        case .string(let string):
            guard let value = DateString.date(from: string) else {
                throw DefaultsError.unreadable(
                    Date.self, from: stored, because: "that is no date in the form 2026-11-21T05:37:21Z")
            }
            self = value
        default: throw DefaultsError.unreadable(Date.self, from: stored)
        }
    }
}

extension DefaultsError {
    /// The error of a date that would make a whole file unreadable.
    static let dateNotFinite = DefaultsError(
        .unstorable, expected: "Date", reason: "a date that is not finite would make the whole file unreadable")

    /// The error of a date that would be read back as another one.
    static let dateTooFar = DefaultsError(
        .unstorable, expected: "Date", reason: "a date two billion years away would be read back as another one")
}

// MARK: - UUID

extension UUID: DefaultsValue {
    /// The identifier's string, in upper case.
    public var defaultsRepresentation: PropertyListValue { .string(uuidString) }

    /// Reads the identifier's string, in upper or lower case.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let string) = stored else {
            self = try stored.alternativeForm(of: UUID.self)
            return
        }
        // NB: Foundation reads a C string, so characters after a NUL would go unnoticed.
        guard string.utf8.count == 36, let value = UUID(uuidString: string) else {
            throw DefaultsError.unreadable(UUID.self, from: stored, because: "that is no UUID")
        }
        self = value
    }
}

// MARK: - IndexSet

extension IndexSet: DefaultsValue {
    /// A dictionary with an array of ranges, each by location and length, as Foundation's own Codable stores it.
    public var defaultsRepresentation: PropertyListValue {
        let ranges = rangeView.map { range in
            PropertyListValue.dictionary([
                "location": .integer(Int64(range.lowerBound)), "length": .integer(Int64(range.count)),
            ])
        }
        return ["indexes": .array(ranges)]
    }

    /// Reads ranges of indexes that are neither negative nor too large.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try TreeDecoder.decode(IndexSet.self, from: stored)
    }
}
