public import Foundation
public import SafeDefaults

// Dates as numbers. A number doesn't say which date it is counted from, so a setting has to choose the form explicitly.

extension DefaultsCodec where Value == Date {
    /// A codec that stores a date as the number of seconds since the start of 2001, its
    /// `timeIntervalSinceReferenceDate`.
    ///
    /// The stored form is a real. The codec reads numbers, and strings that contain numbers. It also reads the stored
    /// form that a date has without a codec, so that an existing setting can switch to this codec. Without a codec, a
    /// setting doesn't read numbers as dates.
    ///
    /// ```swift
    /// struct VisitDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case last, all }
    ///
    ///     struct Settings {
    ///         let last = Setting<Date?>(.last, stored: .secondsSinceReferenceDate)
    ///         let all = Setting<[Date]>(.all, default: [], stored: DefaultsCodec<Date>.secondsSince1970.array)
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    public static var secondsSinceReferenceDate: DefaultsCodec {
        number({ $0.timeIntervalSinceReferenceDate }, { Date(timeIntervalSinceReferenceDate: $0) })
    }

    /// A codec that stores a date as the number of seconds since the start of 1970, its `timeIntervalSince1970`.
    ///
    /// The stored form is a real. The codec reads numbers, strings that contain numbers, and the stored form that a
    /// date has without a codec.
    ///
    /// - Important: A `Date` counts seconds from 2001, so the conversion may round. For current dates, the difference
    ///   is less than a microsecond.
    public static var secondsSince1970: DefaultsCodec {
        number({ $0.timeIntervalSince1970 }, { Date(timeIntervalSince1970: $0) })
    }

    /// A codec that stores a date as the number of milliseconds since the start of 1970.
    ///
    /// The stored form is a real. The codec reads numbers, strings that contain numbers, and the stored form that a
    /// date has without a codec.
    ///
    /// - Important: A `Date` counts seconds from 2001, so the conversion may round. For current dates, the difference
    ///   is less than a microsecond.
    public static var millisecondsSince1970: DefaultsCodec {
        number({ $0.timeIntervalSince1970 * 1000 }, { Date(timeIntervalSince1970: $0 / 1000) })
    }

    private static func number(
        _ seconds: @escaping @Sendable (Date) -> Double, _ date: @escaping @Sendable (Double) -> Date,
        name: String = #function
    ) -> DefaultsCodec {
        DefaultsCodec(
            name: name,
            encode: { value in
                if let flaw = value.flaw { throw flaw }
                return .real(seconds(value))
            },
            decode: { stored in
                guard stored.stringOrNumber != nil, let number = try? Double._decode(stored) else {
                    return try Date._decode(stored)
                }
                let value = date(number)
                guard value.isInReachOfAFile else {
                    throw DefaultsError.unreadable(Date.self, from: stored, because: "that is too far from any date")
                }
                return value
            })
    }
}
