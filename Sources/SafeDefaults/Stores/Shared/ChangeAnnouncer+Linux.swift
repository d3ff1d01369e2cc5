#if !canImport(Darwin)
extension ChangeAnnouncer {
    /// Returns nil, because Foundation has no key-value observing here.
    static func system() -> ChangeAnnouncer? { nil }
}
#endif
