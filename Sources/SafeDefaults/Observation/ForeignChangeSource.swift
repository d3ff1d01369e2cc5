/// A source of notices of foreign writes, which don't come through the hub: KVO on Apple systems, the file of a store
/// that has one.
///
/// The source calls ``ObservationHub/noticeForeignChange(of:)`` or ``ObservationHub/noticeForeignChanges()``, on any
/// thread and as often as it likes. The hub compares what is stored with what it knows, so a superfluous notice
/// delivers nothing.
protocol ForeignChangeSource: AnyObject, Sendable {
    /// Begins to watch for writes to a name.
    ///
    /// The hub calls it with no lock held. When it has returned, every later write is noticed.
    func register(_ name: String)

    /// Ends what a call of ``register(_:)`` began.
    ///
    /// Two threads may make calls for one name in any order, so a source counts them, or keeps watching.
    func unregister(_ name: String)
}
