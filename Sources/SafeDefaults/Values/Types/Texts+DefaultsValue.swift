public import Foundation

// Types that are stored as a string. Locales, time zones and calendars are in `Identifiers+DefaultsValue.swift`.

extension PropertyListValue {
    /// Returns the value that a text represents, or throws an error that says what was found.
    ///
    /// - Parameters:
    ///   - text: The text of this value, or `nil` if it has none.
    ///   - reason: What is wrong with a text that represents no value, as a clause.
    ///   - make: Returns the value that a text represents, or `nil` if there is none.
    func parsed<Value>(_ text: String?, orElse reason: String, _ make: (String) -> Value?) throws -> Value {
        guard let text else { throw DefaultsError.unreadable(Value.self, from: self) }
        guard let value = make(text) else { throw DefaultsError.unreadable(Value.self, from: self, because: reason) }
        return value
    }

    /// The string, or `nil` if this is none.
    var string: String? {
        if case .string(let value) = self { value } else { nil }
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

extension PropertyListValue {
    /// The string, or the number in its shortest decimal digits, or `nil` if this is neither.
    var stringOrNumber: String? {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): value.description
        default: nil
        }
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
