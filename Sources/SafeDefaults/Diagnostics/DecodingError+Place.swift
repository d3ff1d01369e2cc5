extension DecodingError {
    /// The same error, one step further from the part at fault: an element of an array doesn't know its index.
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
    fileprivate func under(_ step: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: [PlaceKey(stringValue: step)] + codingPath, debugDescription: debugDescription,
            underlyingError: underlyingError)
    }
}
