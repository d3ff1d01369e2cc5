/// A coding key for an array index or a superclass, for which a type's own coding keys have no case.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let `super` = PathKey(stringValue: "super")

    init(index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init?(intValue: Int) { self.init(index: intValue) }
}

extension CodingKey {
    /// This key as an element of `DefaultsError.codingPath`: an index in brackets, or the name unchanged.
    var step: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension DecodingError {
    /// Returns this error with a key prepended to its coding path.
    ///
    /// An array adds the index of an element this way, because the element doesn't know its own index.
    func under(_ step: String) -> DecodingError {
        switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, context.under(step))
        case .valueNotFound(let type, let context): .valueNotFound(type, context.under(step))
        case .keyNotFound(let key, let context): .keyNotFound(key, context.under(step))
        case .dataCorrupted(let context): .dataCorrupted(context.under(step))
        @unknown default: self
        }
    }
}

extension DecodingError.Context {
    /// Creates a context that contains an error of the library.
    ///
    /// The error that is finally reported can then say what was found and why it was refused.
    init(_ error: DefaultsError, at codingPath: [any CodingKey]) {
        self.init(codingPath: codingPath, debugDescription: error.reason, underlyingError: error)
    }

    fileprivate func under(_ step: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: [PathKey(stringValue: step)] + codingPath, debugDescription: debugDescription,
            underlyingError: underlyingError)
    }
}
