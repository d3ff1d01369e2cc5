public import Foundation

/// An error about one stored value or one store: its stored name, what was expected, what was found, and why.
///
/// An error never contains the value itself, so it can be logged. The library's throwing calls throw it, ``Lookup``
/// carries it, and every ``DefaultsIssue`` about a value has one.
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
    /// A kind of error; versions may add kinds, so give a `switch` over it a `default`.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `unreadable`.
        public let description: String

        /// Something is stored that can't be read as the type that was asked for.
        public static let unreadable = Kind(description: "unreadable")

        /// A value can't be stored; what was stored before is still there.
        public static let unstorable = Kind(description: "unstorable")

        /// A store can't be used under the given name.
        public static let refusedStore = Kind(description: "refusedStore")

        /// The store's file couldn't be read or written.
        public static let fileFailure = Kind(description: "fileFailure")

        /// A domain's list of settings is empty, or isn't a list of settings.
        public static let unlisted = Kind(description: "unlisted")

        /// Changes of a stored value can't be observed in every case.
        public static let unobservable = Kind(description: "unobservable")
    }

    /// Which kind of error this is.
    public let kind: Kind

    /// The stored name of the value that the error is about, namespace included; `nil` for an error about a whole
    /// store.
    public internal(set) var storedName: String?

    /// The type that was asked for or given, such as `Int`; `nil` where no type is involved.
    public internal(set) var expected: String?

    /// The kind of property-list value that was found, such as `string`; `nil` where none was.
    public internal(set) var found: String?

    /// The path from the stored value down to the part at fault, such as `["friends", "[2]", "name"]`; empty at the
    /// top.
    public internal(set) var codingPath: [String]

    /// The reason, as a clause without its subject and full stop; it never contains the value.
    public internal(set) var reason: String

    init(
        _ kind: Kind, storedName: String? = nil, expected: String? = nil, found: String? = nil,
        codingPath: [String] = [], reason: String
    ) {
        self.kind = kind
        self.storedName = storedName
        self.expected = expected
        self.found = found
        self.codingPath = codingPath
        self.reason = reason
    }
}

// MARK: - Description

extension DefaultsError: CustomStringConvertible, LocalizedError {
    /// One sentence with the stored name in quotes; it never contains the value.
    public var description: String {
        let name = storedName.map { "\"\($0.abbreviated)\"" } ?? "the value"
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
    /// Returns the error of a stored value that can't be read as a type.
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

    /// Returns this error with one more step in front of its coding path.
    func under(_ step: String) -> DefaultsError {
        var error = self
        error.codingPath.insert(step, at: 0)
        return error
    }

    /// Returns any error that a value's own code threw as an error of the library, for a stored name.
    ///
    /// The description of another error is not repeated, because it may contain the value.
    static func wrapping(
        _ error: any Error, as kind: Kind, storedName: String, expected: Any.Type, found: String? = nil
    ) -> DefaultsError {
        var wrapped = converting(error, as: kind, expected: expected, found: found)
        wrapped.storedName = storedName
        wrapped.expected = String(describing: expected)
        wrapped.found = wrapped.found ?? found
        return wrapped
    }

    /// Returns any error as an error of the library; one that was thrown inside a Codable type keeps its coding path.
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
    /// At most 120 characters of this string, so that a hostile name can't flood a log; control characters are escaped.
    var abbreviated: String {
        let head = unicodeScalars.prefix(120)
        var result = ""
        for scalar in head {
            result += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return head.endIndex < unicodeScalars.endIndex ? result + "…" : result
    }
}

// MARK: - Errors that are thrown in several places

extension DefaultsError {
    /// The error of a tree that has more levels than are safe for a thread's stack.
    static let tooDeep = DefaultsError(
        .unstorable, reason: "it is nested more than \(deepestPropertyList) levels deep")

    /// The error of a dictionary that a property list's file would hold as a reference of a keyed archive.
    static let reservedName = DefaultsError(
        .unstorable,
        reason: "a dictionary whose only entry is an integer under \"CF$UID\" would make the whole file unreadable")

    /// The error of a Codable type that encodes two values in one place, one of which would be lost.
    static let encodedTwice = DefaultsError(
        .unstorable, reason: "its encode(to:) asks for containers of two kinds, or writes two values, in one place")

    /// Converts a part of a value, and adds the part's place to the coding path of an error.
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
