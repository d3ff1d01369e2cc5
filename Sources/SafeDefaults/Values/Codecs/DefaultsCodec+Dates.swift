public import Foundation

// Dates as numbers: a form that is ambiguous by itself, since a number doesn't say since when, so a setting says it.

extension DefaultsCodec where Value == Date {
    /// The seconds since the first instant of 2001, as a real: what `timeIntervalSinceReferenceDate` gives.
    ///
    /// Reads numbers, in text too, and what a date is stored as without a codec, so that a setting can change to this
    /// form. A setting without a codec doesn't read numbers as dates.
    ///
    /// ```swift
    /// struct VisitDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case last, all }
    ///     static let last = Setting<Date?>(.last, stored: .secondsSinceReferenceDate)
    ///     static let all = Setting<[Date]>(.all, default: [], stored: DefaultsCodec<Date>.secondsSince1970.array)
    /// }
    /// ```
    public static var secondsSinceReferenceDate: DefaultsCodec {
        number({ $0.timeIntervalSinceReferenceDate }, { Date(timeIntervalSinceReferenceDate: $0) })
    }

    /// The seconds since the first instant of 1970, as a real: what `timeIntervalSince1970` gives.
    ///
    /// Reads numbers, in text too, and what a date is stored as without a codec.
    ///
    /// - Important: A `Date` counts from 2001, so the conversion may round: by less than a microsecond today.
    public static var secondsSince1970: DefaultsCodec {
        number({ $0.timeIntervalSince1970 }, { Date(timeIntervalSince1970: $0) })
    }

    /// The milliseconds since the first instant of 1970, as a real.
    ///
    /// Reads numbers, in text too, and what a date is stored as without a codec.
    ///
    /// - Important: A `Date` counts seconds from 2001, so the conversion may round: by less than a microsecond today.
    public static var millisecondsSince1970: DefaultsCodec {
        number({ $0.timeIntervalSince1970 * 1000 }, { Date(timeIntervalSince1970: $0 / 1000) })
    }

    private static func number(
        _ number: @escaping @Sendable (Date) -> Double, _ date: @escaping @Sendable (Double) -> Date
    ) -> DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                // Refuses what no date can be stored as.
                _ = try value.defaultsRepresentation
                return .real(number(value))
            },
            decode: { stored in
                switch stored {
                case .integer, .unsignedInteger, .real: break
                case .string(let text) where Double(text.withoutSpacesAround) != nil: break
                default: return try Date._decode(stored)
                }
                let value = date(try Double._decode(stored))
                guard value.timeIntervalSinceReferenceDate.isFinite, value.isInReachOfAFile else {
                    throw DefaultsError.unreadable(Date.self, from: stored, because: "that is too far from any date")
                }
                return value
            })
    }
}
