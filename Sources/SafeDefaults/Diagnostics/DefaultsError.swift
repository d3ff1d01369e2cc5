public import Foundation

/// An error about a stored value or a store, with the stored name, the expected type, what was found, and the reason.
///
/// An error never contains the stored value, so it is safe to log. The library's throwing methods throw this type, and
/// ``Lookup`` and every ``DefaultsIssue`` contain it.
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
    /// A kind of error.
    ///
    /// Later versions may add kinds, so a `switch` over a kind needs a `default`.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `unreadable`.
        public let description: String

        /// The stored value can't be read as the requested type.
        public static let unreadable = Kind(description: "unreadable")

        /// The value can't be stored; the previously stored value is kept.
        public static let unstorable = Kind(description: "unstorable")

        /// The value can be read or stored, but the setting's declaration doesn't allow it.
        public static let notAllowed = Kind(description: "notAllowed")

        /// A store can't be used under the given name.
        public static let refusedStore = Kind(description: "refusedStore")

        /// The store's file couldn't be read or written.
        public static let fileFailure = Kind(description: "fileFailure")

        /// The store may hold a value, but can't be read at the moment; see ``DefaultsStore/availability``.
        public static let notYetReadable = Kind(description: "notYetReadable")

        /// The stored values would take more than the system keeps; see ``DefaultsStore/approximateByteCount``.
        public static let tooLarge = Kind(description: "tooLarge")

        /// A domain's list of settings is empty, or isn't a list of settings.
        public static let unlisted = Kind(description: "unlisted")

        /// A setting has the name of a member that every domain has, or another name than its key.
        public static let misnamed = Kind(description: "misnamed")

        /// Some changes of the stored value can't be observed.
        public static let unobservable = Kind(description: "unobservable")

        /// The data to import is malformed, or contains something that no property list has.
        public static let malformedImport = Kind(description: "malformedImport")

        /// A name belongs to no key of the domains.
        public static let unknownName = Kind(description: "unknownName")

        /// A format can't represent a value exactly, or the exported file would be too large.
        public static let failedExport = Kind(description: "failedExport")

        /// The store doesn't hold the value that a change starts from.
        public static let outdated = Kind(description: "outdated")
    }

    /// The kind of this error.
    public var kind: Kind { content.kind }

    /// The stored name of the value, including its namespace, or `nil` if the error is about a whole store.
    public internal(set) var storedName: String? {
        get { content.storedName }
        set { content.storedName = newValue }
    }

    /// The type to read or to store, such as `Int`, or `nil` if no type is involved.
    public internal(set) var expected: String? {
        get { content.expected }
        set { content.expected = newValue }
    }

    /// The kind of property-list value that was found, such as `string`, or `nil` if none was found.
    public internal(set) var found: String? {
        get { content.found }
        set { content.found = newValue }
    }

    /// The path from the stored value to the part that is wrong, such as `["friends", "[2]", "name"]`.
    ///
    /// The path is empty if the stored value itself is wrong.
    public internal(set) var codingPath: [String] {
        get { content.codingPath }
        set { content.codingPath = newValue }
    }

    /// The reason, as a clause without a full stop.
    ///
    /// It never contains the value.
    public package(set) var reason: String {
        get { content.reason }
        set { content.reason = newValue }
    }

    /// The path of the field that a decoder has asked for and not found; nil if that isn't the error.
    var missingField: [String]? {
        get { content.missingField }
        set { content.missingField = newValue }
    }

    private struct Content: Sendable, Hashable {
        let kind: Kind
        var storedName: String?
        var expected: String?
        var found: String?
        var codingPath: [String]
        var reason: String
        var missingField: [String]?
    }

    private indirect enum Box: Sendable, Hashable {
        case content(Content)
    }

    /// The values of all properties, on the heap.
    ///
    /// NB: otherwise, each of the hundreds of functions that pass an error on would copy 11 words.
    private var box: Box

    private var content: Content {
        get {
            switch box {
            case .content(let content): content
            }
        }
        set { box = .content(newValue) }
    }

    package init(
        _ kind: Kind, storedName: String? = nil, expected: String? = nil, found: String? = nil,
        codingPath: [String] = [], reason: String
    ) {
        box = .content(
            Content(
                kind: kind, storedName: storedName, expected: expected, found: found, codingPath: codingPath,
                reason: reason))
    }
}

// MARK: - Description

extension DefaultsError: CustomStringConvertible, CustomReflectable, LocalizedError {
    /// One sentence that describes the error, with the stored name in quotes.
    ///
    /// It never contains the value.
    public var description: String {
        let name = storedName.map { "\"\($0.abbreviated)\"" } ?? (kind == .notAllowed ? "a setting" : "the value")
        let place = codingPath.isEmpty ? "" : " (at \(codingPath.joined(separator: ".").abbreviated))"
        switch kind {
        case .unreadable: return "Can't read \(name)\(expected.map { " as \($0)" } ?? "")\(place): \(reason)."
        case .unstorable: return "Can't store \(name)\(expected.map { " as \($0)" } ?? "")\(place): \(reason)."
        case .notAllowed: return "The value of \(name) isn't allowed\(place): \(reason)."
        default: return reason.prefix(1).uppercased() + reason.dropFirst() + "."
        }
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }

    /// The properties, for `dump` and for debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "kind": kind, "storedName": storedName as Any, "expected": expected as Any, "found": found as Any,
                "codingPath": codingPath, "reason": reason,
            ], displayStyle: .struct)
    }
}

// MARK: - Making errors

extension DefaultsError {
    /// Returns an error for a stored value that can't be read as a type.
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

    /// Returns this error with a step prepended to its coding path.
    func under(_ step: String) -> DefaultsError {
        var error = self
        error.codingPath.insert(step, at: 0)
        error.missingField?.insert(step, at: 0)
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
        wrapped.storedName = storedName
        wrapped.expected = String(describing: expected)
        wrapped.found = wrapped.found ?? found
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
        var missingField: [String]?
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
            missingField = (path + [key]).map(\.stringValue)
        case EncodingError.invalidValue(_, let context):
            (path, what) = (context.codingPath, "its encoder refused it")
        default:
            (path, what) = ([], "its own code threw \(type(of: error))")
        }
        var converted = DefaultsError(
            kind, expected: String(describing: expected), found: found, codingPath: path.map(\.step), reason: what)
        converted.missingField = missingField
        return converted
    }
}

extension String {
    /// The first 120 Unicode scalars of this string, with control characters escaped.
    ///
    /// Because of this limit, a hostile name can't flood a log.
    package var abbreviated: String {
        let head = unicodeScalars.prefix(120)
        var result = ""
        for scalar in head {
            result += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return head.endIndex < unicodeScalars.endIndex ? result + "…" : result
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
