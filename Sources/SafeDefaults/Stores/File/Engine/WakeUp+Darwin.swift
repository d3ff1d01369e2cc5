#if canImport(Darwin)
/// Hears of writes to a lock file as soon as they are made; there is none here, so that stores are looked at instead.
final class WakeUp: Sendable {
    let files: StoreFiles

    init?(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) { return nil }
}
#endif
