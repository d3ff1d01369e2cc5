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
    /// A date that isn't finite can't be stored, because a file that contains it could never be read again. A date that
    /// is more than two billion years away can't be stored either, because it would be read back as another date.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if let flaw { throw flaw }
            return .date(self)
        }
    }

    /// Reads a date, or a string in the form `2026-11-21T05:37:21Z`, which can be used in launch arguments.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .date(let value) = stored else {
            self = try stored.parsed(
                stored.string, orElse: "that is no date in the form 2026-11-21T05:37:21Z", ExactDate.wholeDate(from:))
            return
        }
        self = value
    }
}

extension Date {
    /// The reason why this date can't be stored, or `nil` if it can.
    package var flaw: DefaultsError? {
        guard !isInReachOfAFile else { return nil }
        return .unstorable(
            Date.self, because: "a file can't hold a date that is not finite, or more than two billion years away")
    }
}

// MARK: - IndexSet

// It is stored as `Codable` stores it: a dictionary with an array of ranges, each of which has a location and a length.
extension IndexSet: DefaultsValue {}

// MARK: - CGFloat

extension CGFloat: DefaultsValue {
    /// A real.
    public var defaultsRepresentation: NativeType { native }

    /// Reads the same forms as `Double` does.
    ///
    /// On 32-bit watches, this reads the same forms as `Float` does.
    public init(defaultsRepresentation value: NativeType) { self.init(value) }
}

// MARK: - CGPoint

// Points, sizes and rectangles are stored as arrays of coordinates, as Foundation's Codable conformances store them.

extension CGPoint: DefaultsValue {
    /// An array of x and y.
    public var defaultsRepresentation: [CGFloat] { [x, y] }

    /// Reads an array of two numbers.
    public init(defaultsRepresentation numbers: [CGFloat]) throws {
        try numbers.check(count: 2, of: CGPoint.self)
        self.init(x: numbers[0], y: numbers[1])
    }
}

// MARK: - CGSize

extension CGSize: DefaultsValue {
    /// An array of the width and the height.
    public var defaultsRepresentation: [CGFloat] { [width, height] }

    /// Reads an array of two numbers.
    public init(defaultsRepresentation numbers: [CGFloat]) throws {
        try numbers.check(count: 2, of: CGSize.self)
        self.init(width: numbers[0], height: numbers[1])
    }
}

// MARK: - CGRect

extension CGRect: DefaultsValue {
    /// An array of the origin and the size, each of which is an array of two numbers.
    public var defaultsRepresentation: [[CGFloat]] {
        [origin.defaultsRepresentation, size.defaultsRepresentation]
    }

    /// Reads an array of two arrays, each of two numbers.
    public init(defaultsRepresentation parts: [[CGFloat]]) throws {
        try parts.check(count: 2, of: CGRect.self)
        self.init(
            origin: try CGPoint(defaultsRepresentation: parts[0]), size: try CGSize(defaultsRepresentation: parts[1]))
    }
}
