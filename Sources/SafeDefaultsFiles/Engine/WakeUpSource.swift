import SafeDefaults

/// Calls a handler when a writer wakes the processes that listen to a store, for as long as it lives.
protocol WakeUpSource: AnyObject, Sendable {
    /// The files of the store.
    var files: StoreFiles { get }

    /// Whether it has been shown that a write wakes this process.
    ///
    /// Until then, the store has to be polled.
    var isReady: Bool { get }
}
