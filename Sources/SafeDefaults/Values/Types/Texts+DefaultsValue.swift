public import Foundation

// Types that are stored as a string.

extension PropertyListValue {
    /// The string, or the number in its shortest decimal digits, or `nil` if this is neither.
    package var stringOrNumber: String? {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): value.description
        default: nil
        }
    }

    /// Returns the value that a text represents, or throws an error that says what was found.
    ///
    /// - Parameters:
    ///   - text: The text of this value, or `nil` if it has none.
    ///   - reason: What is wrong with a text that represents no value, as a clause.
    ///   - make: Returns the value that a text represents, or `nil` if there is none.
    package func parsed<Value>(_ text: String?, orElse reason: String, _ make: (String) -> Value?) throws -> Value {
        guard let text else { throw DefaultsError.unreadable(Value.self, from: self) }
        guard let value = make(text) else { throw DefaultsError.unreadable(Value.self, from: self, because: reason) }
        return value
    }
}

// MARK: - String

extension String: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: PropertyListValue { .string(self) }

    /// Reads a string, or a number as the shortest decimal digits that represent it.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard let value = stored.stringOrNumber else { throw DefaultsError.unreadable(String.self, from: stored) }
        self = value
    }
}

// MARK: - Substring

extension Substring: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the same forms as `String` does.
    public init(defaultsRepresentation string: String) { self = string[...] }
}

// MARK: - Character

extension Character: DefaultsValue {
    /// A string of one character.
    public var defaultsRepresentation: PropertyListValue { .string(defaultsKey) }

    /// Reads the same forms as `String` does, if the string consists of exactly one character.
    ///
    /// The system's version of Unicode decides what a character is: an older system may treat a new emoji as two
    /// characters.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.parsed(
            stored.stringOrNumber, orElse: "that is not one character", Character.init(defaultsKey:))
    }
}

// MARK: - UUID

extension UUID: DefaultsValue {
    /// The UUID's string, in upper case.
    public var defaultsRepresentation: PropertyListValue { .string(uuidString) }

    /// Reads the UUID's string, in upper or lower case.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.parsed(stored.string, orElse: "that is no UUID", UUID.init(defaultsKey:))
    }
}

// MARK: - The plain getters of `UserDefaults`

// They convert more values than typed reads do, as `UserDefaults` itself does, and they never fail. The usual kinds of
// value are converted here, because making an `NSNumber` takes longer than the rest of a read.

extension PropertyListValue {
    /// The result of `string(forKey:)`: the string, or the digits of the number or Boolean.
    var plainString: String? {
        if case .boolean(let value) = self { value ? "1" : "0" } else { stringOrNumber }
    }

    /// The result of `integer(forKey:)`: the number, or the number at the start of the string.
    var plainInteger: Int {
        switch self {
        case .integer(let value): Int(truncatingIfNeeded: value)
        case .string(let string): (string as NSString).integerValue
        default: nsNumber?.intValue ?? 0
        }
    }

    /// The result of `double(forKey:)`: the number, or the number at the start of the string.
    var plainDouble: Double {
        switch self {
        case .real(let value): value
        case .string(let string): (string as NSString).doubleValue
        default: nsNumber?.doubleValue ?? 0
        }
    }

    /// The result of `bool(forKey:)`.
    ///
    /// A number is true if it isn't 0. A string is true if it starts with Y, T or a whole number that isn't 0.
    var plainBool: Bool {
        switch self {
        case .boolean(let value): value
        case .string(let string): (string as NSString).boolValue
        default: (nsNumber?.doubleValue ?? 0) != 0
        }
    }
}

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
