public import Foundation
public import SafeDefaults

extension DefaultsMigrations {
    /// The reason why a run stopped.
    ///
    /// The version that it names has changed nothing. The versions before it stay done. No value is part of it, so it
    /// is safe to log.
    public struct Failure: Error, Sendable, Hashable {
        /// A kind of failure.
        ///
        /// Later versions may add kinds, so a `switch` over a kind needs a `default`.
        public struct Kind: Sendable, Hashable, CustomStringConvertible {
            /// The kind's name, such as `failedStep`.
            public let description: String

            /// The list has a name that it can't have, or version numbers that aren't consecutive.
            public static let invalidList = Kind(description: "invalidList")

            /// The store has a version that the list doesn't reach, because a newer version of the program has used it.
            public static let newerStore = Kind(description: "newerStore")

            /// The store has a version so old that the list no longer continues from it.
            public static let missingVersions = Kind(description: "missingVersions")

            /// The store can't be read, or can't be read completely.
            public static let unreadableStore = Kind(description: "unreadableStore")

            /// Another thread or process has been migrating a plain `UserDefaults` for more than ten seconds.
            public static let busyStore = Kind(description: "busyStore")

            /// A step has failed.
            public static let failedStep = Kind(description: "failedStep")

            /// The changes couldn't be stored or saved.
            public static let failedWrite = Kind(description: "failedWrite")
        }

        /// The kind of this failure.
        public let kind: Kind

        /// The name of the list.
        public let list: String

        /// The number of the version that failed, or `nil` if no version was begun.
        public internal(set) var version: Int?

        /// The title of the step that failed, or `nil` if no step did.
        public internal(set) var step: String?

        /// The stored name that the failure is about, or `nil` if it isn't about one.
        public var storedName: String? { error?.storedName }

        /// The error behind it, or `nil` if there is none.
        public internal(set) var error: DefaultsError?

        /// The reason, as a sentence without a full stop.
        public let reason: String

        init(_ kind: Kind, in list: DefaultsMigrations, version: Int? = nil, because reason: String) {
            self.kind = kind
            self.list = list.name
            self.version = version
            self.reason = reason
        }

        init(_ kind: Kind, in list: DefaultsMigrations, version: Int? = nil, because error: DefaultsError) {
            // The error's text is a sentence with a full stop.
            self.init(kind, in: list, version: version, because: String(error.description.dropLast()))
            self.error = error
        }
    }
}

extension DefaultsMigrations.Failure: CustomStringConvertible, LocalizedError {
    /// The list, the version, the step, and the reason with the stored name.
    public var description: String {
        let place = ["\(list.inQuotes)", version.map { "version \($0)" }, step].compactMap { $0 }
        return "Migrations \(place.joined(separator: ", ")): \(reason). \(consequence)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }

    private var consequence: String {
        version == nil
            ? "Nothing was changed." : "Nothing of this version was changed; the versions before it stay done."
    }
}

extension DefaultsMigrations.Failure {
    /// Returns the failure of a step.
    static func step(
        _ title: String, of version: Int, in list: DefaultsMigrations, because error: any Error
    ) -> DefaultsMigrations.Failure {
        // The text of an error of another type may contain a value.
        var failure =
            (error as? DefaultsError).map { Self(.failedStep, in: list, version: version, because: $0) }
            ?? Self(.failedStep, in: list, version: version, because: "its closure threw \(type(of: error))")
        failure.step = title
        return failure
    }
}
