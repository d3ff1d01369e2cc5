import Foundation

/// JSON, taken apart, but with its numbers left as they are written: how exact one has to be is for the type to say that is
/// read.
enum JSONTree {
    case null
    case boolean(Bool)

    /// A number without a point and an exponent that 64 bits hold.
    case integer(Int64)

    /// Any other number, as written.
    case number(String)
    case text(String)

    /// A text with half a surrogate pair in it, which no `String` can hold; it harms only who reads it.
    case brokenText
    case array([JSONTree])
    case object(JSONObject)

    /// What gives this its place in the one order of all stored values; two that are not equal differ in it too.
    var orderedAs: PropertyListValue {
        switch self {
        case .null, .brokenText: .nilMarker
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let digits): Double(digits).flatMap { $0.digits == digits ? .real($0) : nil } ?? .string(digits)
        case .text(let text): .string(text)
        case .array(let values): .array(values.map(\.orderedAs))
        case .object: .dictionary([:])
        }
    }

    /// What this is, in a sentence.
    var nameWithArticle: String {
        switch self {
        case .null: "null"
        case .boolean: "a truth value"
        case .integer, .number: "a number"
        case .text, .brokenText: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object; of two with one name the first counts, as in Foundation's decoder.
struct JSONObject {
    private let members: [(name: String, value: JSONTree)]

    /// Where a name is, in objects that are too large to be looked through.
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
    /// The shortest digits that are read back as the same number, a whole one without its point.
    var digits: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
