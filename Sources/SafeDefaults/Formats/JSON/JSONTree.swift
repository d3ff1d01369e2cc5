import Foundation

/// Parsed JSON, whose numbers are kept as they are written: the type that is read says how exact a number has to be.
enum JSONTree {
    case null
    case boolean(Bool)

    /// A whole number of 64 bits, written without a point and an exponent.
    case integer(Int64)

    /// Any other number, as written.
    case number(String)
    case string(String)

    /// A string with half a surrogate pair in it, which no `String` can hold; only a read of it fails.
    case brokenString
    case array([JSONTree])
    case object(JSONObject)

    /// A stored value that gives this its place in the order of all stored values; it differs for unequal trees.
    var orderedAs: PropertyListValue {
        switch self {
        case .null, .brokenString: .nilMarker
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let digits): Double(digits).flatMap { $0.digits == digits ? .real($0) : nil } ?? .string(digits)
        case .string(let string): .string(string)
        case .array(let values): .array(values.map(\.orderedAs))
        case .object: .dictionary([:])
        }
    }

    /// The kind of this with its article, for sentences.
    var nameWithArticle: String {
        switch self {
        case .null: "null"
        case .boolean: "a Boolean"
        case .integer, .number: "a number"
        case .string, .brokenString: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object; of two with the same name the first counts, as in Foundation's decoder.
struct JSONObject {
    private let members: [(name: String, value: JSONTree)]

    /// The positions of the names, in objects that are too large to be searched one by one.
    private let positions: [String: Int]

    init(_ members: [(name: String, value: JSONTree)]) {
        self.members = members
        positions =
            members.count <= 16
            ? [:] : Dictionary(members.indices.map { (members[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> JSONTree? { position(of: name).map { members[$0].value } }

    /// The names, each once.
    var names: [String] {
        members.indices.filter { position(of: members[$0].name) == $0 }.map { members[$0].name }
    }

    private func position(of name: String) -> Int? {
        positions.isEmpty ? members.firstIndex { $0.name == name } : positions[name]
    }
}

extension CustomStringConvertible where Self: BinaryFloatingPoint {
    /// The shortest digits that are read back as the same number; a whole number has no point.
    var digits: String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
