public import Foundation

// What has a name in the Unicode locale data is stored as that name.

// MARK: - Locale

extension Locale: DefaultsValue {
    /// A string: the identifier, such as `de_CH`; what the user has changed of ``Foundation/Locale/current`` isn't in it.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            let text = identifier
            guard text.canIdentify else {
                throw DefaultsError.unstorable(Locale.self, because: "its identifier is none that a read would take")
            }
            return .string(text)
        }
    }

    /// Reads an identifier: ASCII letters and digits, and the signs that separate its parts; and the dictionary that
    /// `Codable` makes of a locale, also as JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard let text = try stored.identifier else { throw DefaultsError.unreadable(Locale.self, from: stored) }
        guard text.canIdentify else {
            throw DefaultsError.unreadable(Locale.self, from: stored, because: "that is no locale's identifier")
        }
        if case .string = stored {
            self.init(identifier: text)
        } else {
            self = try TreeDecoder.decode(Locale.self, from: stored)
        }
    }
}

// MARK: - TimeZone

extension TimeZone: DefaultsValue {
    /// A string: the identifier, such as `Europe/Zurich` or `GMT+0100`.
    ///
    /// A time zone that is away from GMT by a fixed number of seconds, and not of whole minutes, has no identifier of its
    /// own and can't be stored.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            let text = identifier
            let moment = Date(timeIntervalSinceReferenceDate: 0)
            guard text.canIdentify, let found = TimeZone(identifier: text),
                found.secondsFromGMT(for: moment) == secondsFromGMT(for: moment)
            else {
                throw DefaultsError.unstorable(
                    TimeZone.self, because: "its identifier would be read as another time zone")
            }
            return .string(text)
        }
    }

    /// Reads the identifier of a time zone that this system knows, and the dictionary that `Codable` makes of a time
    /// zone, also as JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard let text = try stored.identifier else { throw DefaultsError.unreadable(TimeZone.self, from: stored) }
        // NB: Foundation takes a known name with a NUL and anything behind it for a time zone of its own.
        guard text.canIdentify, let value = TimeZone(identifier: text) else {
            throw DefaultsError.unreadable(
                TimeZone.self, from: stored, because: "that identifies no time zone of this system")
        }
        if case .string = stored {
            self = value
        } else {
            self = try TreeDecoder.decode(TimeZone.self, from: stored)
        }
    }
}

extension PropertyListValue {
    /// The text that identifies a locale or a time zone: this one, or the one in the dictionary that `Codable` makes.
    fileprivate var identifier: String? {
        get throws {
            switch self {
            case .string(let text): text
            case .dictionary(let fields):
                if case .string(let text)? = fields["identifier"] { text } else { nil }
            case .data(let data) where data.mayBeJSON: try JSONReader.decode(Identified.self, from: data).identifier
            default: nil
            }
        }
    }
}

/// What `Codable` makes of a locale or a time zone, as far as it is checked here.
private struct Identified: Decodable {
    let identifier: String
}

extension String {
    /// Tells whether the text has only what identifiers of locales and time zones are made of.
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
    /// A string: the calendar's name in the Unicode locale data, such as `gregorian` or `islamic-civil`.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            guard let name = (Self.names + Self.newerNames).first(where: { $0.0 == self })?.1 else {
                throw DefaultsError.unstorable(
                    Calendar.Identifier.self, because: "this version of the library has no name for it")
            }
            return .string(name)
        }
    }

    /// Reads the name of a calendar that this system knows.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let text) = stored else {
            throw DefaultsError.unreadable(Calendar.Identifier.self, from: stored)
        }
        guard let identifier = (Self.names + Self.newerNames).first(where: { $0.1 == text })?.0 else {
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

    /// The calendars that Foundation has had since Swift 6.2 and the systems of 2025.
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
