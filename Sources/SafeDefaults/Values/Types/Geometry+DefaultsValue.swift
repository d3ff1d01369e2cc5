public import Foundation

// Points, sizes and rectangles are stored as arrays of coordinates, as Foundation's Codable conformances store them.

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

extension CGPoint: DefaultsValue {
    /// An array of x and y.
    public var defaultsRepresentation: [CGFloat] { [x, y] }

    /// Reads an array of two numbers.
    public init(defaultsRepresentation numbers: [CGFloat]) throws {
        try Coordinates.check(numbers, for: CGPoint.self)
        self.init(x: numbers[0], y: numbers[1])
    }
}

// MARK: - CGSize

extension CGSize: DefaultsValue {
    /// An array of the width and the height.
    public var defaultsRepresentation: [CGFloat] { [width, height] }

    /// Reads an array of two numbers.
    public init(defaultsRepresentation numbers: [CGFloat]) throws {
        try Coordinates.check(numbers, for: CGSize.self)
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
        try Coordinates.check(parts, for: CGRect.self)
        self.init(
            origin: try CGPoint(defaultsRepresentation: parts[0]), size: try CGSize(defaultsRepresentation: parts[1]))
    }
}

private enum Coordinates {
    static func check<Part>(_ parts: [Part], for type: Any.Type) throws {
        guard parts.count == 2 else {
            throw DefaultsError.unreadable(type, from: [], because: "that has not two elements")
        }
    }
}
