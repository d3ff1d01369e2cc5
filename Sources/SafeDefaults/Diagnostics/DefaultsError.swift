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

        package init(description: String) { self.description = description }

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

        /// The stored values would take more than the system keeps.
        public static let tooLarge = Kind(description: "tooLarge")

        /// A domain's list of settings is empty, or isn't a list of settings.
        package static let unlisted = Kind(description: "unlisted")

        /// Some changes of the stored value can't be observed.
        package static let unobservable = Kind(description: "unobservable")

        /// The store doesn't hold the value that a change starts from.
        public static let outdated = Kind(description: "outdated")

        /// It isn't known whether a value was stored; a store over a network has a public name for this kind.
        package static let unsettled = Kind(description: "unknownOutcome")
    }

    /// The kind of this error.
    public var kind: Kind { content.kind }

    /// The stored name of the value, including its namespace, or `nil` if the error is about a whole store.
    public var storedName: String? { content.storedName }

    /// The type to read or to store, such as `Int`, or `nil` if no type is involved.
    public var expected: String? { content.expected }

    /// The kind of property-list value that was found, such as `string`, or `nil` if none was found.
    public var found: String? { content.found }

    /// The path from the stored value to the part that is wrong, such as `["friends", "[2]", "name"]`.
    ///
    /// The path is empty if the stored value itself is wrong.
    public var codingPath: [String] { content.codingPath }

    /// The reason, as a clause without a full stop.
    ///
    /// It never contains the value.
    public package(set) var reason: String {
        get { content.reason }
        set { content.reason = newValue }
    }

    /// The properties, which are changed here.
    struct Content: Sendable, Hashable {
        let kind: Kind
        var storedName: String?
        var expected: String?
        var found: String?
        var codingPath: [String]
        var reason: String

        /// The path of the field that a decoder has asked for and found missing or null; nil if that isn't the error.
        var missingField: [String]?
    }

    private indirect enum Box: Sendable, Hashable {
        case content(Content)
    }

    /// The values of all properties, on the heap.
    ///
    /// NB: otherwise, each of the hundreds of functions that pass an error on would copy 11 words.
    private var box: Box

    var content: Content {
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

extension DefaultsError: CustomStringConvertible, LocalizedError {
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
}
