public import Foundation

/// What went wrong with one stored value or one store: which key, what was expected, what was found, and why.
///
/// An error never holds the value itself, so it can be logged. The library's throwing calls throw it, ``Lookup`` carries
/// it, and every ``DefaultsIssue`` about a value has one.
///
/// ```swift
/// do {
///     let attempts = try login.read(\.attempts)
///     print(attempts)
/// } catch {
///     print(error)  //=> Can't read "login/attempts" as Int: found a string that is no whole number in Int's range.
/// }
/// ```
public struct DefaultsError: Error, Sendable, Hashable {
    /// The kinds of error, open to additions: give a `switch` over it a `default`.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `unreadable`.
        public let description: String

        /// Something is stored, but it doesn't stand for a value of the type that was asked for.
        public static let unreadable = Kind(description: "unreadable")

        /// A value can't be stored; what was stored before is still there.
        public static let unstorable = Kind(description: "unstorable")

        /// A store can't be used under the given name.
        public static let refusedStore = Kind(description: "refusedStore")

        /// The store's file couldn't be read or written.
        public static let fileFailure = Kind(description: "fileFailure")

        /// A domain's list of settings is empty, or no list of settings.
        public static let unlisted = Kind(description: "unlisted")

        /// Changes under a key can't be heard of in every case.
        public static let unobservable = Kind(description: "unobservable")
    }

    /// Which kind of error this is.
    public let kind: Kind

    /// The stored name the error is about, namespace included; `nil` for an error about a whole store.
    public internal(set) var key: String?

    /// The type that was asked for or given, such as `Int`; `nil` where no type is involved.
    public internal(set) var expected: String?

    /// The kind of property-list value that was found, such as `string`; `nil` where none was.
    public internal(set) var found: String?

    /// The way from the stored value down to the part at fault, such as `["friends", "[2]", "name"]`; empty at the top.
    public internal(set) var codingPath: [String]

    /// Why, as a clause without its subject and full stop; never holds the value.
    public internal(set) var reason: String

    init(
        _ kind: Kind, key: String? = nil, expected: String? = nil, found: String? = nil, codingPath: [String] = [],
        reason: String
    ) {
        self.kind = kind
        self.key = key
        self.expected = expected
        self.found = found
        self.codingPath = codingPath
        self.reason = reason
    }
}

// MARK: - Text

extension DefaultsError: CustomStringConvertible, LocalizedError {
    /// One sentence with the key in quotes, and without the value.
    public var description: String {
        let name = key.map { "\"\($0.abbreviated)\"" } ?? "the value"
        let place = codingPath.isEmpty ? "" : " (at \(codingPath.joined(separator: ".").abbreviated))"
        switch kind {
        case .unreadable: return "Can't read \(name)\(expected.map { " as \($0)" } ?? "")\(place): \(reason)."
        case .unstorable: return "Can't store \(name)\(expected.map { " as \($0)" } ?? "")\(place): \(reason)."
        default: return reason.prefix(1).uppercased() + reason.dropFirst() + "."
        }
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

// MARK: - Making errors

extension DefaultsError {
    /// The error of a value of one kind that can't stand for a value of another type.
    static func unreadable(
        _ expected: Any.Type, from found: PropertyListValue, because reason: String? = nil
    ) -> DefaultsError {
        unreadable(String(describing: expected), from: found, because: reason)
    }

    static func unreadable(
        _ expected: String, from found: PropertyListValue, because reason: String? = nil
    ) -> DefaultsError {
        let name = found.kind.nameWithArticle
        return DefaultsError(
            .unreadable, expected: expected, found: found.kind.rawValue,
            reason: reason.map { "found \(name) \($0)" } ?? "found \(name)")
    }

    static func unstorable(_ type: Any.Type, because reason: String) -> DefaultsError {
        DefaultsError(.unstorable, expected: String(describing: type), reason: reason)
    }

    /// The same error, one step further from the part at fault.
    func under(_ step: String) -> DefaultsError {
        var error = self
        error.codingPath.insert(step, at: 0)
        return error
    }

    /// Any error that a value's own code threw, as one of ours, for a key.
    ///
    /// What a foreign error says is not repeated, because it may hold the value.
    static func wrapping(
        _ error: any Error, as kind: Kind, key: String, expected: Any.Type, found: String? = nil
    ) -> DefaultsError {
        var wrapped = converting(error, as: kind, expected: expected, found: found)
        wrapped.key = key
        wrapped.expected = String(describing: expected)
        wrapped.found = wrapped.found ?? found
        return wrapped
    }

    /// Any error as one of ours; of what was thrown inside a Codable type, the place is kept.
    static func converting(
        _ error: any Error, as kind: Kind, expected: Any.Type, found: String? = nil
    ) -> DefaultsError {
        if let error = error as? DefaultsError { return error }
        let path: [any CodingKey]
        let what: String
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
            if let cause = context.underlyingError as? DefaultsError {
                return DefaultsError(
                    kind, expected: String(describing: expected), found: cause.found,
                    codingPath: context.codingPath.map(\.step), reason: cause.reason)
            }
            path = context.codingPath
            what = "its decoder refused what it found"
        case DecodingError.valueNotFound(_, let context):
            (path, what) = (context.codingPath, "its decoder found nothing where it needs a value")
        case DecodingError.keyNotFound(let key, let context):
            (path, what) = (context.codingPath, "the field \"\(key.stringValue.abbreviated)\" is missing")
        case EncodingError.invalidValue(_, let context):
            (path, what) = (context.codingPath, "its encoder refused it")
        default:
            (path, what) = ([], "its own code threw \(type(of: error))")
        }
        return DefaultsError(
            kind, expected: String(describing: expected), found: found, codingPath: path.map(\.step), reason: what)
    }
}

extension String {
    /// At most 120 characters of this text, so that a hostile name can't flood a log; control characters are escaped.
    var abbreviated: String {
        let head = unicodeScalars.prefix(120)
        var text = ""
        for scalar in head {
            text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return head.endIndex < unicodeScalars.endIndex ? text + "…" : text
    }
}

// MARK: - Depth and place

extension DefaultsError {
    /// The refusal of a tree with more levels than a stack is safe for.
    static let tooDeep = DefaultsError(
        .unstorable, reason: "it is nested more than \(deepestPropertyList) levels deep")

    /// The refusal of a dictionary that a property list takes for something else.
    static let reservedName = DefaultsError(
        .unstorable,
        reason: "a dictionary whose only entry is an integer under \"CF$UID\" would make the whole file unreadable")

    /// The refusal of a Codable type that fills one place twice, of which one content would be lost.
    static let encodedTwice = DefaultsError(
        .unstorable, reason: "its encode(to:) asks for containers of two kinds, or writes two values, in one place")

    /// Runs a conversion of a part, and adds the part's place to the error that it may throw.
    static func locating<Result>(_ step: @autoclosure () -> String, _ convert: () throws -> Result) throws -> Result {
        do {
            return try convert()
        } catch let error as DefaultsError {
            throw error.under(step())
        } catch let error as DecodingError {
            throw error.under(step())
        }
    }
}
