public import Foundation

// Dates as numbers. A number doesn't say from which date it counts, so a setting has to name the form.

extension DefaultsCodec where Value == Date {
    /// The seconds since the start of 2001, as a real: `timeIntervalSinceReferenceDate`.
    ///
    /// Reads numbers, also in strings, and the form that a date has without a codec, so that a setting can change to
    /// this form. A setting without a codec doesn't read numbers as dates.
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

    /// The seconds since the start of 1970, as a real: `timeIntervalSince1970`.
    ///
    /// Reads numbers, also in strings, and the form that a date has without a codec.
    ///
    /// - Important: A `Date` counts from 2001, so the conversion may round: by less than a microsecond today.
    public static var secondsSince1970: DefaultsCodec {
        number({ $0.timeIntervalSince1970 }, { Date(timeIntervalSince1970: $0) })
    }

    /// The milliseconds since the start of 1970, as a real.
    ///
    /// Reads numbers, also in strings, and the form that a date has without a codec.
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
                // Throws for a date that can't be stored as a date.
                _ = try value.defaultsRepresentation
                return .real(number(value))
            },
            decode: { stored in
                switch stored {
                case .integer, .unsignedInteger, .real: break
                case .string(let string) where Double(string.withoutSpacesAround) != nil: break
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
