/// What a system does with the values of a `UserDefaults` in addition to keeping them.
struct PlatformRules: Sendable {
    /// The largest domain that the system keeps; nil if it has no limit.
    var largestDomain: SizeLimit?

    /// Returns the file by which the store of a domain sees whether the device has been unlocked.
    ///
    /// It is nil if the system doesn't keep settings closed, or if that can't be told.
    var markFile: (@Sendable (_ domain: String) -> MarkFile?)?

    /// What is known of a domain's values if there is no such file.
    var availability: StoreAvailability = .unknown
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
