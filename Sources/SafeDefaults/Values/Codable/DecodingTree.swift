import Foundation

/// The tree that a `TreeDecoder` reads: a property list or JSON.
///
/// The values in a property list are converted as in any other read. The values in JSON are converted as by
/// Foundation's `JSONDecoder`.
enum DecodingTree {
    case propertyList(PropertyListValue)
    case json(JSONTree)

    /// The entries of a dictionary.
    enum Members {
        case propertyList([String: PropertyListValue])
        case json(JSONObject)
    }

    /// The elements of an array.
    enum Elements {
        case propertyList([PropertyListValue])
        case json([JSONTree])
    }

    /// Whether this represents nil.
    var isNil: Bool {
        switch self {
        case .propertyList(let value): value.isNilMarker
        case .json(.null): true
        case .json: false
        }
    }

    /// The entries of the dictionary, or `nil` if this isn't a dictionary.
    var members: Members? {
        switch self {
        case .propertyList(let value):
            guard !value.isNilMarker, case .dictionary(let values) = value.withoutNilEscape else { return nil }
            return .propertyList(values)
        case .json(.object(let object)): return .json(object)
        case .json: return nil
        }
    }

    /// The elements of the array, or `nil` if this isn't an array.
    var elements: Elements? {
        switch self {
        case .propertyList(.array(let values)): .propertyList(values)
        case .json(.array(let values)): .json(values)
        default: nil
        }
    }

    // MARK: - Nested optionals, whose inner nil only a property list can represent

    var isEscapedFromNil: Bool {
        if case .propertyList(let value) = self { value.isEscapedFromNil } else { false }
    }

    var withoutNilEscape: DecodingTree {
        if case .propertyList(let value) = self { .propertyList(value.withoutNilEscape) } else { self }
    }

    // MARK: - Values

    /// Reads a value that has no parts.
    func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type, at codingPath: @autoclosure () -> [any CodingKey]) throws -> Leaf {
        switch self {
        case .propertyList(let value): try value.leaf(type, at: codingPath())
        case .json(let value): try value.leaf(type, at: codingPath())
        }
    }

    /// Reads a value if its type needs special treatment, or returns `nil` if it doesn't.
    ///
    /// These are the types for which the tree's form differs from what the type's `init(from:)` expects, and one type
    /// that is faster to read here.
    func native<Value: Decodable>(_ type: Value.Type, at codingPath: [any CodingKey]) throws -> Value? {
        if type == Date.self { return try date(at: codingPath) as? Value }
        if type == Data.self { return try data(at: codingPath) as? Value }
        if type == URL.self { return try url(at: codingPath) as? Value }
        // `Decimal`'s own `init(from:)` reads some numbers as other numbers.
        if type == Decimal.self { return try leaf(Decimal.self, at: codingPath) as? Value }
        if type == PropertyListValue.self, case .propertyList(let value) = self, !value.isNilMarker {
            return value.withoutNilEscape as? Value
        }
        // This array type is the most common one. Reading it here takes a fifth of the time of its own `init(from:)`.
        if type == [String].self, let elements {
            return try elements.indices.map {
                try elements[$0].leaf(String.self, at: codingPath + [PathKey(index: $0)])
            } as? Value
        }
        return nil
    }

    private func date(at codingPath: [any CodingKey]) throws -> Date {
        switch self {
        case .propertyList(let value): try value.leaf(Date.self, at: codingPath)
        case .json(let value): Date(timeIntervalSinceReferenceDate: try value.leaf(Double.self, at: codingPath))
        }
    }

    private func data(at codingPath: [any CodingKey]) throws -> Data {
        switch self {
        case .propertyList(let value): try value.leaf(Data.self, at: codingPath)
        case .json(let value): try value.converted(Data.self, at: codingPath) { Data(base64Encoded: $0) }
        }
    }

    private func url(at codingPath: [any CodingKey]) throws -> URL {
        switch self {
        case .propertyList(let value): try value.leaf(URL.self, at: codingPath)
        case .json(let value): try value.converted(URL.self, at: codingPath, by: URL.init(string:))
        }
    }

    /// Returns the error for a value that can't be read as a type.
    func mismatch(_ type: Any.Type, at codingPath: [any CodingKey]) -> DecodingError {
        switch self {
        case .propertyList(let value):
            .typeMismatch(type, DecodingError.Context(DefaultsError.unreadable(type, from: value), at: codingPath))
        case .json(let value): value.mismatch(type, at: codingPath)
        }
    }
}

extension DecodingTree.Members {
    var names: [String] {
        switch self {
        case .propertyList(let values): Array(values.keys)
        case .json(let object): object.names
        }
    }

    subscript(name: String) -> DecodingTree? {
        switch self {
        case .propertyList(let values): values[name].map { .propertyList($0) }
        case .json(let object): object[name].map { .json($0) }
        }
    }
}

extension DecodingTree.Elements {
    var indices: Range<Int> {
        switch self {
        case .propertyList(let values): values.indices
        case .json(let values): values.indices
        }
    }

    subscript(index: Int) -> DecodingTree {
        switch self {
        case .propertyList(let values): .propertyList(values[index])
        case .json(let values): .json(values[index])
        }
    }
}

// MARK: - Reading values of either form

extension PropertyListValue {
    fileprivate func leaf<Value: DefaultsValue>(
        _ type: Value.Type, at codingPath: @autoclosure () -> [any CodingKey]
    ) throws -> Value {
        do {
            return try Value._decode(self)
        } catch {
            throw mismatch(type, because: error, at: codingPath())
        }
    }

    /// NB: never inlined, so that there isn't a copy of it for each type.
    @inline(never)
    private func mismatch(_ type: Any.Type, because error: any Error, at codingPath: [any CodingKey]) -> any Error {
        guard let error = error as? DefaultsError else { return error }
        return DecodingError.typeMismatch(type, DecodingError.Context(error, at: codingPath))
    }
}

extension JSONTree {
    fileprivate func leaf<Leaf: JSONLeaf>(
        _ type: Leaf.Type, at codingPath: @autoclosure () -> [any CodingKey]
    ) throws -> Leaf {
        guard let value = Leaf(json: self) else { throw mismatch(type, at: codingPath()) }
        return value
    }

    /// Reads a value that JSON represents as a string.
    fileprivate func converted<Value>(
        _ type: Value.Type, at codingPath: [any CodingKey], by convert: (String) -> Value?
    ) throws -> Value {
        guard let value = convert(try leaf(String.self, at: codingPath)) else { throw mismatch(type, at: codingPath) }
        return value
    }

    fileprivate func mismatch(_ type: Any.Type, at codingPath: [any CodingKey]) -> DecodingError {
        let error = DefaultsError(.unreadable, reason: "found \(nameWithArticle) in JSON that is none of this type")
        return .typeMismatch(type, DecodingError.Context(error, at: codingPath))
    }
}
