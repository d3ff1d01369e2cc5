#if !canImport(Darwin)
extension PlatformRules {
    /// The rules of this system.
    static let system = PlatformRules(availability: .available)
}
#endif
