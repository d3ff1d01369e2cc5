import Testing

/// A string as an argument of a test, whose name in the output is short however long the string is.
struct ArgumentString: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    let value: String

    init(_ value: String) { self.value = value }

    init(stringLiteral value: String) { self.value = value }

    /// A short string many times over.
    static func repeating(_ part: String, _ count: Int) -> ArgumentString {
        ArgumentString(String(repeating: part, count: count))
    }

    static func + (left: ArgumentString, right: ArgumentString) -> ArgumentString {
        ArgumentString(left.value + right.value)
    }

    var testDescription: String {
        let length = value.utf8.count
        return length <= 60
            ? value.debugDescription : "\(String(value.prefix(20)).debugDescription)… of \(length) bytes"
    }
}
