// How the library makes errors, and the paths in them.

extension DefaultsError {
    /// Returns an error for a stored value that can't be read as a type.
    package static func unreadable(
        _ expected: Any.Type, from found: PropertyListValue, because reason: String? = nil
    ) -> DefaultsError {
        let name = found.kind.nameWithArticle
        let reason = reason ?? found.adviceOnCodecs
        return DefaultsError(
            .unreadable, expected: String(describing: expected), found: found.kind.rawValue,
            reason: reason.map { "found \(name) \($0)" } ?? "found \(name)")
    }

    package static func unstorable(_ type: Any.Type, because reason: String) -> DefaultsError {
        DefaultsError(.unstorable, expected: String(describing: type), reason: reason)
    }

    /// Returns this error with a step prepended to its coding path.
    func under(_ step: String) -> DefaultsError {
        var error = self
        error.content.codingPath.insert(step, at: 0)
        error.content.missingField?.insert(step, at: 0)
        return error
    }

    /// Converts an error to a `DefaultsError` with a stored name.
    ///
    /// The error may come from the user's own conversions. Its description is not copied, because it may contain the
    /// value.
    package static func wrapping(
        _ error: any Error, as kind: Kind, storedName: String, expected: Any.Type, found: String? = nil
    ) -> DefaultsError {
        var wrapped = converting(error, as: kind, expected: expected, found: found)
        wrapped.content.storedName = storedName
        wrapped.content.expected = String(describing: expected)
        wrapped.content.found = wrapped.found ?? found
        return wrapped
    }

    /// Converts any error to a `DefaultsError`.
    ///
    /// The coding path of an encoding or decoding error is kept.
    static func converting(
        _ error: any Error, as kind: Kind, expected: Any.Type, found: String? = nil
    ) -> DefaultsError {
        if let error = error as? DefaultsError { return error }
        let path: [any CodingKey]
        let what: String
        var found = found
        var missingField: [String]?
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
            let cause = context.underlyingError as? DefaultsError
            (path, what) = (context.codingPath, cause?.reason ?? "its decoder refused what it found")
            if let cause { found = cause.found }
        case DecodingError.valueNotFound(_, let context):
            (path, what) = (context.codingPath, "its decoder found nothing where it needs a value")
            missingField = path.map(\.stringValue)
        case DecodingError.keyNotFound(let key, let context):
            (path, what) = (context.codingPath, "the field \"\(key.stringValue.abbreviated)\" is missing")
            missingField = (path + [key]).map(\.stringValue)
        case EncodingError.invalidValue(_, let context):
            (path, what) = (context.codingPath, "its encoder refused it")
        default:
            (path, what) = ([], "its own code threw \(type(of: error))")
        }
        var converted = DefaultsError(
            kind, expected: String(describing: expected), found: found, codingPath: path.map(\.step), reason: what)
        converted.content.missingField = missingField
        return converted
    }
}

extension PropertyListValue {
    /// For data that looks like JSON or an archive, a clause that names the codecs for it; otherwise `nil`.
    fileprivate var adviceOnCodecs: String? {
        guard case .data(let data) = self, data.isBinaryList || data.first.map("{[\"".utf8.contains) ?? false else {
            return nil
        }
        return "that looks like JSON or an archive: say stored: .jsonData, or import SafeDefaultsMigrations and say "
            + "stored: .readingOtherLibraries"
    }
}

// MARK: - Errors thrown in several places

extension DefaultsError {
    /// The error for a value that is nested so deeply that a recursion over it could overflow a thread's stack.
    static let tooDeep = DefaultsError(
        .unstorable, reason: "it is nested more than \(deepestPropertyList) levels deep")

    /// The error for a dictionary that a property-list file would represent as an object reference of a keyed archive.
    static let reservedName = DefaultsError(
        .unstorable,
        reason: "a dictionary whose only entry is an integer under \"CF$UID\" would make the whole file unreadable")

    /// The error for a `Codable` type that encodes two values at the same place, so that one of them would be lost.
    static let encodedTwice = DefaultsError(
        .unstorable, reason: "its encode(to:) asks for containers of two kinds, or writes two values, in one place")

    /// Runs the conversion of a part of a value.
    ///
    /// If the conversion throws an error, the part's place is added to the error's coding path.
    package static func locating<Result>(
        _ step: @autoclosure () -> String, _ convert: () throws -> Result
    ) throws -> Result {
        do {
            return try convert()
        } catch let error as DefaultsError {
            throw error.under(step())
        } catch let error as DecodingError {
            // An element doesn't know its own index. What is read is named where the value as a whole is known.
            throw converting(error, as: .unreadable, expected: Any.self).under(step())
        }
    }
}

// MARK: - Coding paths

extension CodingKey {
    /// This key as an element of `DefaultsError.codingPath`: an index in brackets, or the name unchanged.
    var step: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension DecodingError.Context {
    /// Creates a context that contains an error of the library.
    ///
    /// The error that is finally reported can then say what was found and why it was refused.
    init(_ error: DefaultsError, at codingPath: [any CodingKey]) {
        self.init(codingPath: codingPath, debugDescription: error.reason, underlyingError: error)
    }
}
