/// A source of notices of foreign writes, which the hub doesn't make itself.
///
/// On Apple systems, the source is key-value observing; for a file store, it is the file's engine.
///
/// The source calls ``ObservationHub/noticeForeignChange(of:)`` or ``ObservationHub/noticeForeignChanges()``, on any
/// thread and as often as it likes. The hub compares the stored values with those that it knows, so an unnecessary
/// notice has no effect.
package protocol ForeignChangeSource: AnyObject, Sendable {
    /// Begins to watch for writes to a name.
    ///
    /// The hub calls it while it holds no lock. Once it has returned, every later write is noticed.
    func register(_ name: String)

    /// Ends what a call of ``register(_:)`` began.
    ///
    /// The calls of two threads for one name may come in any order. So a source either counts them or never stops
    /// watching.
    func unregister(_ name: String)
}
