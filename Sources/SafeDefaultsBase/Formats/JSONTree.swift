/// Parsed JSON.
///
/// Numbers are kept as they are written, because the type to decode decides how exact a number has to be.
package enum JSONTree {
    case null
    case boolean(Bool)

    /// A whole number of up to 64 bits that is written without a point or an exponent.
    case integer(Int64)

    /// Any other number, as it is written.
    case number(String)
    case string(String)

    /// A string with half of a surrogate pair, which a `String` can't represent.
    ///
    /// Only decoding this string fails.
    case brokenString
    case array([JSONTree])
    case object(JSONObject)

    /// The kind of this value with its article, for use in a sentence.
    package var nameWithArticle: String {
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

/// The members of a JSON object.
///
/// If two members have the same name, the first is used, as in Foundation's decoder.
package struct JSONObject {
    private let members: [(name: String, value: JSONTree)]

    /// The positions of the names.
    ///
    /// Empty if the object is small enough for a linear search.
    private let positions: [String: Int]

    package init(_ members: [(name: String, value: JSONTree)]) {
        self.members = members
        positions =
            members.count <= 16
            ? [:] : Dictionary(members.indices.map { (members[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package subscript(name: String) -> JSONTree? { position(of: name).map { members[$0].value } }

    /// All members as they are written, including duplicates.
    ///
    /// NB: if the stored property isn't private, the compiler sometimes finds that the types refer to each other in a
    /// circle.
    package var entries: [(name: String, value: JSONTree)] { members }

    /// The names of the members, without duplicates.
    package var names: [String] {
        members.indices.filter { position(of: members[$0].name) == $0 }.map { members[$0].name }
    }

    private func position(of name: String) -> Int? {
        positions.isEmpty ? members.firstIndex { $0.name == name } : positions[name]
    }
}
