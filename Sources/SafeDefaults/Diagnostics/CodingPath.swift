/// A coding key for a place that a type has no key for: an index in an array, or a superclass.
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
    /// This key as a step of `DefaultsError.codingPath`: an index in brackets, a name as it is.
    var step: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension DecodingError {
    /// Returns this error with one more step in front of its coding path: an array's element doesn't know its index.
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
    /// Creates a context that carries an error of the library, so that the final report says what was found and why it
    /// was refused.
    init(_ error: DefaultsError, at codingPath: [any CodingKey]) {
        self.init(codingPath: codingPath, debugDescription: error.reason, underlyingError: error)
    }

    fileprivate func under(_ step: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: [PathKey(stringValue: step)] + codingPath, debugDescription: debugDescription,
            underlyingError: underlyingError)
    }
}
