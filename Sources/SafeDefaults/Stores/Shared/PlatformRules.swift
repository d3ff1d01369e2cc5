import Foundation

/// The limits of an operating system's `UserDefaults`: how large a domain may be, and when it can be read.
struct PlatformRules: Sendable {
    /// The largest domain that the system keeps; nil if it has no limit.
    var largestDomain: SizeLimit?

    /// Returns the file by which the store of a domain sees whether the device has been unlocked.
    ///
    /// It is nil if the system doesn't keep settings closed, or if that can't be told.
    var markFile: (@Sendable (_ domain: String) -> MarkFile?)?

    /// The availability of a domain for which ``markFile`` gives no file.
    var availability: StoreAvailability = .unknown

    /// Whether the system runs tools, which have to wait for what they have written before they end.
    var runsTools = true

    /// Returns whether a process has to wait, at its end, for what it has written.
    ///
    /// An app and an extension needn't. Where the system runs tools, none is told from an app: the main bundle of a
    /// tool in `X.app/Contents/MacOS` is the app.
    ///
    /// - Parameter bundle: The main bundle's URL.
    func savesAtExit(_ bundle: URL) -> Bool { runsTools || !["app", "appex"].contains(bundle.pathExtension) }

    #if !canImport(Darwin)
    /// The rules of this system.
    static let system = PlatformRules(availability: .available)
    #endif
}

/// The largest domain that a system keeps.
struct SizeLimit: Sendable {
    /// The size in bytes from which the system doesn't keep a domain.
    let byteCount: Int

    /// Whether the system ends a process that stores more.
    ///
    /// Otherwise it logs a message, and what was written is in most cases gone after the next start.
    let endsProcess: Bool
}
