@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration: DefaultsValue {
    /// A string that contains the seconds in decimal digits, with up to 18 digits after the point.
    ///
    /// For example, `.milliseconds(1_500)` is stored as `1.5`. Nothing is rounded. A duration of more than 292 billion
    /// years can't be stored.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            // NB: if a duration is longer, reading its components traps.
            let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
            guard self <= longest, self >= .zero - longest else {
                throw DefaultsError.unstorable(Duration.self, because: "it is longer than 292 billion years")
            }
            let (seconds, attoseconds) = components
            // The 18 digits after the point, with their zeros in front.
            let fraction = String(1_000_000_000_000_000_000 + attoseconds.magnitude).dropFirst()
            var string = "\(self < .zero ? "-" : "")\(seconds.magnitude).\(fraction)"
            while string.last == "0" { string.removeLast() }
            if string.last == "." { string.removeLast() }
            return .string(string)
        }
    }

    /// Reads a number of seconds.
    ///
    /// An integer, and a string of decimal digits, are read exactly. A real is read as the shortest decimal number that
    /// represents it.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.decimalNumber("number of seconds", Duration.init(exactly:))
    }

    /// Creates a duration from a number of seconds, or returns `nil` if a duration can't represent the number exactly.
    private init?(exactly number: DecimalNumber) {
        let zeros = number.exponent + 18
        guard zeros >= 0, number.digits.utf8.count + zeros <= 37 else { return nil }
        let attoseconds = number.digits + String(repeating: "0", count: zeros)
        let sign = number.isNegative ? "-" : ""
        guard let whole = Int64(sign + "0" + attoseconds.dropLast(18)), whole != .min,
            let fraction = Int64(sign + "0" + attoseconds.suffix(18))
        else { return nil }
        self.init(secondsComponent: whole, attosecondsComponent: fraction)
    }
}
