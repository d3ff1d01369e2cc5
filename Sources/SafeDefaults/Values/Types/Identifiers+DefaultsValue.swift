public import Foundation

// Locales and time zones are stored as their identifiers in the Unicode locale data.

// MARK: - Locale

extension Locale: DefaultsValue {
    /// The identifier as a string, such as `de_CH`.
    ///
    /// The identifier of ``Foundation/Locale/current`` doesn't contain the changes that the user made in the system's
    /// settings.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard identifier.canIdentify else {
                throw DefaultsError.unstorable(Locale.self, because: "its identifier would not be read as a locale's")
            }
            return .string(identifier)
        }
    }

    /// Reads an identifier.
    ///
    /// It consists of ASCII letters, digits, and the punctuation that identifiers use.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.identified(orElse: "that is no locale's identifier", Locale.init(identifier:))
    }
}

// MARK: - TimeZone

extension TimeZone: DefaultsValue {
    /// The identifier as a string, such as `Europe/Zurich` or `GMT+0100`.
    ///
    /// A time zone with a fixed offset from GMT can't be stored if the offset isn't a whole number of minutes, because
    /// such a time zone has no identifier of its own.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            let moment = Date(timeIntervalSinceReferenceDate: 0)
            guard identifier.canIdentify, let found = TimeZone(identifier: identifier),
                found.secondsFromGMT(for: moment) == secondsFromGMT(for: moment)
            else {
                throw DefaultsError.unstorable(
                    TimeZone.self, because: "its identifier would be read as another time zone")
            }
            return .string(identifier)
        }
    }

    /// Reads an identifier.
    ///
    /// The system must know a time zone with this identifier.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.identified(
            orElse: "that identifies no time zone of this system", TimeZone.init(identifier:))
    }
}

extension PropertyListValue {
    /// Returns the locale or the time zone that this string identifies.
    ///
    /// - Parameters:
    ///   - reason: What is wrong with an identifier that can't be read, as a clause.
    ///   - make: Returns the value with an identifier, or `nil` if there is none.
    fileprivate func identified<Value>(orElse reason: String, _ make: (String) -> Value?) throws -> Value {
        // NB: Foundation accepts a known identifier even if a NUL and other characters follow it.
        try parsed(string, orElse: reason) { $0.canIdentify ? make($0) : nil }
    }
}

extension String {
    /// Whether all characters of the string can occur in identifiers of locales and time zones.
    fileprivate var canIdentify: Bool {
        hasOnlyBytes { $0.isDigit || $0.isLetter || "_-@=;.,+/:".utf8.contains($0) }
    }
}
