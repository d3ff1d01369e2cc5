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
/// it. The cases are in the order in which a store looks for a value.
public enum ValueOrigin: Sendable, Hashable {
    /// A value that a device's manager has set, on Apple systems.
    case managed

    /// A launch argument.
    case argument

    /// An environment variable of this name; see ``EnvironmentOverrides``.
    case environment(String)

    /// A value of the store itself.
    case stored

    /// A value of another domain that the store searches: a suite that was added, the store that a file store is over,
    /// or the domain that all programs share.
    case otherDomain

    /// A value of a file of defaults, which the store only reads.
    case file(URL)

    /// A value that was registered.
    case registered

    /// There is no value, so a setting has the default of its declaration.
    case `default`

    /// Whether the value is for this run only, or for as long as a manager wants it, and hides what is stored.
    ///
    /// ``SafeDefaults/update(_:fileID:line:_:)`` and ``SafeDefaults/edit(fileID:line:_:)`` compute from the value
    /// beneath it.
    public var isOverride: Bool {
        switch self {
        case .managed, .argument, .environment: true
        case .stored, .otherDomain, .file, .registered, .default: false
        }
    }
}

// MARK: - Text

extension ValueOrigin: CustomStringConvertible {
    /// The origin in words, such as `launch argument` or `environment variable NOTES_THEME`.
    public var description: String {
        switch self {
        case .managed: "managed"
        case .argument: "launch argument"
        case .environment(let variable): "environment variable \(variable)"
        case .stored: "stored"
        case .otherDomain: "another domain"
        case .file(let url): "file \(url.path)"
        case .registered: "registered"
        case .default: "default"
        }
    }
}
