#if canImport(Darwin)
/// Calls a handler when a writer wakes the processes that listen to a store.
///
/// No writer can on this platform, so stores are polled.
final class WakeUp: Sendable {
    let files: StoreFiles

    init?(_ files: StoreFiles, _ handler: @escaping @Sendable () -> Void) { return nil }
}
#endif
