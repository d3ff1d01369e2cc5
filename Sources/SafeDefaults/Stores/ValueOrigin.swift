public import Foundation

/// Where the value that a read returns comes from.
///
/// ```swift
/// let store = DefaultsStore.inMemory(arguments: ["-login/attempts", "7"])
/// LoginDefaults.attempts.origin(in: store)            //=> launch argument
/// LoginDefaults.theme.origin(in: store) == .default   //=> true
/// ```
///
/// An unreadable value has an origin as well, although the read returns the default: its origin says where to correct
/// it.
public struct ValueOrigin: Sendable, Hashable {
    /// The kinds of origin, in the order in which a store looks for a value.
    public enum Kind: String, Sendable, CaseIterable {
        /// A value that a device's manager has set, on Apple systems.
        case managed

        /// A launch argument.
        case argument

        /// An environment variable; see ``EnvironmentOverrides``.
        case environment

        /// A value of the store itself.
        case stored

        /// A value of another domain that the store searches: a suite that was added, the store that a file store is
        /// over, or the domain that all programs share.
        case otherDomain

        /// A value of a file of defaults, which the store only reads.
        case file

        /// A value that was registered.
        case registered

        /// There is no value, so a setting has the default of its declaration.
        case `default`
    }

    /// The kind of origin.
    public let kind: Kind

    /// The variable's name if the kind is ``Kind/environment``; otherwise `nil`.
    public let variable: String?

    /// The file's URL if the kind is ``Kind/file``; otherwise `nil`.
    public let file: URL?

    private init(_ kind: Kind, variable: String? = nil, file: URL? = nil) {
        self.kind = kind
        self.variable = variable
        self.file = file
    }

    /// A value that a device's manager has set, on Apple systems.
    public static let managed = ValueOrigin(.managed)

    /// A launch argument.
    public static let argument = ValueOrigin(.argument)

    /// Returns the origin of a value that an environment variable overrides.
    public static func environment(_ variable: String) -> ValueOrigin {
        ValueOrigin(.environment, variable: variable)
    }

    /// A value of the store itself.
    public static let stored = ValueOrigin(.stored)

    /// A value of another domain that the store searches.
    public static let otherDomain = ValueOrigin(.otherDomain)

    /// Returns the origin of a value from a file of defaults.
    public static func file(_ url: URL) -> ValueOrigin { ValueOrigin(.file, file: url) }

    /// A value that was registered.
    public static let registered = ValueOrigin(.registered)

    /// The default of a setting's declaration, because there is no value.
    public static let `default` = ValueOrigin(.default)

    /// Whether the value is for this run only, or for as long as a manager wants it, and hides what is stored.
    ///
    /// ``SafeDefaults/update(_:fileID:line:_:)`` and ``SafeDefaults/edit(fileID:line:_:)`` compute from the value
    /// beneath it.
    public var isOverride: Bool { [.managed, .argument, .environment].contains(kind) }
}

// MARK: - Text

extension ValueOrigin: CustomStringConvertible {
    /// The origin in words, such as `launch argument` or `environment variable NOTES_THEME`.
    public var description: String {
        switch kind {
        case .managed: "managed"
        case .argument: "launch argument"
        case .environment: "environment variable \(variable ?? "")"
        case .stored: "stored"
        case .otherDomain: "another domain"
        case .file: "file \(file?.path ?? "")"
        case .registered: "registered"
        case .default: "default"
        }
    }
}
