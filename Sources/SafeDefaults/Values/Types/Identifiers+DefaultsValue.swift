public import Foundation

// Locales, time zones and calendars are stored as their identifiers in the Unicode locale data.

// MARK: - Locale

extension Locale: DefaultsValue {
    /// The identifier as a string, such as `de_CH`.
    ///
    /// The identifier of ``Foundation/Locale/current`` doesn't contain the changes that the user made in the system's
    /// settings.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            let name = identifier
            guard name.canIdentify else {
                throw DefaultsError.unstorable(Locale.self, because: "its identifier would not be read as a locale's")
            }
            return .string(name)
        }
    }

    /// Reads an identifier, or the dictionary that `Codable` creates for a locale.
    ///
    /// An identifier consists of ASCII letters, digits, and the punctuation that identifiers use. The dictionary may
    /// also be JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.identified(as: Locale.self, orElse: "that is no locale's identifier") { name in
            Locale(identifier: name)
        }
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
            let name = identifier
            let moment = Date(timeIntervalSinceReferenceDate: 0)
            guard name.canIdentify, let found = TimeZone(identifier: name),
                found.secondsFromGMT(for: moment) == secondsFromGMT(for: moment)
            else {
                throw DefaultsError.unstorable(
                    TimeZone.self, because: "its identifier would be read as another time zone")
            }
            return .string(name)
        }
    }

    /// Reads an identifier, or the dictionary that `Codable` creates for a time zone.
    ///
    /// The system must know a time zone with this identifier. The dictionary may also be JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.identified(
            as: TimeZone.self, orElse: "that identifies no time zone of this system", TimeZone.init(identifier:))
    }
}

extension PropertyListValue {
    /// Returns the locale or the time zone that this value identifies.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - reason: What is wrong with an identifier that can't be read, as a clause.
    ///   - make: Returns the value with an identifier, or `nil` if there is none.
    fileprivate func identified<Value: Decodable>(
        as type: Value.Type, orElse reason: String, _ make: (String) -> Value?
    ) throws -> Value {
        guard let name = try identifier else { throw DefaultsError.unreadable(type, from: self) }
        // NB: Foundation accepts a known identifier even if a NUL and other characters follow it.
        guard name.canIdentify, let value = make(name) else {
            throw DefaultsError.unreadable(type, from: self, because: reason)
        }
        if case .string = self { return value }
        return try TreeDecoder.decode(type, from: self)
    }

    /// The identifier of a locale or a time zone, or `nil` if this is neither one.
    ///
    /// It is the string itself, or the `identifier` field of the dictionary or JSON that `Codable` creates for the
    /// value.
    fileprivate var identifier: String? {
        get throws {
            switch self {
            case .string(let string): string
            case .dictionary(let fields):
                if case .string(let string)? = fields["identifier"] { string } else { nil }
            case .data(let data) where data.mayBeJSON: try JSONReader.decode(Identified.self, from: data).identifier
            default: nil
            }
        }
    }
}

/// The field of an encoded locale or time zone that is checked before the value is decoded.
private struct Identified: Decodable {
    let identifier: String
}

extension String {
    /// Whether all characters of the string can occur in identifiers of locales and time zones.
    fileprivate var canIdentify: Bool {
        utf8.allSatisfy { byte in
            byte.isDigit
                || byte.isLetter
                || "_-@=;.,+/:".utf8.contains(byte)
        }
    }
}

// MARK: - Calendar.Identifier

extension Calendar.Identifier: DefaultsValue {
    /// The calendar's identifier in the Unicode locale data as a string, such as `gregorian` or `islamic-civil`.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard let name = (Self.names + Self.newerNames).first(where: { $0.0 == self })?.1 else {
                throw DefaultsError.unstorable(
                    Calendar.Identifier.self, because: "this version of the library has no name for it")
            }
            return .string(name)
        }
    }

    /// Reads the identifier of a calendar that this system knows.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let name) = stored else {
            throw DefaultsError.unreadable(Calendar.Identifier.self, from: stored)
        }
        guard let identifier = (Self.names + Self.newerNames).first(where: { $0.1 == name })?.0 else {
            throw DefaultsError.unreadable(
                Calendar.Identifier.self, from: stored, because: "that is the name of no calendar")
        }
        self = identifier
    }

    private static let names: [(Calendar.Identifier, String)] = [
        (.gregorian, "gregorian"), (.buddhist, "buddhist"), (.chinese, "chinese"), (.coptic, "coptic"),
        (.ethiopicAmeteMihret, "ethiopic"), (.ethiopicAmeteAlem, "ethiopic-amete-alem"), (.hebrew, "hebrew"),
        (.iso8601, "iso8601"), (.indian, "indian"), (.islamic, "islamic"), (.islamicCivil, "islamic-civil"),
        (.japanese, "japanese"), (.persian, "persian"), (.republicOfChina, "roc"), (.islamicTabular, "islamic-tbla"),
        (.islamicUmmAlQura, "islamic-umalqura"),
    ]

    /// The calendars that were added to Foundation in Swift 6.2 and in the system releases of 2025.
    private static var newerNames: [(Calendar.Identifier, String)] {
        #if compiler(>=6.2)
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
        return [
            (.bangla, "bangla"), (.gujarati, "gujarati"), (.kannada, "kannada"), (.malayalam, "malayalam"),
            (.marathi, "marathi"), (.odia, "odia"), (.tamil, "tamil"), (.telugu, "telugu"), (.vikram, "vikram"),
            (.dangi, "dangi"), (.vietnamese, "vietnamese"),
        ]
        #else
        return []
        #endif
    }
}
